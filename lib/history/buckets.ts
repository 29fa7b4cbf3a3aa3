import type { Resolution } from "../../schema/vocabulary.ts";
import { DAY_MS } from "../kernel/time.ts";
import type { BucketPoint } from "./codec/bucket-chunk.ts";
import type { Point } from "./codec/chunk.ts";

export const BUCKET_MS: Record<BucketResolution, number> = {
  "15m": 900_000,
  "1h": 3_600_000,
  "1d": DAY_MS,
};

/** The tiers that are sealed. Days stay rows: a sensor has 365 of them a year. */
export const SEALED_TIERS = ["15m", "1h"] as const;

/** A month has six parts of five days; the last one ends with the month. */
export const PART_DAYS = 5;
export const PARTS_A_MONTH = 6;

/**
 * What a bucket tells of the readings in it, in the sensor's own unit. Never of nothing: `count` is at least
 * 1.
 */
export type Aggregate = {
  count: number;
  min: number;
  max: number;
  avg: number;
  /** The value read last, and when: epoch microseconds. */
  last: number;
  lastAtMicros: number;
};

export const aggregateOf = ({ atMicros, value }: Point): Aggregate => ({
  count: 1,
  min: value,
  max: value,
  avg: value,
  last: value,
  lastAtMicros: atMicros,
});

/**
 * True if `a` was read after `b`; at one moment the greater value counts, so that the order of merging doesn't
 * matter.
 */
const isLater = (a: Aggregate, b: Aggregate): boolean =>
  a.lastAtMicros === b.lastAtMicros ? a.last > b.last : a.lastAtMicros > b.lastAtMicros;

/** Rounding must not show an average that was colder than the coldest moment. */
const between = (least: number, value: number, most: number): number =>
  Math.min(most, Math.max(least, value));

/**
 * Both together, whichever came first: a late reading merges into its bucket like any other. The two must
 * share no reading. All but `avg` are exact; `avg` is, to some units in the last place, the same in every
 * order.
 */
export function mergeAggregates(a: Aggregate, b: Aggregate): Aggregate {
  const count = a.count + b.count;
  const [min, max] = [Math.min(a.min, b.min), Math.max(a.max, b.max)];
  const latest = isLater(a, b) ? a : b;
  return {
    count,
    min,
    max,
    avg: between(min, a.avg + (b.avg - a.avg) * (b.count / count), max),
    last: latest.last,
    lastAtMicros: latest.lastAtMicros,
  };
}

/** A day's aggregate, and when its lowest and highest value were first read. Epoch microseconds. */
export type DayStats = Aggregate & { minAtMicros: number; maxAtMicros: number };

const dayStatsOf = (point: Point): DayStats => ({
  ...aggregateOf(point),
  minAtMicros: point.atMicros,
  maxAtMicros: point.atMicros,
});

type Extreme = { value: number; at: number };

const timeOf = (wanted: number, a: Extreme, b: Extreme): number => {
  if (a.value === b.value) return Math.min(a.at, b.at);
  return a.value === wanted ? a.at : b.at;
};

const lowOf = ({ min, minAtMicros }: DayStats): Extreme => ({ value: min, at: minAtMicros });

const highOf = ({ max, maxAtMicros }: DayStats): Extreme => ({ value: max, at: maxAtMicros });

/** Merges as `mergeAggregates` does; of two equal extremes the earlier time stays. */
function mergeDayStats(a: DayStats, b: DayStats): DayStats {
  const merged = mergeAggregates(a, b);
  return {
    ...merged,
    minAtMicros: timeOf(merged.min, lowOf(a), lowOf(b)),
    maxAtMicros: timeOf(merged.max, highOf(a), highOf(b)),
  };
}

/** The resolutions that put readings together. */
export type BucketResolution = Exclude<Resolution, "raw">;

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

/** A day in UTC as PostgreSQL's `date` writes it, such as `2026-11-20`. Sorts as text for years 0 to 9999. */
export type UtcDay = string;

export const utcDayOf = (atMs: number): UtcDay => new Date(atMs).toISOString().slice(0, 10);

/** Days since the epoch, as a difference of two `date`s counts them. */
export const dayNumber = (atMs: number): number => Math.floor(atMs / DAY_MS);

/** The first millisecond of the day. */
export const dayStartMs = (day: UtcDay): number => Date.parse(`${day}T00:00:00Z`);

/** The first millisecond after the day. */
export const dayEndMs = (day: UtcDay): number => dayStartMs(day) + DAY_MS;

export const monthOf = (day: UtcDay): UtcDay => `${day.slice(0, 7)}-01`;

/** The first millisecond after the month. */
export function monthEndMs(month: UtcDay): number {
  const start = new Date(dayStartMs(month));
  return Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1);
}

/** The month that holds the moment, epoch milliseconds. */
export const monthAt = (atMs: number): UtcDay => monthOf(utcDayOf(atMs));

/** The first day of the part of a month that holds the day. Buckets are sealed up to the beginning of a part. */
export function partOf(day: UtcDay): UtcDay {
  const part = Math.min(Math.floor((Number(day.slice(8)) - 1) / PART_DAYS), PARTS_A_MONTH - 1);
  return day.slice(0, 8) + String(1 + part * PART_DAYS).padStart(2, "0");
}

/** The first day of the chunk behind the one that begins on a day: of the next part, or the next month. */
export const nextChunkOf = (tier: SealedTier, firstDay: UtcDay): UtcDay => {
  const next = partAt(dayStartMs(firstDay) + PART_DAYS * DAY_MS);
  return tier === "15m" && next > firstDay ? next : utcDayOf(monthEndMs(firstDay));
};

/** The part that holds the moment, epoch milliseconds. */
export const partAt = (atMs: number): UtcDay => partOf(utcDayOf(atMs));

/** The number of the first bucket that begins on the day. */
export const firstBucketOf = (day: UtcDay, resolution: BucketResolution): number =>
  dayStartMs(day) / BUCKET_MS[resolution];

export type SealedTier = (typeof SEALED_TIERS)[number];

/**
 * Buckets of one sensor from its chunks, the older chunk first, and those that stand in rows, in the order of their
 * numbers. Readings are only ever added to a bucket: of two the one of more readings is whole, and of the same the
 * row, or the later chunk, is newer. A carried-forward value, of no readings, never counts against what was said.
 */
export function withRows<T extends BucketPoint>(sealed: readonly T[], rows: readonly T[]): T[] {
  const all = [...sealed, ...rows];
  // Chunks follow each other, and rows are of later days: there is seldom anything to put together.
  if (all.every(({ bucket }, index) => index === 0 || bucket > (all[index - 1]?.bucket ?? 0))) return all;
  const byNumber = new Map<number, T>();
  for (const one of all) {
    const before = byNumber.get(one.bucket);
    if (before === undefined || one.count >= before.count) byNumber.set(one.bucket, one);
  }
  return [...byNumber.values()].sort((a, b) => a.bucket - b.bucket);
}
