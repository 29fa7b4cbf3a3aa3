import { type Point, noiseOf, smoothed } from "./points.ts";

/** At 10-minute bins, dips of less than 25 minutes vanish. */
const SMOOTHING_POINTS = 5;
/** A rise beyond this (or three times the noise) is heating, or the sun. In °C. */
const RISE_MIN = 0.25;
const RISE_NOISES = 3;

export type Stretch = { points: Point[]; noise: number };

/**
 * The readings since the heating was last on: back from the newest for as long as it was warmer before. `noise`
 * is a reading's standard error in °C.
 */
export function coolingStretch(points: readonly Point[]): Stretch {
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
  return { points: points.slice(start), noise };
}
