import type { Resolution } from "../../schema/vocabulary.ts";
import { DAY_MS } from "../kernel/time.ts";
import { type Bucket, between, type Point } from "./codec.ts";

/** The resolutions that put readings together. */
export type BucketResolution = Exclude<Resolution, "raw">;

/** `count` is 0 for a quarter hour with a carried-forward value, in which the device didn't send it. */
export type BucketFigures = Omit<Bucket, "bucket">;

/** A reading, or a bucket of them at its start; values in the sensor's own unit, a state 1 or 0. */
export type HistoryItem = {
  sensorId: string;
  atMicros: number;
  value: number;
  resolution: Resolution;
  /** Null for a reading. */
  bucket: BucketFigures | null;
};

/** A stored value at its time, in the sensor's own unit; what it is may be coarser than what was asked for. */
export type StoredValue = Omit<HistoryItem, "atMicros"> & { recordedAt: Date };

/** A bucket begins at a whole multiple of its length since the epoch, and so aligned to UTC. */
export const BUCKET_MS: Record<BucketResolution, number> = {
  "15m": 900_000,
  "1h": 3_600_000,
  "1d": DAY_MS,
};

/** The start of the bucket that holds the moment, in epoch milliseconds. */
export const bucketStart = (resolution: BucketResolution, atMs: number): number =>
  Math.floor(atMs / BUCKET_MS[resolution]) * BUCKET_MS[resolution];

/**
 * The first start of a bucket at or after the moment: where a range must end for its last bucket to be whole.
 */
export const bucketCeiling = (resolution: BucketResolution, atMs: number): number =>
  Math.ceil(atMs / BUCKET_MS[resolution]) * BUCKET_MS[resolution];

/** The number of the quarter hour that was over last at a moment, counted since the epoch. */
export const quarterBefore = (atMs: number): number => Math.floor(atMs / BUCKET_MS["15m"]) - 1;

/** Readings in the order of time → their buckets, oldest first; empty ones are left out. */
export function bucketsOf(points: readonly Point[], resolution: BucketResolution): Bucket[] {
  const micros = BUCKET_MS[resolution] * 1_000;
  const buckets: Bucket[] = [];
  let sum = 0;
  for (const { atMicros, value } of points) {
    const number = Math.floor(atMicros / micros);
    let bucket = buckets.at(-1);
    if (bucket?.bucket !== number) {
      bucket = { bucket: number, count: 0, min: value, max: value, avg: value, last: value };
      buckets.push(bucket);
      sum = 0;
    }
    sum += value;
    bucket.count += 1;
    bucket.min = Math.min(bucket.min, value);
    bucket.max = Math.max(bucket.max, value);
    bucket.avg = between(bucket.min, sum / bucket.count, bucket.max);
    bucket.last = value;
  }
  return buckets;
}

/**
 * One sensor's buckets from several places, in order. Readings are only ever added to a bucket: of two the one of more
 * readings is whole, and of the same the later. A carried-forward value, of no readings, never counts against what was said.
 */
export function mergedBuckets(...lists: readonly (readonly Bucket[])[]): Bucket[] {
  const byNumber = new Map<number, Bucket>();
  for (const bucket of lists.flat()) {
    const before = byNumber.get(bucket.bucket);
    if (before === undefined || bucket.count >= before.count) byNumber.set(bucket.bucket, bucket);
  }
  return [...byNumber.values()].sort((a, b) => a.bucket - b.bucket);
}

/** A day in UTC as PostgreSQL's `date` writes it, such as `2026-11-20`. Sorts as text for years 0 to 9999. */
export type UtcDay = string;

export const utcDayOf = (atMs: number): UtcDay => new Date(atMs).toISOString().slice(0, 10);

/** The first millisecond of the day. */
export const dayStartMs = (day: UtcDay): number => Date.parse(`${day}T00:00:00Z`);

/** The first millisecond after the day. */
export const dayEndMs = (day: UtcDay): number => dayStartMs(day) + DAY_MS;
