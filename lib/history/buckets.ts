import type { Resolution } from "../../schema/vocabulary.ts";
import { DAY_MS } from "../kernel/time.ts";
import {
  type Aggregate,
  aggregateOf,
  type DayStats,
  dayStatsOf,
  mergeAggregates,
  mergeDayStats,
} from "./aggregate.ts";
import type { Point } from "./codec/chunk.ts";

/** The resolutions that put readings together. */
export type BucketResolution = Exclude<Resolution, "raw">;

export const BUCKET_MS: Record<BucketResolution, number> = {
  "15m": 900_000,
  "1h": 3_600_000,
  "1d": DAY_MS,
};

/**
 * `startMs` is the bucket's first millisecond: a whole multiple of its length since the epoch, so aligned to
 * UTC.
 */
export type Bucket = { startMs: number; aggregate: Aggregate };

/** A quarter hour in JSON: its number since the epoch, its mean, lowest and highest. */
export type QuarterJson = [bucket: number, mean: number, low: number, high: number];

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

/** Readings in any order → their buckets, oldest first; empty ones are left out. */
export const bucketsOf = (points: readonly Point[], resolution: BucketResolution): Bucket[] =>
  gathered(
    points.map((point) => ({
      startMs: bucketStart(resolution, point.atMicros / 1_000),
      aggregate: aggregateOf(point),
    })),
  );

/**
 * Buckets of the same or a finer resolution, in any order → buckets of this one. No reading may be in two.
 */
export const coarserBuckets = (finer: readonly Bucket[], resolution: BucketResolution): Bucket[] =>
  gathered(finer.map(({ startMs, aggregate }) => ({ startMs: bucketStart(resolution, startMs), aggregate })));

function gathered(buckets: readonly Bucket[]): Bucket[] {
  const byStart = new Map<number, Aggregate>();
  for (const { startMs, aggregate } of buckets) {
    const before = byStart.get(startMs);
    byStart.set(startMs, before === undefined ? aggregate : mergeAggregates(before, aggregate));
  }
  return Array.from(byStart, ([startMs, aggregate]) => ({ startMs, aggregate })).sort(
    (a, b) => a.startMs - b.startMs,
  );
}

/** A day's figures; null where nothing was read. */
export const dayStats = (points: readonly Point[]): DayStats | null =>
  points.reduce<DayStats | null>((stats, point) => {
    const one = dayStatsOf(point);
    return stats === null ? one : mergeDayStats(stats, one);
  }, null);
