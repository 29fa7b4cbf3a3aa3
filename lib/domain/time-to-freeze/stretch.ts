import { HOUR_MS, type Moment } from "../time.ts";
import { mean, noiseOf, type Point, smoothed } from "./points.ts";

/** At 10-minute bins, dips of less than 25 minutes vanish. */
const SMOOTHING_POINTS = 5;
/** A rise beyond this (or three times the noise) is heating, or the sun. In °C. */
const RISE_MIN = 0.25;
const RISE_NOISES = 3;
/** A heating's cycle is shorter. */
export const CYCLE_HOURS = 3;
const NEWEST_POINTS = 2;

export type Stretch = {
  points: Point[];
  /** A reading's standard error, °C. */
  noise: number;
};

export type Cooled = Stretch & {
  /** How far below its warmest it is now, °C, and since when it has clearly been below. */
  drop: number;
  belowSince: Moment | null;
  /** The least of the hours before it, °C: so far down, the heating has let it go before; ∞ if unknown. */
  leastBefore: number;
};

/**
 * The readings since the heating was last on: back from the newest for as long as it was warmer before. A
 * sunny noon is a pause and no end: a rise that gave back only a part of what had been lost by then.
 */
export function coolingStretch(points: readonly Point[]): Cooled {
  const noise = noiseOf(points);
  const smooth = smoothed(points, SMOOTHING_POINTS);
  const rise = Math.max(RISE_MIN, RISE_NOISES * noise);
  const start = startOf(smooth, rise);
  const warmest = smooth[start]?.celsius ?? 0;
  const lastWarm = smooth.findLastIndex(({ celsius }) => celsius >= warmest - rise);
  const newest = mean(points.slice(-NEWEST_POINTS).map(({ celsius }) => celsius));
  return {
    points: points.slice(start),
    noise,
    drop: warmest - newest,
    belowSince: smooth[lastWarm + 1]?.at ?? null,
    leastBefore: leastWithin(smooth.slice(0, start), smooth[start]?.at ?? 0),
  };
}

/**
 * A rise gives back so much of a fall at most, if it is a pause of it; and the fall is one that no cycle
 * makes.
 */
const PAUSE = { share: 0.5, fallMin: 2 } as const;

function startOf(smooth: readonly Point[], rise: number): number {
  let start = smooth.length - 1;
  let warmest = smooth[start]?.celsius ?? 0;
  let least = warmest;
  for (let index = start - 1; index >= 0; index -= 1) {
    const { celsius } = smooth[index] ?? { celsius: 0 };
    least = Math.min(least, celsius);
    const risen = warmest - least;
    const isPause = celsius - least >= PAUSE.fallMin && risen <= PAUSE.share * (celsius - least);
    if (risen > rise && !isPause) continue;
    if (celsius > warmest) [warmest, start, least] = [celsius, index, celsius];
  }
  return start;
}

/**
 * Finds where a stretch began to fall as fast as it does now. A heating that is turned down for the night, or
 * cannot keep up, lets a room fall slowly before it stops: the bend, the point furthest above the straight
 * line from the first reading to the last, is then what came with the stop. Cooling alone bends the other way
 * and has none.
 */
export function fallingSince({ points, noise }: Stretch): Point | null {
  const rise = Math.max(RISE_MIN, RISE_NOISES * noise);
  let left = smoothed(points, SMOOTHING_POINTS);
  for (let bend = bendOf(left, rise); bend > 0; bend = bendOf(left, rise)) left = left.slice(bend);
  return left[0] ?? null;
}

const BEND_SHOWN_MS = HOUR_MS;

/**
 * Finds where a course turns downwards by more than `rise`, with an hour after it that shows it; 0 where it
 * does not.
 */
function bendOf(points: readonly Point[], rise: number): number {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return 0;
  const slope = (last.celsius - first.celsius) / Math.max(1, last.at - first.at);
  let [bend, most] = [0, rise];
  for (const [index, { at, celsius }] of points.entries()) {
    const above = celsius - first.celsius - slope * (at - first.at);
    if (above > most && last.at - at >= BEND_SHOWN_MS) [bend, most] = [index, above];
  }
  return bend;
}

function leastWithin(before: readonly Point[], until: Moment): number {
  const cycle = before.filter(({ at }) => at >= until - CYCLE_HOURS * HOUR_MS);
  return cycle.reduce((least, { celsius }) => Math.min(least, celsius), Number.POSITIVE_INFINITY);
}

const POINTS_MAX = 40;
const NEWEST_KEPT = 4;

/** Keeps all of the newest points, and every second or third of a long stretch before. */
export function thinned(points: readonly Point[]): Point[] {
  const every = Math.ceil(points.length / POINTS_MAX);
  return points.filter((_, index) => index % every === 0 || index >= points.length - NEWEST_KEPT);
}
