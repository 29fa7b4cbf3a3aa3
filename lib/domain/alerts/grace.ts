import { offlineAfterMs } from "../device-status.ts";
import { HOUR_MS, type Moment } from "../time.ts";
import { isOnVacation, type Quiet } from "./quiet.ts";
import { gapsBetween, lostAmong, type Regular, rhythmAt } from "./rhythm.ts";
import type { OutageSettings } from "./settings.ts";
import { expectedIntervalMs, momentsHeard, postsOf, usualIntervalMs } from "./usual-interval.ts";

const YEAR_MS = 365 * 24 * HOUR_MS;

export const GRACE_LIMITS = {
  /** Nothing is told of a device before it has been heard so often … */
  intervalsMin: 12,
  /** … unless it has been silent for this long, and for so many times the longest silence known. */
  unknownMs: 6 * HOUR_MS,
  unknownTimes: 3,
  /** A device that was heard once may be one that speaks once a day. */
  heardOnceMs: 25 * HOUR_MS,
  /** At most one run of lost posts long enough to be told is to be expected in these years. */
  yearsPerFalseOutage: 12,
  /** No device is waited for any longer, unless it speaks as rarely as that. */
  maxMs: 24 * HOUR_MS,
} as const;

/**
 * What is known of a device's habits: its kind, the seconds between its last posts, and what was counted
 * before.
 */
export type Habits = Regular;

/**
 * The silence that is an outage, in milliseconds: the device's own grace, else as many intervals as its lost
 * posts make likely to pass without meaning anything. It is never told before the device is offline, but on
 * vacation, which halves that, and where a grace was set by hand.
 */
export function graceMs(habits: Habits, settings: OutageSettings, quiet: Quiet, now: Moment): number {
  const factor = isOnVacation(quiet, now) ? settings.vacationGraceFactor : 1;
  if (settings.graceMs !== null) return settings.graceMs * factor;
  const gaps = gapsBetween(postsOf(momentsHeard(habits)));
  const interval = expectedIntervalMs(habits.type, usualIntervalMs(momentsHeard(habits)));
  const least = offlineAfterMs(interval, settings) * factor;
  if (gaps.length < GRACE_LIMITS.intervalsMin) return Math.max(least, untilKnown(gaps));
  const longest = Math.max(GRACE_LIMITS.maxMs, least);
  return Math.min(longest, Math.max(least, interval === null ? 0 : lossGraceMs(habits, gaps, interval)));
}

/** The shortest grace that any habits can come to. */
export function shortestGraceMs(settings: OutageSettings, quiet: Quiet, now: Moment): number {
  const factor = isOnVacation(quiet, now) ? settings.vacationGraceFactor : 1;
  return (settings.graceMs ?? settings.graceMinMs) * factor;
}

function untilKnown(gaps: readonly number[]): number {
  const { unknownMs, unknownTimes, heardOnceMs } = GRACE_LIMITS;
  return gaps.length === 0 ? heardOnceMs : Math.max(unknownMs, unknownTimes * Math.max(...gaps));
}

/**
 * Posts get lost one by one; of all runs of lost posts in some years at most one is to be as long as this.
 * The share is estimated from few posts, and so from above, unless more of the device is known.
 */
function lossGraceMs(habits: Habits, gaps: readonly number[], interval: number): number {
  const lost = lostAmong(gaps, interval);
  const known = rhythmAt(habits, interval);
  const recent = lost / (gaps.length + lost);
  const loss =
    known === null
      ? (lost + 1) / (gaps.length + lost + 2)
      : Math.max(recent, (known.lost + 1) / (known.posts + known.lost + 2));
  const posts = (GRACE_LIMITS.yearsPerFalseOutage * YEAR_MS) / interval;
  const inARow = Math.ceil(Math.log(posts) / -Math.log(loss));
  return (inARow + 0.5) * interval;
}
