import type { Severity } from "../../schema/vocabulary.ts";
import type { Moment } from "../kernel/time.ts";
import { convert, quantityOf } from "../kernel/units.ts";
import type { Quantity } from "../language/reason.ts";
import {
  type CloseReason,
  type EpisodeState,
  FLAP_LIMITS,
  type Progress,
  rank,
  recentOpenings,
} from "./episode.ts";
import type { Course, Measured } from "./verdict.ts";

/** What has happened to the episode. What to notify of it is decided later. */
export type Move =
  | { is: "opened" | "worsened" | "eased"; from: Severity | null }
  | { is: "closed"; from: Severity | null; reason: CloseReason };

export type Followed = { state: EpisodeState; move: Move | null };

const stay = (state: EpisodeState): Followed => ({ state, move: null });

/** Moves the episode on by one measured verdict. `mayRecover` is false for a sensor that is not believed. */
export function follow(
  state: EpisodeState,
  verdict: Measured,
  course: Course,
  now: Moment,
  mayRecover: boolean,
): Followed {
  if (!state.open) return considerOpening(state, verdict, course, now);
  const worst = withPeak(state, verdict);
  if (rank(verdict.severity) > rank(state.severity)) {
    const severity = verdict.severity;
    const raised = { ...worst, severity, closing: null };
    return { state: raised, move: { is: "worsened", from: state.severity } };
  }
  if (rank(verdict.holds) >= rank(state.severity)) return stay(withoutProgress(worst));
  return mayRecover ? recover(worst, verdict, course, now) : stay(worst);
}

function considerOpening(state: EpisodeState, verdict: Measured, course: Course, now: Moment): Followed {
  if (verdict.severity === null)
    return stay(state.pendingSince === null ? state : { ...state, pendingSince: null });
  const since = state.pendingSince ?? Math.min(verdict.evidence.at, now);
  const isSure = verdict.isClear === true || verdict.evidence.at > since;
  const heldMs = verdict.provenUntil - since;
  if (heldMs < course.forMs || (!isSure && heldMs < course.sureMs))
    return stay(state.pendingSince === null ? { ...state, pendingSince: since } : state);
  return { state: opened(state, verdict, now), move: { is: "opened", from: null } };
}

const opened = (state: EpisodeState, verdict: Measured, now: Moment): EpisodeState => ({
  ...state,
  open: true,
  episode: state.episode + 1,
  severity: verdict.severity,
  openedAt: now,
  closedAt: null,
  peak: { evidence: verdict.evidence, badness: verdict.badness },
  pendingSince: null,
  closing: null,
  ack: null,
  // It asks again.
  answer: null,
  openings: [...recentOpenings(state, now), now].slice(-FLAP_LIMITS.openingsKept),
  findings: 0,
});

function recover(state: EpisodeState, verdict: Measured, course: Course, now: Moment): Followed {
  // What a forecast is about lies ahead, and so may a device's clock.
  const at = Math.min(verdict.evidence.at, verdict.provenUntil);
  const closing = counted(state.closing, verdict.holds, at, course);
  if (!isDone(closing, course, verdict.provenUntil))
    return stay(closing === state.closing ? state : { ...state, closing });
  if ((closing.to ?? null) === null) return closeEpisode(state, "recovered", now);
  const next = verdict.holds === null ? counted(null, null, at, course) : null;
  return {
    state: { ...state, severity: closing.to ?? null, closing: next },
    move: { is: "eased", from: state.severity },
  };
}

/** The same reading judged again (by a tick) is still one reading. */
function counted(known: Progress | null, holds: Severity | null, at: Moment, course: Course): Progress {
  if (known === null) return { readings: 1, since: at, at, to: holds };
  const progress = rank(holds) > rank(known.to ?? null) ? { ...known, to: holds } : known;
  if (at <= progress.at || progress.readings >= course.closing.readings) return progress;
  return { ...progress, readings: progress.readings + 1, at };
}

const isDone = (progress: Progress, { closing }: Course, provenUntil: Moment): boolean =>
  progress.readings >= closing.readings && provenUntil - progress.since >= closing.ms;

const withPeak = (state: EpisodeState, { evidence, badness }: Measured): EpisodeState =>
  state.peak !== null && state.peak.badness >= badness ? state : { ...state, peak: { evidence, badness } };

const withoutProgress = (state: EpisodeState): EpisodeState =>
  state.closing === null ? state : { ...state, closing: null };

/**
 * Ends the open episode, whatever its readings say; by a clock that is behind, at the moment of its opening.
 */
export function closeEpisode(state: EpisodeState, reason: CloseReason, now: Moment): Followed {
  if (!state.open) return stay(state.pendingSince === null ? state : { ...state, pendingSince: null });
  const closedAt = Math.max(now, state.openedAt ?? now);
  const closed = { open: false, severity: null, closedAt, pendingSince: null, closing: null };
  return { state: { ...state, ...closed, ack: null }, move: { is: "closed", from: state.severity, reason } };
}

/** Temperatures are compared in °C, everything else in the unit that the limit was set in. */
export const comparedIn = (unit: string | null): string | null =>
  quantityOf(unit) === "temperature" ? "°C" : unit;

/**
 * The value in `unit`, unrounded; null where it does not measure that. A bare number is taken to be in the
 * unit asked for, except for a temperature, where guessing between °F and °C would be worse than silence.
 */
export function valueIn(quantity: Quantity, unit: string | null): number | null {
  if (unit === null) return quantity.value;
  if (quantity.unit === null) return quantityOf(unit) === "temperature" ? null : quantity.value;
  return convert(quantity.value, quantity.unit, unit);
}

/** A limit of temperature in °C; what is no temperature is never reached. */
export const limitCelsius = (limit: Quantity): number => valueIn(limit, "°C") ?? Number.NEGATIVE_INFINITY;

/** A difference (2 °F warmer) in another unit (1.11… °C warmer). */
export function differenceIn(difference: Quantity, unit: string | null): number {
  const { value, unit: own } = difference;
  if (own === null || unit === null) return value;
  return (convert(value, own, unit) ?? value) - (convert(0, own, unit) ?? 0);
}

/**
 * The limit moved by a difference, in the limit's own unit: 40 °F and 2 °F is exactly 42 °F, which adding the
 * two in °C is not.
 */
export const moved = (limit: Quantity, difference: Quantity, direction: 1 | -1): Quantity => ({
  value: limit.value + direction * differenceIn(difference, limit.unit),
  unit: limit.unit,
});

/** The amount alone, of what knows more. */
export const amountOf = ({ value, unit }: Quantity): Quantity => ({ value, unit });
