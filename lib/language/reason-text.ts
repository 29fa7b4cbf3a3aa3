import type { PlainReason, Reason, StoredReason } from "../alerts/reason.ts";
import type { PlacementReason, StoredPlacementReason } from "../devices/placement/placement.ts";
import { EN_REASONS } from "./en/reasons.ts";
import { type Say, sayIn } from "./say.ts";
import type { ReasonWords } from "./words.ts";

/** The sentence of a reason, in the language of its words. */
export function reasonText(reason: Reason, words: ReasonWords, say: Say): string {
  const valued = (words.valued as Partial<Record<string, (values: object, say: Say) => string>>)[reason.code];
  return valued === undefined ? words.plain[reason.code as PlainReason] : valued(reason.values, say);
}

/** Why a place is guessed. */
export const placementReasonText = ({ code, values }: PlacementReason, words: ReasonWords): string =>
  (words.placed[code] as (said: object) => string)(values);

/** A reason for programs: quantities stay in the unit in which they were measured or set. */
export type WireReason = {
  text: string;
  reason_code: string | null;
  reason_values: Record<
    string,
    string | number | boolean | { value: number; unit: string | null } | null
  > | null;
};

const AS_MEASURED = sayIn({ language: "en", temperatureUnit: null, timeZone: "UTC" });

/** In English, whoever asks; what was stored as a sentence has no code. */
export const wireReason = (reason: StoredReason): WireReason =>
  typeof reason === "string"
    ? { text: reason, reason_code: null, reason_values: null }
    : {
        text: reasonText(reason, EN_REASONS, AS_MEASURED),
        reason_code: reason.code,
        reason_values: reason.values,
      };

export const wirePlacementReason = (reason: StoredPlacementReason): WireReason =>
  typeof reason === "string"
    ? { text: reason, reason_code: null, reason_values: null }
    : {
        text: placementReasonText(reason, EN_REASONS),
        reason_code: reason.code,
        reason_values: reason.values,
      };
