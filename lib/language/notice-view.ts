import { PRESENCE_RULES, type Severity } from "../../schema/vocabulary.ts";
import type { Moment } from "../kernel/time.ts";
import { convert } from "../kernel/units.ts";
import type { Evidence, Limit, Quantity } from "./reason.ts";
import type { Say } from "./say.ts";

/** The part of a finding that messages are written from. */
type SaidFinding = {
  severity: Severity;
  evidence: Evidence | null;
  /** The worst evidence of the episode. */
  peak: Evidence | null;
  limit: Limit | null;
  settings: object;
  at: Moment;
};

/** Everything that a notice is written from, in the reader's language and unit and the home's time zone. */
export type NoticeView = {
  finding: SaidFinding;
  say: Say;
  home: string;
  /** `Crawlspace, Pipe probe`. */
  where: string;
  /** The reading, such as `33.1 °F`; empty if there is none. */
  value: string;
  /** `is at 33.1 °F`; `was at 33.1 °F at 3:05 AM` for an old reading; empty if no temperature is known. */
  isAt: string;
  /** `is holding at 33.1 °F`; like `isAt` for an old reading. */
  holdsAt: string;
  /** `, down 7 in an hour`; empty if the value hardly changes, or the trend is unknown. */
  trend: string;
  /** ` as early as 2:10 AM, about 5:30 AM`: the earliest time first; empty if no freezing is expected. */
  freezes: string;
  /** ` by Sat, Jan 16, 3:05 AM EST`; empty if that time has passed. */
  ahead: string;
  /** The time of the reading or of the forecast. */
  time: string;
  worst: string;
  since: string;
  /** A short form of `since`, for text messages; null if there is none. */
  sinceHour: Hour | null;
  lasted: string;
};

/** A time of day. `weekday` is null if the day is obvious. */
export type Hour = { clock: string; weekday: string | null };

/** Returns a further value of the evidence; null if it has none of that name. */
export const more = ({ finding }: Pick<NoticeView, "finding">, name: string): string | number | null =>
  finding.evidence?.more?.[name] ?? null;

/** Returns since when a leak sensor alternates, or is wet now; null if that is the beginning of the episode. */
export function wetFrom(view: NoticeView): Hour | null {
  const from = more(view, "wet_from");
  return typeof from === "number" ? hourFrom(view.say, from, view.finding.at) : null;
}

/** Returns how often a leak sensor was wet since `wetFrom`; null if only once. */
export function wetOften(view: NoticeView): { times: number; from: Hour } | null {
  const [times, from] = [more(view, "wet_times"), wetFrom(view)];
  return typeof times !== "number" || from === null ? null : { times, from };
}

const celsiusOf = ({ value, unit }: Quantity): number | null =>
  unit === null ? null : convert(value, unit, "°C");

export const isCritical = ({ finding }: NoticeView): boolean => finding.severity === "critical";

/** Tells if even the episode's worst value is above the place's current limit: the cold is usual there. */
export const isUsualCold = ({ finding: { peak, limit } }: NoticeView): boolean => {
  const [worst, least] = [peak, limit].map((quantity) => (quantity === null ? null : celsiusOf(quantity)));
  return worst != null && least != null && worst > least;
};

const isAtOrBelow = ({ finding: { evidence } }: NoticeView, limit: number): boolean => {
  const celsius = evidence === null ? null : celsiusOf(evidence);
  return celsius !== null && celsius <= limit;
};

/** Tells if the reading is at or below 32 °F: water there is freezing already. */
export const isFrozen = (view: NoticeView): boolean => isAtOrBelow(view, 0);

/** Tells if the reading is at or below 40 °F, a room's warning: a space above its own lower limit may still be cold. */
export const isCold = (view: NoticeView): boolean => isAtOrBelow(view, 40 / 9);

/** Tells if frozen food is thawing: the limit is below 32 °F, and the reading is above 32 °F. */
export const isThawing = ({ finding: { evidence, limit } }: NoticeView): boolean => {
  const [value, least] = [evidence, limit].map((quantity) =>
    quantity === null ? null : celsiusOf(quantity),
  );
  return value != null && least != null && least < 0 && value > 0;
};

/** Tells if the alert is about a fridge and not a freezer: its limit is above 32 °F. */
export const isFridge = ({ finding: { limit } }: NoticeView): boolean =>
  limit !== null && (celsiusOf(limit) ?? 0) > 0;

/** Like `isFrozen` for the time to freeze, whose evidence is in hours. */
export const hasFrozen = (view: NoticeView): boolean => {
  const celsius = more(view, "celsius");
  return typeof celsius === "number" && celsius <= 0;
};

export const isPowerOut = (view: NoticeView): boolean => more(view, "cause") === "power_out";

/** Returns the battery's last value before the silence, in percent; null if unknown. */
export const batteryLeft = (view: NoticeView): number | null => {
  const battery = more(view, "battery_pct");
  return typeof battery === "number" ? Math.round(battery) : null;
};

/** Returns the earliest time at which the first room may freeze; null if unknown. */
export function freezesFrom(view: NoticeView): Hour | "now" | null {
  const notBefore = more(view, "not_before");
  if (typeof notBefore !== "number") return null;
  const { at } = view.finding;
  return notBefore <= at ? "now" : hourFrom(view.say, notBefore, at);
}

const HALF_A_DAY_MS = 12 * 3_600_000;

const OLD_MS = 20 * 60_000;
/** Tells if a reading is so old that messages use the past tense: most devices would have sent another one by then. */
export const isOldReading = ({ evidence, at }: Pick<SaidFinding, "evidence" | "at">): boolean =>
  evidence !== null && at - evidence.at > OLD_MS;

/** Returns since when a device or a home is offline or without power. */
export const lastHeard = ({ say, finding: { evidence, at } }: NoticeView): Hour =>
  hourFrom(say, evidence?.at ?? at, at);

/** Formats a time, with its weekday if it is more than half a day away from `from`. */
export const hourFrom = (say: Say, at: number, from: number): Hour => ({
  clock: say.clock(at),
  weekday: Math.abs(at - from) < HALF_A_DAY_MS ? null : say.weekday(at),
});

/** Returns the presence that a vacation rule has noticed; null for every other rule. */
export const presenceIn = ({ finding }: NoticeView): "door" | "motion" | null => {
  if (!("name" in finding.settings)) return null;
  const { name } = finding.settings;
  return name === PRESENCE_RULES.door ? "door" : name === PRESENCE_RULES.motion ? "motion" : null;
};
