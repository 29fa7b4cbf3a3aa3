import english from "./en/reasons.json" with { type: "json" };
import type { PlainReason, Quantity, Reason, ReasonCode } from "./reason.ts";
import { type Say, sayIn } from "./say.ts";
import { named } from "./with-texts.ts";
import type { PlacementReason } from "./words.ts";

/** A language's sentences for the reasons of decisions, one for each code. */
export type ReasonWords = (typeof english)["reasons"] & {
  plain: Record<PlainReason, string>;
  valued: Record<Exclude<ReasonCode, PlainReason>, unknown>;
  placed: Record<PlacementReason["code"], string>;
};

/** Two decimals, so that a value just past its limit doesn't look equal to the limit. */
const EXACT = 2;

const AS_MEASURED = sayIn({ language: "en", temperatureUnit: null, timeZone: "UTC" });

type ReasonValue = string | number | boolean | Quantity | null;
type WireValues = Record<string, ReasonValue>;

/** Writes the sentence of a reason, in the language of `words`. */
export function reasonText(reason: Reason, words: ReasonWords, say: Say): string {
  const valued: Record<string, string | { one: string; other: string }> = words.valued;
  const text = valued[reason.code];
  if (text === undefined) return words.plain[reason.code as PlainReason];
  const said = Object.entries<ReasonValue>(reason.values).map(([name, value]) => [
    name,
    typeof value === "object" && value !== null ? say.quantity(value, EXACT) : value,
  ]);
  const values = { ...Object.fromEntries(said), ...chosenFor(reason, words, say) };
  return named(typeof text === "string" ? text : values.rooms === 1 ? text.one : text.other, values);
}

/** Returns the values of a sentence that need words instead of the plain value. */
function chosenFor(reason: Reason, { hows, limits, comparisons }: ReasonWords, say: Say) {
  switch (reason.code) {
    case "limit":
      return { how: hows[reason.values.how], name: limits[reason.values.name ?? "none"] };
    case "forecast_low":
      return { how: hows[reason.values.how] };
    case "rule":
      return { how: comparisons[reason.values.is ? "is" : "isNot"][reason.values.how] };
    case "cooling":
      return { hours: say.number(reason.values.hours, 1), freezing: say.freezing() };
    default:
      return {};
  }
}

/** Writes the reason for a guessed placement. */
export const placementReasonText = ({ code, values }: PlacementReason, words: ReasonWords): string =>
  named(words.placed[code], values);

/** A reason in the API. Quantities keep the unit in which they were measured or set. */
export type WireReason = { text: string; reason_code: string; reason_values: WireValues };

/** Writes a reason for the API, always in English. */
export const wireReason = (reason: Reason): WireReason => ({
  text: reasonText(reason, english.reasons, AS_MEASURED),
  reason_code: reason.code,
  reason_values: reason.values,
});

export const wirePlacementReason = (reason: PlacementReason): WireReason => ({
  text: placementReasonText(reason, english.reasons),
  reason_code: reason.code,
  reason_values: reason.values,
});
