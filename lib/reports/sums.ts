import { MINUTE_MS } from "../kernel/time.ts";
import { REPORT_LIMITS } from "./limits.ts";
import type { Period } from "./report-periods.ts";

/** One sensor's bucket of a report's period. */
export type ReportBucket = { atMs: number; count: number; min: number; max: number; avg: number };

/** A value in the sensor's own unit. */
export type SeenValue = { value: number; atMs: number };

/** What a sensor's readings of a period come to. Without a reading `low`, `average` and `high` are null. */
export type SensorSums = {
  low: SeenValue | null;
  /** For a state the share of readings that were on, 0 to 1. */
  average: number | null;
  high: SeenValue | null;
  /** The average of each local day, oldest first; null for a day without readings. */
  daily: (number | null)[];
  /** How long it was at or under its warning (in its own unit); null where none is set. */
  belowWarning: { warning: number; ms: number } | null;
};

type Span = { period: Period; dayStarts: readonly number[]; warning: number | null };

/** Of buckets in the order of time. Extremes are known to the beginning of their bucket. */
export function sumsOf(buckets: readonly ReportBucket[], { period, dayStarts, warning }: Span): SensorSums {
  const lowest = buckets.toSorted((a, b) => a.min - b.min)[0];
  const highest = buckets.toSorted((a, b) => b.max - a.max)[0];
  return {
    low: lowest === undefined ? null : { value: lowest.min, atMs: lowest.atMs },
    average: averageOf(buckets),
    high: highest === undefined ? null : { value: highest.max, atMs: highest.atMs },
    daily: dayStarts.map((start, day) => {
      const end = dayStarts[day + 1] ?? period.toMs;
      return averageOf(buckets.filter(({ atMs }) => atMs >= start && atMs < end));
    }),
    belowWarning: warning === null ? null : { warning, ms: msBelow(buckets, warning, period.toMs) },
  };
}

function averageOf(buckets: readonly ReportBucket[]): number | null {
  const count = buckets.reduce((sum, bucket) => sum + bucket.count, 0);
  return count === 0 ? null : buckets.reduce((sum, bucket) => sum + bucket.avg * bucket.count, 0) / count;
}

/** A bucket stands until the next one, for an hour at most. */
function msBelow(buckets: readonly ReportBucket[], warning: number, endMs: number): number {
  const standsMs = REPORT_LIMITS.readingStandsMinutes * MINUTE_MS;
  return buckets.reduce((ms, { avg, atMs }, index) => {
    const nextMs = buckets[index + 1]?.atMs ?? endMs;
    return avg <= warning ? ms + Math.min(nextMs - atMs, standsMs) : ms;
  }, 0);
}
