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

/** One point (means of time and temperature) for every ten minutes that have any, between the two moments. */
export function binned(points: readonly Point[], from: Moment, to: Moment): Point[] {
  const bins = new Map<number, Point[]>();
  for (const point of points) {
    if (point.at < from || point.at > to) continue;
    const bin = Math.floor(point.at / BIN_MS);
    const members = bins.get(bin);
    if (members === undefined) bins.set(bin, [point]);
    else members.push(point);
  }
  return [...bins.values()].map((members) => ({
    at: mean(members.map(({ at }) => at)),
    celsius: mean(members.map(({ celsius }) => celsius)),
  }));
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** The running median over `width` (odd) points: a door that stood open for a few minutes leaves no trace. */
export function smoothed(points: readonly Point[], width: number): Point[] {
  const reach = (width - 1) / 2;
  return points.map(({ at }, index) => {
    // The window shrinks evenly towards the ends, so that a slope is not bent there.
    const side = Math.min(reach, index, points.length - 1 - index);
    const window = points.slice(index - side, index + side + 1);
    return { at, celsius: median(window.map(({ celsius }) => celsius)) };
  });
}

/** A normal deviation's median absolute value, for turning one into the other. */
const MAD_TO_SIGMA = 1.4826;
/** Three readings' second difference has six times the variance of one. */
const SECOND_DIFFERENCE_VARIANCE = 6;

/**
 * A reading's standard error in °C: from the second differences (a straight slope has none), and at least
 * that of a value rounded to the sensor's own step, which is the smallest change seen.
 */
export function noiseOf(points: readonly Point[]): number {
  const values = points.map(({ celsius }) => celsius);
  const bends = values
    .slice(2)
    .map((value, index) => value - 2 * (values[index + 1] ?? 0) + (values[index] ?? 0));
  const bend = median(bends.map(Math.abs)) * MAD_TO_SIGMA;
  const steps = values.slice(1).map((value, index) => Math.abs(value - (values[index] ?? value)));
  const step = steps.filter((size) => size > 1e-6).reduce((least, size) => Math.min(least, size), 1);
  return Math.max(bend / Math.sqrt(SECOND_DIFFERENCE_VARIANCE), step / Math.sqrt(12));
}
