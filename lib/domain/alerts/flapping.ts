import { HOUR_MS, type Moment } from "../time.ts";
import { type EpisodeState, rank } from "./episode.ts";

/**
 * More than `openingsMax` openings within the window are told as one summary, until they are down to
 * `calmAt`.
 */
export const FLAP_LIMITS = {
  windowMs: HOUR_MS,
  openingsMax: 10,
  calmAt: 5,
  /** One more than the limit is all that judging needs; the list never grows beyond. */
  openingsKept: 11,
  summaryEveryMs: HOUR_MS,
} as const;

export const recentOpenings = (state: EpisodeState, now: Moment): Moment[] =>
  state.openings.filter((at) => now - at < FLAP_LIMITS.windowMs);

/** Begins and ends the throttling. `summary`: it has just begun, or is told again after an hour of it. */
export function watchFlapping(state: EpisodeState, now: Moment): { state: EpisodeState; summary: boolean } {
  const openings = recentOpenings(state, now).length;
  const { flapping } = state;
  if (flapping === null) {
    if (openings <= FLAP_LIMITS.openingsMax) return { state, summary: false };
    const begun = { since: now, toldAt: now, severity: state.severity ?? "warning" };
    return { state: { ...state, flapping: begun }, summary: true };
  }
  if (openings <= FLAP_LIMITS.calmAt) return { state: { ...state, flapping: null }, summary: false };
  if (now - flapping.toldAt < FLAP_LIMITS.summaryEveryMs) return { state, summary: false };
  return { state: { ...state, flapping: { ...flapping, toldAt: now } }, summary: true };
}

/** Whether the summary stands for this too: all but what is graver than what it told of. */
export const isThrottled = ({ flapping, severity }: EpisodeState): boolean =>
  flapping !== null && rank(severity) <= rank(flapping.severity);
