import { HOUR_MS } from "../time.ts";
/** `low` and `high` where the point stands for a span of time in which the value moved. */
export type Point = { at: number; value: number; low?: number; high?: number };

const SPAN_HOURS = 1.5;
const SPAN_HOURS_MIN = 0.5;

/**
 * The slope of the straight line (least squares) through the last hour and a half of a series, in its unit an
 * hour. Null where the points span too little to say. `at` in epoch milliseconds, oldest first.
 */
export function trendPerHour(series: readonly Point[]): number | null {
  const last = series.at(-1);
  if (last === undefined) return null;
  const recent = series
    .map(({ at, value }) => ({ hour: (at - last.at) / HOUR_MS, value }))
    .filter(({ hour }) => hour > -SPAN_HOURS);
  const hours = recent.map(({ hour }) => hour);
  if (Math.min(...hours) > -SPAN_HOURS_MIN) return null;
  const meanHour = mean(hours);
  const meanValue = mean(recent.map(({ value }) => value));
  const across = hours.reduce((sum, hour) => sum + (hour - meanHour) ** 2, 0);
  const along = recent.reduce((sum, { hour, value }) => sum + (hour - meanHour) * (value - meanValue), 0);
  return along / across;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
