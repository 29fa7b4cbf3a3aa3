import { DAY_MS, MINUTE_MS } from "../kernel/time.ts";
import { READING_LIMITS } from "./limits.ts";

/** When a device's clock is taken for wrong, and not its readings for old. */
export const CLOCK_LAG_LIMITS = {
  /** Posts in a row, half a minute apart at least, whose readings lie behind by as much. */
  posts: 4,
  /** "As much": within this, and within this share of the time between the two posts. */
  driftSeconds: 2,
  driftShare: 0.1,
  /** What is less is a message's way here, and no news. */
  shownSeconds: 60,
} as const;

/**
 * Newest first, in seconds: how far behind their receipt its readings' times lay (negative: ahead), also where these
 * were too far off to be taken, and the time since the post before.
 */
export type ClockLags = { clockLags: readonly number[]; clockLagGaps: readonly number[] };

/**
 * How many milliseconds a device's clock is behind ours, by which its readings' times are moved; 0 while nothing
 * says that it is wrong, and where it is so wrong that they have our times already.
 */
export function clockLagMs(lags: ClockLags): number {
  const lagMs = (steadyLag(lags) ?? 0) * 1_000;
  return isAccepted(-lagMs, 0) ? lagMs : 0;
}

/**
 * By how many seconds a device's clock is ahead of ours, or behind where negative; null while it is right, or nothing
 * says that it is wrong.
 */
export function clockOffsetSeconds(lags: ClockLags): number | null {
  const lag = steadyLag(lags);
  return lag === null || Math.abs(lag) < CLOCK_LAG_LIMITS.shownSeconds ? null : -Math.round(lag);
}

/** True if a reading's own time is used: near enough to the time of its receipt, in epoch milliseconds. */
export const isAccepted = (moment: number, nowMs: number): boolean =>
  moment >= nowMs - READING_LIMITS.readingPastDaysMax * DAY_MS &&
  moment <= nowMs + READING_LIMITS.readingFutureMinutesMax * MINUTE_MS;

/**
 * The lag of the newest post, in seconds, where all before it lay behind by as much. Readings that are sent late,
 * from a backlog or once more, come at a lag that changes with every post.
 */
function steadyLag({ clockLags, clockLagGaps }: ClockLags): number | null {
  const [newest] = clockLags;
  if (newest === undefined || clockLags.length < CLOCK_LAG_LIMITS.posts) return null;
  const isSteady = clockLags.every((lag, index) => {
    const before = clockLags[index + 1];
    return before === undefined || Math.abs(lag - before) <= driftMax(clockLagGaps[index] ?? 0);
  });
  return isSteady ? newest : null;
}

const driftMax = (gapSeconds: number): number =>
  CLOCK_LAG_LIMITS.driftSeconds + gapSeconds * CLOCK_LAG_LIMITS.driftShare;

/** A time by the device's clock as a time by ours. */
export function byOurClock<Sensor extends { at: number | null; before?: { at: number } | null }>(
  sensor: Sensor,
  lagMs: number,
): Sensor {
  if (sensor.at === null || lagMs === 0) return sensor;
  const before = sensor.before ? { ...sensor.before, at: sensor.before.at + lagMs } : sensor.before;
  return { ...sensor, at: sensor.at + lagMs, ...(before === undefined ? {} : { before }) };
}
