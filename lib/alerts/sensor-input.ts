import type { Severity } from "../../schema/vocabulary.ts";
import type { Moment } from "../kernel/time.ts";
import { convert, quantityOf } from "../kernel/units.ts";
import {
  type Evidence,
  type Limit,
  type LimitHow,
  plain,
  type Quantity,
  type Reason,
} from "../language/reason.ts";
import { type EpisodeState, rank } from "./episode.ts";
import type { Quiet } from "./quiet/quiet.ts";
import { overdueMs, TRUST_LIMITS } from "./settings.ts";
import { type Ladder, nextReminder, type Reminder, type Ruled, type Trust, type Verdict } from "./verdict.ts";

/** A value and its time; a state is 1 or 0. */
export type TimedValue = Quantity & { at: Moment };

/** A sensor's newest reading and the facts that decide if it counts. */
export type SensorInput = {
  quiet: Quiet;
  sensorId: string;
  deviceId: string;
  /** True for a state, which holds until the sensor reports another. A measured value grows old. */
  isState: boolean;
  /** Marks for the evidence: nobody has given the sensor's unit or its place. */
  unsaid?: Record<string, 1>;
  /** The value as stored, in the sensor's own unit; null if the sensor has sent none yet, or only a fault. */
  reading: TimedValue | null;
  /** Learned from the device's last gaps; null while there are too few. */
  usualIntervalMs: number | null;
  trust: Trust;
  /** The reading is too far from the one before to be true unless the next one repeats it. */
  isDoubtful?: boolean;
  /** The reading before was about the same: the value came here step by step, and not by a draft. */
  isSteady?: boolean;
  /** How fast a temperature changed since the post before, in K an hour; absent if unknown. */
  kelvinPerHour?: number;
  /** Another leak sensor of the home is known to be wet. */
  isElsewhereWet?: boolean;
  /** Its cold, or that of all rooms, was recently notified and ended by itself. */
  hasReturned?: boolean;
  /** Nobody has said where it is, or it is a greenhouse, and no week of it is known. */
  mayBeAlwaysCold?: boolean;
  /** No reading came before this one. */
  isFirst?: boolean;
  /** The lowest of its room's last week, in °C; absent if unknown, or where a frost limit is set. */
  usualLow?: number;
  occasion: "ingest" | "tick";
};

/** Evaluates a sensor's newest reading for one kind. */
export type SensorRule<Settings> = (
  state: EpisodeState,
  input: SensorInput,
  settings: Settings,
  now: Moment,
) => Ruled;

/** Returns the verdict of `measure` on the newest reading, or an unknown verdict if no reading counts. */
export function verdictOn(
  state: EpisodeState,
  input: SensorInput,
  now: Moment,
  measure: (reading: TimedValue) => Verdict,
): Verdict {
  const { reading } = input;
  if (reading === null)
    return { is: "unknown", why: plain(input.trust.is === "faulty" ? "probe_fault" : "no_reading") };
  const why = whyNotNow(input, reading, state, now);
  if (why !== null) return { is: "unknown", why };
  const { at } = reading;
  if (input.isDoubtful === true || state.doubted === at)
    return { is: "unknown", why: plain("too_far_from_before"), doubted: at };
  return measure(reading);
}

/** Returns why the reading can't decide anything, or null. A late reading never opens or closes anything. */
function whyNotNow(input: SensorInput, reading: TimedValue, state: EpisodeState, now: Moment): Reason | null {
  if (reading.at - now > TRUST_LIMITS.aheadMs) return plain("from_the_future");
  if (input.isState && isCounted(state, reading.at)) return null;
  const leastMs = input.occasion === "ingest" ? TRUST_LIMITS.lateOnIngestMs : TRUST_LIMITS.lateOnTickMs;
  return now - reading.at > overdueMs(leastMs, input.usualIntervalMs) ? plain("too_late") : null;
}

/** True if the state's time already counts from this reading: then it was on time when it came. */
const isCounted = (state: EpisodeState, at: Moment): boolean =>
  state.pendingSince === at || state.closing?.at === at;

/** Until when the reading holds: now for a state; for a measured value, until the next one is overdue. */
export function provenUntil(input: SensorInput, at: Moment, now: Moment): Moment {
  return input.isState ? now : Math.min(now, at + overdueMs(TRUST_LIMITS.standsMs, input.usualIntervalMs));
}

/** Returns the next reminder, `firstMs` after the first notice and then ever more rarely; null for a silent sensor. */
export function remindAfter(
  state: EpisodeState,
  input: SensorInput,
  firstMs: number | null,
  now: Moment,
  ladder?: Ladder,
): Reminder | null {
  const isSilent = input.reading === null || now - input.reading.at > TRUST_LIMITS.remindsMs;
  return isSilent && !input.isState ? null : nextReminder(state, firstMs, ladder);
}

export const sensorEvidence = (
  { sensorId, deviceId, unsaid = {} }: SensorInput,
  reading: TimedValue,
): Evidence => ({
  ...reading,
  sensorId,
  deviceId,
  ...(Object.keys(unsaid).length === 0 ? {} : { more: unsaid }),
});

/** Two numbers that went through different conversions still count as equal. */
const EQUAL_WITHIN = 1e-9;

/** A limit, and how severe an alert is past it. */
type Edge = { severity: Severity; is: Limit["is"]; limit: Quantity; name: string };

