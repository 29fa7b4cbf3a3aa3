import type { Moment } from "../alerts/evidence.ts";
import { HOUR_MS, mean, noiseOf, type Point, smoothed } from "./points.ts";

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
 * The readings since the heating was last on: back from the newest for as long as it was warmer before.
 */
export function coolingStretch(points: readonly Point[]): Cooled {
  const noise = noiseOf(points);
  const smooth = smoothed(points, SMOOTHING_POINTS);
  const rise = Math.max(RISE_MIN, RISE_NOISES * noise);
  let start = points.length - 1;
  let warmest = smooth[start]?.celsius ?? 0;
  for (let index = start - 1; index >= 0; index -= 1) {
    const { celsius } = smooth[index] ?? { celsius: 0 };
    if (celsius < warmest - rise) break;
    if (celsius > warmest) [warmest, start] = [celsius, index];
  }
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

function leastWithin(before: readonly Point[], until: Moment): number {
  const cycle = before.filter(({ at }) => at >= until - CYCLE_HOURS * HOUR_MS);
  return cycle.reduce((least, { celsius }) => Math.min(least, celsius), Number.POSITIVE_INFINITY);
}
