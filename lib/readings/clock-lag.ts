import { DAY_MS, MINUTE_MS } from "../kernel/time.ts";
import { READING_LIMITS } from "./limits.ts";

/** When a device's clock is taken for wrong, and not its readings for old. */
export const CLOCK_LAG_LIMITS = {
  /** Posts in a row, half a minute apart at least, whose readings lie behind by as much. */
  posts: 4,
  /** "As much": within this, and within this share of the time between the two posts. */
  driftSeconds: 2,
  driftShare: 0.1,
  /** A clock that sticks or runs slow falls behind by this share of the time between two posts, and by all of it at most. */
  fallShareMin: 0.05,
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
  const lagMs = (wrongLag(lags) ?? 0) * 1_000;
  return isAccepted(-lagMs, 0) ? lagMs : 0;
}

/**
 * By how many seconds a device's clock is ahead of ours, or behind where negative; null while it is right, or nothing
 * says that it is wrong.
 */
export function clockOffsetSeconds(lags: ClockLags): number | null {
  const lag = wrongLag(lags);
  return lag === null || Math.abs(lag) < CLOCK_LAG_LIMITS.shownSeconds ? null : -Math.round(lag);
}

/** True if a reading's own time is used: near enough to the time of its receipt, in epoch milliseconds. */
export const isAccepted = (moment: number, nowMs: number): boolean =>
  moment >= nowMs - READING_LIMITS.readingPastDaysMax * DAY_MS &&
  moment <= nowMs + READING_LIMITS.readingFutureMinutesMax * MINUTE_MS;

/**
 * The lag of the newest post, in seconds, where all before it lay behind by as much, or each further behind than the one
 * before by no more than the time between them. Readings that are sent late, from a backlog or once more, come at a
 * lag that shrinks or jumps.
 */
function wrongLag({ clockLags, clockLagGaps }: ClockLags): number | null {
  const [newest] = clockLags;
  if (newest === undefined || clockLags.length < CLOCK_LAG_LIMITS.posts) return null;
  const steps = clockLags.slice(0, -1).map((lag, index) => ({
    fallen: lag - (clockLags[index + 1] ?? lag),
    gap: clockLagGaps[index] ?? 0,
  }));
  return steps.every(isSteady) || steps.every(fallsBehind) ? newest : null;
}

/** In seconds: by how much a post lies further behind than the one before it, and the time between the two. */
type Step = { fallen: number; gap: number };

const isSteady = ({ fallen, gap }: Step): boolean =>
  Math.abs(fallen) <= CLOCK_LAG_LIMITS.driftSeconds + gap * CLOCK_LAG_LIMITS.driftShare;

const fallsBehind = ({ fallen, gap }: Step): boolean =>
  fallen >= gap * CLOCK_LAG_LIMITS.fallShareMin && fallen <= gap + CLOCK_LAG_LIMITS.driftSeconds;

/** A time by the device's clock as a time by ours. */
export function byOurClock<Sensor extends { at: number | null; before?: { at: number } | null }>(
  sensor: Sensor,
  lagMs: number,
): Sensor {
  if (sensor.at === null || lagMs === 0) return sensor;
  const before = sensor.before ? { ...sensor.before, at: sensor.before.at + lagMs } : sensor.before;
  return { ...sensor, at: sensor.at + lagMs, ...(before === undefined ? {} : { before }) };
}
