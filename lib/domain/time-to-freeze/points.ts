import { median } from "../median.ts";
import type { Moment } from "../time.ts";
import { convert } from "../units.ts";

/** A temperature at a moment, in °C. */
export type Point = { at: Moment; celsius: number };

const BIN_MS = 600_000;

/** A sensor's readings in °C, oldest first; those that are no temperature are left out. */
export function celsiusPoints(
  readings: readonly { at: Moment; value: number; unit: string | null }[],
): Point[] {
  const points = readings.flatMap(({ at, value, unit }) => {
    const celsius = unit === null ? null : convert(value, unit, "°C");
    return celsius === null ? [] : [{ at, celsius }];
  });
  return points.sort((a, b) => a.at - b.at);
}

/**
 * One point (means of time and temperature) for every ten minutes that have any, between the two moments.
 * The points are given oldest first.
 */
export function binned(points: readonly Point[], from: Moment, to: Moment): Point[] {
  const bins: Point[] = [];
  let [bin, count, at, celsius] = [Number.NaN, 0, 0, 0];
  const close = () => {
    if (count > 0) bins.push({ at: at / count, celsius: celsius / count });
  };
  for (const point of points) {
    if (point.at < from || point.at > to) continue;
    const own = Math.floor(point.at / BIN_MS);
    if (own !== bin) {
      close();
      [bin, count, at, celsius] = [own, 0, 0, 0];
    }
    count += 1;
    at += point.at;
    celsius += point.celsius;
  }
  close();
  return bins;
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** The running median over `width` (odd) points: a door that stood open for a few minutes leaves no trace. */
export function smoothed(points: readonly Point[], width: number): Point[] {
  const reach = (width - 1) / 2;
  // One array serves all windows: each tick goes through this for every reading of every cold sensor.
  const window = new Array<number>(width).fill(0);
  return points.map(({ at }, index) => {
    // The window shrinks evenly towards the ends, so that a slope is not bent there.
    const side = Math.min(reach, index, points.length - 1 - index);
    for (let offset = 0; offset <= 2 * side; offset += 1)
      insert(window, offset, points[index - side + offset]?.celsius ?? 0);
    return { at, celsius: window[side] ?? 0 };
  });
}

/** Puts a value where it belongs among the first `count`, which are sorted. */
function insert(sorted: number[], count: number, value: number): void {
  let place = count;
  for (; place > 0 && (sorted[place - 1] ?? 0) > value; place -= 1) sorted[place] = sorted[place - 1] ?? 0;
  sorted[place] = value;
}

/** A normal deviation's median absolute value, for turning one into the other. */
const MAD_TO_SIGMA = 1.4826;
/** Three readings' second difference has six times the variance of one. */
const SECOND_DIFFERENCE_VARIANCE = 6;
/** Less than this is no change but the arithmetic's own error, °C. */
const STEP_MIN = 1e-6;

/**
 * A reading's standard error in °C: from the second differences (a straight slope has none), and at least
 * that of a value rounded to the sensor's own step, which is the smallest change seen.
 */
export function noiseOf(points: readonly Point[]): number {
  const bends: number[] = [];
  let step = 1;
  for (let index = 1; index < points.length; index += 1) {
    const value = points[index]?.celsius ?? 0;
    const before = points[index - 1]?.celsius ?? 0;
    const size = Math.abs(value - before);
    if (size > STEP_MIN && size < step) step = size;
    if (index > 1) bends.push(Math.abs(value - 2 * before + (points[index - 2]?.celsius ?? 0)));
  }
  const bend = median(bends) * MAD_TO_SIGMA;
  return Math.max(bend / Math.sqrt(SECOND_DIFFERENCE_VARIANCE), step / Math.sqrt(12));
}

const GAPS_LOOKED_AT = 8;

/** How far apart the last points usually are, in milliseconds; 0 for fewer than two. */
export function usualGapMs(points: readonly Point[]): number {
  const last = points.slice(-GAPS_LOOKED_AT - 1);
  const gaps = last.slice(1).map(({ at }, index) => at - (last[index]?.at ?? at));
  return gaps.length === 0 ? 0 : median(gaps);
}
