import { BUCKET_MS, type BucketResolution } from "./buckets.ts";
import { dayStartMs, type UtcDay, utcDayOf } from "./utc-day.ts";

/** A month in UTC, as its first day. */
export type UtcMonth = UtcDay;

export const monthOf = (day: UtcDay): UtcMonth => `${day.slice(0, 7)}-01`;

/** The first millisecond after the month. */
export function monthEndMs(month: UtcMonth): number {
  const start = new Date(dayStartMs(month));
  return Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1);
}

/** The month that holds the moment, epoch milliseconds. */
export const monthAt = (atMs: number): UtcMonth => monthOf(utcDayOf(atMs));

/** The number of the first bucket that begins in the month. */
export const firstBucketOf = (month: UtcMonth, resolution: BucketResolution): number =>
  dayStartMs(month) / BUCKET_MS[resolution];
