import { PRESENCE_RULES, type Severity } from "../../schema/vocabulary.ts";
import type { Moment } from "../kernel/time.ts";
import { convert } from "../kernel/units.ts";
import type { Evidence, Limit, Quantity } from "./reason.ts";
import type { Say } from "./say.ts";

/** As much of what was decided of an alert as words are made from. */
type SaidFinding = {
  severity: Severity;
  evidence: Evidence | null;
  /** The worst of the episode. */
  peak: Evidence | null;
  limit: Limit | null;
  settings: object;
  at: Moment;
};

/** Everything that the words of a notice are made from, in the reader's language and unit and the home's zone. */
export type NoticeView = {
  finding: SaidFinding;
  say: Say;
  home: string;
  /** `Crawlspace, Pipe probe`. */
  where: string;
  /** The reading, `33.1 °F`; empty where there is none. */
  value: string;
  /** `is at 33.1 °F`; `was at 33.1 °F at 3:05 AM` where that was a while ago; empty where no temperature is known. */
  isAt: string;
  /** `is holding at 33.1 °F`, or as `isAt` where that was a while ago. */
  holdsAt: string;
  /** `, down 7 in an hour`; empty where it hardly moves or nobody knows. */
  trend: string;
  /** ` as early as 2:10 AM, about 5:30 AM`: the pessimistic end first; empty where nothing is expected. */
  freezes: string;
  /** ` by Sat, Jan 16, 3:05 AM EST`; empty where that hour has passed. */
  ahead: string;
  /** When it was read, or is forecast to be. */
  time: string;
  worst: string;
  since: string;
  /** The same for where every character counts; null for none. */
  sinceHour: Hour | null;
  lasted: string;
};

/** An hour on the clock, with its weekday where that is not plain. */
export type Hour = { clock: string; weekday: string | null };

/** What else the evidence says. */
export const more = ({ finding }: Pick<NoticeView, "finding">, name: string): string | number | null =>
  finding.evidence?.more?.[name] ?? null;

/** Since when a leak sensor comes and goes, or is wet at present; null where its episode says that. */
export function wetFrom(view: NoticeView): Hour | null {
  const from = more(view, "wet_from");
  return typeof from === "number" ? hourFrom(view.say, from, view.finding.at) : null;
}

/** How often it was wet since then; null where one wetting is meant. */
export function wetOften(view: NoticeView): { times: number; from: Hour } | null {
  const [times, from] = [more(view, "wet_times"), wetFrom(view)];
  return typeof times !== "number" || from === null ? null : { times, from };
}

const celsiusOf = ({ value, unit }: Quantity): number | null =>
  unit === null ? null : convert(value, unit, "°C");

export const isCritical = ({ finding }: NoticeView): boolean => finding.severity === "critical";

/** What it was told of is usual for the place, by the limit that the place has by now: it got no warmer. */
export const isUsualCold = ({ finding: { peak, limit } }: NoticeView): boolean => {
  const [worst, least] = [peak, limit].map((quantity) => (quantity === null ? null : celsiusOf(quantity)));
  return worst != null && least != null && worst > least;
};

const isAtOrBelow = ({ finding: { evidence } }: NoticeView, limit: number): boolean => {
  const celsius = evidence === null ? null : celsiusOf(evidence);
  return celsius !== null && celsius <= limit;
};

/** What is at 32 °F may freeze no more: it does. */
export const isFrozen = (view: NoticeView): boolean => isAtOrBelow(view, 0);

/** A room would be warned of it: an icy place that is above its own limit again is no warm place. */
export const isCold = (view: NoticeView): boolean => isAtOrBelow(view, 40 / 9);

/** What was frozen thaws: its limit is below 32 °F, and it is above. */
export const isThawing = ({ finding: { evidence, limit } }: NoticeView): boolean => {
  const [value, least] = [evidence, limit].map((quantity) =>
    quantity === null ? null : celsiusOf(quantity),
  );
  return value != null && least != null && least < 0 && value > 0;
};

/** What keeps food above freezing. */
export const isFridge = ({ finding: { limit } }: NoticeView): boolean =>
  limit !== null && (celsiusOf(limit) ?? 0) > 0;

/** Frozen, of a time that was left, whose evidence is hours. */
export const hasFrozen = (view: NoticeView): boolean => {
  const celsius = more(view, "celsius");
  return typeof celsius === "number" && celsius <= 0;
};

export const isPowerOut = (view: NoticeView): boolean => more(view, "cause") === "power_out";

/** What it said last before the silence, in percent; null where nobody knows. */
export const batteryLeft = (view: NoticeView): number | null => {
  const battery = more(view, "battery_pct");
  return typeof battery === "number" ? Math.round(battery) : null;
};

/** By when the first room may freeze, on the early side; null for nobody knows. */
export function freezesFrom(view: NoticeView): Hour | "now" | null {
  const notBefore = more(view, "not_before");
  if (typeof notBefore !== "number") return null;
  const { at } = view.finding;
  return notBefore <= at ? "now" : hourFrom(view.say, notBefore, at);
}

const HALF_A_DAY_MS = 12 * 3_600_000;

const OLD_MS = 20 * 60_000;
/** A reading this old says how it was: by then another one was due of most devices. */
export const isOldReading = ({ evidence, at }: Pick<SaidFinding, "evidence" | "at">): boolean =>
  evidence !== null && at - evidence.at > OLD_MS;

/** Since when a device or a home is silent, or without power. */
export const lastHeard = ({ say, finding: { evidence, at } }: NoticeView): Hour =>
  hourFrom(say, evidence?.at ?? at, at);

/** The clock alone within half a day before or after, with its weekday beyond. */
export const hourFrom = (say: Say, at: number, from: number): Hour => ({
  clock: say.clock(at),
  weekday: Math.abs(at - from) < HALF_A_DAY_MS ? null : say.weekday(at),
});

/** What a rule of a vacation has noticed; null for every other rule. */
export const presenceIn = ({ finding }: NoticeView): "door" | "motion" | null => {
  if (!("name" in finding.settings)) return null;
  const { name } = finding.settings;
  return name === PRESENCE_RULES.door ? "door" : name === PRESENCE_RULES.motion ? "motion" : null;
};