/** The limits that a kind compares a reading with, in `unit`; `unit` is null for a bare number or a state. */
export type Threshold = {
  unit: string | null;
  edges: readonly Edge[];
  /** The alert holds until the value is back by more than this. */
  hysteresis: Quantity;
  forMs: number;
  /** The reason for an unknown verdict if the sensor measures something else. */
  otherUnit: Reason;
  /** Ranks values by how bad they are; by default, how far beyond the worst edge they are. */
  badness?: (value: number) => number;
  /** The rung of a value: a higher one is news by itself. Default: 0. */
  rungAt?: (value: number) => number;
  /** True if the value is so far past the limit that one reading is enough. */
  isClear?: (value: number) => boolean;
  why: (reading: Quantity, edge: Edge, isBad: boolean) => Reason;
};

type Compared = Edge & { by: number; isBad: boolean; isStillBad: boolean };

/** Returns an edge if the limit is set, otherwise none. */
export const edgeAt = (limit: Quantity | null, edge: Omit<Edge, "limit">): Edge[] =>
  limit === null ? [] : [{ ...edge, limit }];

/** Limits that a reason names, because their kinds have several. */
const NAMED = ["warning", "critical", "high", "low"] as const;

export const whyLimit = (value: Quantity, how: LimitHow, { name, limit }: Edge): Reason => ({
  code: "limit",
  values: { value, how, name: NAMED.find((named) => named === name) ?? null, limit },
});

/** Evaluates the newest reading by the limits of its kind: the most severe one that it is past counts. */
export const verdictBy = (state: EpisodeState, input: SensorInput, now: Moment, threshold: Threshold) =>
  verdictOn(state, input, now, (reading) => {
    const { unit, otherUnit, forMs } = threshold;
    const value = valueIn(reading, unit);
    if (value === null) return { is: "unknown", why: otherUnit };
    const edges = compared(value, threshold);
    const worst = gravest(edges.filter(({ isBad }) => isBad));
    const held = gravest(edges.filter(({ isStillBad }) => isStillBad));
    const ofLevel = edges.filter(({ severity }) => severity === (state.severity ?? "warning"));
    const shown = worst ?? gravest(ofLevel) ?? gravest(edges);
    return {
      is: "measured",
      severity: worst?.severity ?? null,
      holds: held?.severity ?? null,
      badness: threshold.badness?.(value) ?? shown?.by ?? Number.NEGATIVE_INFINITY,
      isClear: threshold.isClear?.(value) ?? false,
      rung: threshold.rungAt?.(value) ?? 0,
      evidence: sensorEvidence(input, reading),
      limit: shown === undefined ? null : { ...shown.limit, name: shown.name, is: shown.is, forMs },
      why:
        shown === undefined
          ? { code: "no_limit", values: { value: amountOf(reading) } }
          : threshold.why(amountOf(reading), shown, worst !== undefined),
      provenUntil: provenUntil(input, reading.at, now),
    };
  });

/** Of the most severe edges, the one that the value is furthest past. */
const gravest = (edges: readonly Compared[]): Compared | undefined =>
  edges.toSorted((a, b) => rank(b.severity) - rank(a.severity) || b.by - a.by)[0];

const compared = (value: number, { edges, hysteresis, unit }: Threshold): Compared[] =>
  edges.map((edge) => ({ ...edge, ...beyond(value, edge, hysteresis, unit) }));

function beyond(value: number, { is, limit }: Edge, hysteresis: Quantity, unit: string | null) {
  const at = (quantity: Quantity): number => valueIn(quantity, unit) ?? Number.NaN;
  if (is === "equals") {
    const distance = Math.abs(value - at(limit));
    const isBad = distance <= EQUAL_WITHIN;
    const isStillBad = isBad || distance < differenceIn(hysteresis, unit) - EQUAL_WITHIN;
    return { by: -distance, isBad, isStillBad };
  }
  const isAbove = is === "above" || is === "at_or_above";
  const past = (edge: Quantity): number => (isAbove ? value - at(edge) : at(edge) - value);
  const by = past(limit);
  const isBad = is === "above" || is === "below" ? by > 0 : by >= 0;
  return { by, isBad, isStillBad: isBad || past(moved(limit, hysteresis, isAbove ? -1 : 1)) > 0 };
}

/** Temperatures are compared in °C, everything else in the unit that the limit was set in. */
export const comparedIn = (unit: string | null): string | null =>
  quantityOf(unit) === "temperature" ? "°C" : unit;

/**
 * Converts a value to `unit`, unrounded; null if it measures something else. A bare number is taken to be in `unit`,
 * except for a temperature, where guessing between °F and °C would be worse than silence.
 */
export function valueIn(quantity: Quantity, unit: string | null): number | null {
  if (unit === null) return quantity.value;
  if (quantity.unit === null) return quantityOf(unit) === "temperature" ? null : quantity.value;
  return convert(quantity.value, quantity.unit, unit);
}

/** Converts a temperature limit to °C. Any other limit becomes -∞, which is never reached. */
export const limitCelsius = (limit: Quantity): number => valueIn(limit, "°C") ?? Number.NEGATIVE_INFINITY;

/** Converts a difference: 2 °F warmer is 1.11… °C warmer. */
export function differenceIn(difference: Quantity, unit: string | null): number {
  const { value, unit: own } = difference;
  if (own === null || unit === null) return value;
  return (convert(value, own, unit) ?? value) - (convert(0, own, unit) ?? 0);
}

/**
 * Moves a limit by a difference, in the limit's own unit: 40 °F and 2 °F is exactly 42 °F, which adding the two in °C
 * is not.
 */
export const moved = (limit: Quantity, difference: Quantity, direction: 1 | -1): Quantity => ({
  value: limit.value + direction * differenceIn(difference, limit.unit),
  unit: limit.unit,
});

/** Drops all but the value and its unit. */
export const amountOf = ({ value, unit }: Quantity): Quantity => ({ value, unit });
