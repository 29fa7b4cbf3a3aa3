import { HOUR_MS } from "../time.ts";
export type Point = { at: number; value: number };

const SPAN_MS = 1.5 * HOUR_MS;
const SPAN_MS_MIN = 0.5 * HOUR_MS;

/**
 * The slope of the straight line (least squares) through the last hour and a half of a series, in its unit an
 * hour. Null where the points span too little to say. `at` in epoch milliseconds, oldest first.
 */
export function trendPerHour(series: readonly Point[]): number | null {
  const last = series.at(-1);
  const recent = series.filter(({ at }) => last !== undefined && at > last.at - SPAN_MS);
  const [first] = recent;
  if (first === undefined || last === undefined || last.at - first.at < SPAN_MS_MIN) return null;
  const hours = recent.map(({ at }) => (at - first.at) / HOUR_MS);
  const meanHour = mean(hours);
  const meanValue = mean(recent.map(({ value }) => value));
  const across = hours.reduce((sum, hour) => sum + (hour - meanHour) ** 2, 0);
  const along = recent.reduce(
    (sum, { value }, index) => sum + ((hours[index] ?? 0) - meanHour) * (value - meanValue),
    0,
  );
  return along / across;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
