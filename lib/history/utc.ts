import { DAY_MS } from "../kernel/time.ts";
import { BUCKET_MS, type BucketResolution } from "./buckets.ts";
import type { BucketPoint } from "./codec/bucket-chunk.ts";

/** A day in UTC as PostgreSQL's `date` writes it, such as `2026-11-20`. Sorts as text for years 0 to 9999. */
export type UtcDay = string;

export const utcDayOf = (atMs: number): UtcDay => new Date(atMs).toISOString().slice(0, 10);

/** Days since the epoch, as a difference of two `date`s counts them. */
export const dayNumber = (atMs: number): number => Math.floor(atMs / DAY_MS);

/** The first millisecond of the day. */
export const dayStartMs = (day: UtcDay): number => Date.parse(`${day}T00:00:00Z`);

/** The first millisecond after the day. */
export const dayEndMs = (day: UtcDay): number => dayStartMs(day) + DAY_MS;

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

/** The tiers whose months are sealed. Days stay rows: a sensor has 365 of them a year. */
export const SEALED_TIERS = ["15m", "1h"] as const;
export type SealedTier = (typeof SEALED_TIERS)[number];

/**
 * Buckets of one sensor from its chunks, and those that stand in rows, in the order of their numbers. Readings
 * are only ever added to a bucket: of two the one of more readings is whole, and of the same the row is newer. A
 * carried-forward value, of no readings, never counts against what was said.
 */
export function withRows<T extends BucketPoint>(sealed: readonly T[], rows: readonly T[]): T[] {
  const byNumber = new Map(sealed.map((one) => [one.bucket, one]));
  for (const row of rows) {
    const before = byNumber.get(row.bucket);
    if (before === undefined || row.count >= before.count) byNumber.set(row.bucket, row);
  }
  return [...byNumber.values()].sort((a, b) => a.bucket - b.bucket);
}
