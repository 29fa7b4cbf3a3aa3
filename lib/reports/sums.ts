import { MINUTE_MS } from "../kernel/time.ts";
import { REPORT_LIMITS } from "./limits.ts";
import type { Period } from "./report-periods.ts";

/** One sensor's bucket of a report's period. */
export type ReportBucket = { atMs: number; count: number; min: number; max: number; avg: number };

/**
 * A sensor's readings of the period: pairs of value and epoch milliseconds; `daily` by the day's place in it, from 1;
 * `belowMs` is how long it was at or under its warning, null where none is set.
 */
export type SensorSums = {
  low: [number, number];
  high: [number, number];
  average: number;
  daily: { day: number; average: number }[];
  belowMs: number | null;
};

type Span = { period: Period; dayStarts: number[]; warning: number | null };

/** Of buckets in the order of time. Extremes are known to the beginning of their bucket. */
export function sumsOf(
  buckets: readonly ReportBucket[],
  { period, dayStarts, warning }: Span,
): SensorSums | undefined {
  const [first] = buckets;
  if (first === undefined) return undefined;
  const standsMs = REPORT_LIMITS.readingStandsMinutes * MINUTE_MS;
  const byDay = Map.groupBy(buckets, ({ atMs }) => dayStarts.filter((start) => start <= atMs).length);
  const lowest = buckets.reduce((low, bucket) => (bucket.min < low.min ? bucket : low), first);
  const highest = buckets.reduce((high, bucket) => (bucket.max > high.max ? bucket : high), first);
  const lasting = (atMs: number, index: number): number =>
    Math.min((buckets[index + 1]?.atMs ?? period.toMs) - atMs, standsMs);
  return {
    low: [lowest.min, lowest.atMs],
    high: [highest.max, highest.atMs],
    average: averageOf(buckets),
    daily: Array.from(byDay, ([day, own]) => ({ day, average: averageOf(own) })),
    belowMs:
      warning === null
        ? null
        : buckets.reduce((ms, { avg, atMs }, index) => ms + (avg <= warning ? lasting(atMs, index) : 0), 0),
  };
}

function averageOf(buckets: readonly ReportBucket[]): number {
  const count = buckets.reduce((sum, bucket) => sum + bucket.count, 0);
  return buckets.reduce((sum, bucket) => sum + bucket.avg * bucket.count, 0) / count;
}
