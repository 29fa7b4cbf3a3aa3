import { DAY_MS } from "../kernel/time.ts";
import { BUCKET_MS, type BucketResolution } from "./buckets.ts";

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
