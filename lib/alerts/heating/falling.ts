import { HOUR_MS, MINUTE_MS, type Moment } from "../../kernel/time.ts";
import {
  fallingSince,
  type Point,
  SMOOTHING_POINTS,
  smoothed,
  type TemperatureHistory,
  usualGapMs,
} from "../physics/history.ts";

/** A heated room's last hours: if it falls steadily, and how its heating may have come back. */
export type Course = {
  /** It has not risen for an hour and a half. */
  isFalling: boolean;
  /** When it began to fall as it does now, and the Kelvin that it has fallen since. */
  since: Moment;
  fell: number;
  /** Most of that came within half an hour: a door or a window, since what the walls hold goes on for hours. */
  isSudden: boolean;
  /** Kelvin that it has fallen within the last three hours. */
  fellLately: number;
  celsius: number;
  /**
   * The coldest since a moment, how much warmer it is by now, and for how long it has been warmer by half of
   * that.
   */
  lowest: number;
  lowestAt: Moment;
};

const NO_RISE_HOURS = 1.5;
/** A device is slow from so many milliseconds between its posts: three of them in a row have to do for it. */
const SLOW_MS = 22 * MINUTE_MS;

/** How a course is examined, by the distance between its points. Milliseconds and points. */
function paceOf(intervalMs: number) {
  const isSlow = intervalMs >= SLOW_MS;
  const noRiseMs = Math.max(NO_RISE_HOURS * HOUR_MS, isSlow ? 3.2 * intervalMs : 0);
  return {
    noRiseMs,
    fallsMs: isSlow ? 1.8 * intervalMs : 0.9 * noRiseMs,
    pointsMin: isSlow ? 3 : 4,
    smoothing: isSlow ? 1 : SMOOTHING_POINTS,
    suddenMs: Math.max(SUDDEN.withinMs, isSlow ? 1.2 * intervalMs : 0),
  };
}
/** What counts as a rise: more than this, or than the sensor's own step. In K. */
const RISE_MIN = 0.2;
const RISE_NOISES = 3.5;
export const FELL_HOURS = 3;
const FELL_MIN = 0.4;

/** Null where there are too few readings to tell. `lowSince`: from when on the lowest is looked for. */
export function courseOf(past: TemperatureHistory, lowSince: Moment): Course | null {
  const { recent, now } = past;
  const last = recent.at(-1);
  const pace = paceOf(usualGapMs(recent));
  const tail = recent.filter(({ at }) => at >= now - pace.noRiseMs);
  if (last === undefined || tail.length < pace.pointsMin) return null;
  const { stretch } = past;
  const smooth = pace.smoothing === SMOOTHING_POINTS ? stretch.smooth : smoothed(recent, pace.smoothing);
  const rise = Math.max(RISE_MIN, RISE_NOISES * stretch.noise);
  const start = stretch.points[0]?.at ?? last.at;
  const bend = fallingSince(stretch) ?? last;
  const newest = smooth.at(-1)?.celsius ?? last.celsius;
  const lows = smooth.filter(({ at }) => at >= lowSince);
  const low = lows.reduce((least, point) => (point.celsius <= least.celsius ? point : least), {
    at: last.at,
    celsius: newest,
  });
  const before = smooth.filter(({ at }) => at >= now - FELL_HOURS * HOUR_MS)[0]?.celsius ?? newest;
  return {
    isFalling:
      last.at - start >= pace.fallsMs &&
      !hasRisen(smooth, now - pace.noRiseMs, rise) &&
      before - newest >= FELL_MIN,
    since: bend.at,
    fell: Math.max(0, bend.celsius - newest),
    isSudden:
      steepestFall(recent, bend.at, pace.suddenMs) > SUDDEN.share * Math.max(0, bend.celsius - newest),
    fellLately: before - newest,
    celsius: newest,
    lowest: low.celsius,
    lowestAt: low.at,
  };
}

/** Room for three readings in bins of ten minutes. */
const SUDDEN = { share: 0.7, withinMs: 36 * 60_000 } as const;

/** The Kelvin that it fell in its steepest half hour, from just before a moment on. */
export function steepestFall(points: readonly Point[], since: Moment, withinMs: number): number {
  const first = points.findIndex(({ at }) => at >= since - withinMs);
  let steepest = 0;
  for (let index = Math.max(0, first); first >= 0 && index < points.length; index += 1) {
    const before = points[index];
    for (let next = index + 1; before !== undefined && next < points.length; next += 1) {
      const after = points[next];
      if (after === undefined || after.at - before.at > withinMs) break;
      steepest = Math.max(steepest, before.celsius - after.celsius);
    }
  }
  return steepest;
}

function hasRisen(smooth: readonly Point[], since: Moment, rise: number): boolean {
  let least = Number.POSITIVE_INFINITY;
  for (const { at, celsius } of smooth) {
    if (at < since) continue;
    if (celsius > least + rise) return true;
    least = Math.min(least, celsius);
  }
  return false;
}
