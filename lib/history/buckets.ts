import type { Resolution } from "../../schema/vocabulary.ts";
import { DAY_MS } from "../kernel/time.ts";
import { type Bucket, between, chunkBytes, openBuckets, type Point } from "./codec.ts";

/** The resolutions that aggregate readings into buckets. */
export type BucketResolution = Exclude<Resolution, "raw">;

/** The figures of a bucket. `count` is 0 if the value was carried forward, since the device didn't send it. */
export type BucketFigures = Omit<Bucket, "bucket">;

/** A reading, or a bucket, whose time is its start. Values are in the sensor's own unit; a state is 1 or 0. */
export type HistoryItem = {
  sensorId: string;
  atMicros: number;
  value: number;
  resolution: Resolution;
  /** The figures of a bucket; null for a single reading. */
  bucket: BucketFigures | null;
};

/** A stored value in the sensor's own unit. Its resolution may be coarser than requested. */
export type StoredValue = Omit<HistoryItem, "atMicros"> & { recordedAt: Date };

export const storedValue = ({ atMicros, ...item }: HistoryItem): StoredValue => ({
  ...item,
  recordedAt: new Date(Math.floor(atMicros / 1_000)),
});

/** The length of a bucket. Buckets begin at multiples of it since the epoch, so they are aligned to UTC. */
export const BUCKET_MS: Record<BucketResolution, number> = {
  "15m": 900_000,
  "1h": 3_600_000,
  "1d": DAY_MS,
};

/** Returns the start of the bucket that contains the moment, in epoch milliseconds. */
export const bucketStart = (resolution: BucketResolution, atMs: number): number =>
  Math.floor(atMs / BUCKET_MS[resolution]) * BUCKET_MS[resolution];

/** Returns the first start of a bucket at or after the moment, in epoch milliseconds: the end of whole buckets. */
export const bucketCeiling = (resolution: BucketResolution, atMs: number): number =>
  Math.ceil(atMs / BUCKET_MS[resolution]) * BUCKET_MS[resolution];

/** Aggregates readings, given in order of time, into buckets, oldest first. Omits empty buckets. */
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
 * Merges one sensor's buckets from several sources, in order. Readings are only ever added to a bucket, so of two
 * versions the one with more readings is complete; if equal, the later source wins. A carried-forward value (no
 * readings) loses against any reading.
 */
export const mergedBuckets = (...lists: readonly (readonly Bucket[])[]): Bucket[] =>
  together(lists, (one, other) => (other.count >= one.count ? other : one));

/** Adds late readings to buckets whose own readings are no longer kept. A bucket that is sent again isn't added twice. */
export const addedBuckets = (stored: readonly Bucket[], late: readonly Bucket[]): Bucket[] =>
  together([stored, late], (one, other) =>
    other.count === one.count && other.min === one.min && other.max === one.max ? one : joined(other, one),
  );

function together(
  lists: readonly (readonly Bucket[])[],
  choose: (one: Bucket, other: Bucket) => Bucket,
): Bucket[] {
  const byNumber = new Map<number, Bucket>();
  for (const bucket of lists.flat()) {
    const before = byNumber.get(bucket.bucket);
    byNumber.set(bucket.bucket, before === undefined ? bucket : choose(before, bucket));
  }
  return [...byNumber.values()].sort((a, b) => a.bucket - b.bucket);
}

/** Returns one bucket with the readings of both. `last` is that of the second. */
export function joined(one: Bucket, other: Bucket): Bucket {
  const [min, max] = [Math.min(one.min, other.min), Math.max(one.max, other.max)];
  const count = one.count + other.count;
  const mean = (one.avg * one.count + other.avg * other.count) / count;
  return { ...other, count, min, max, avg: between(min, mean, max) };
}

/** A UTC day in the form of PostgreSQL's `date`, such as `2026-11-20`. Sorts as text for the years 0 to 9999. */
export type UtcDay = string;

export const utcDayOf = (atMs: number): UtcDay => new Date(atMs).toISOString().slice(0, 10);

/** Returns the first epoch millisecond of the day. */
export const dayStartMs = (day: UtcDay): number => Date.parse(`${day}T00:00:00Z`);

/** Returns the first epoch millisecond after the day. */
export const dayEndMs = (day: UtcDay): number => dayStartMs(day) + DAY_MS;

/** The growth from one span to the next, so that a long time with few readings takes only a few statements. */
const GROWTH = 4;

/** Further digits of a mean depend only on the order of the summation. */
const MEAN_DIGITS = 12;

/** A time span of whole buckets, `from` ≤ time < `to`, in epoch microseconds. */
export type Span = { fromMicros: number; toMicros: number };

/** Buckets of one sensor, as columns of equal length. */
type BucketColumns = { sensorId: string } & Record<keyof Bucket, number[]>;

/** A run of quarter hours with one carried-forward value. Numbers count since the epoch; both ends are inclusive. */
type CarriedRun = { sensorId: string; fromBucket: number; toBucket: number; value: number };

/** Buckets from all places where history stores them. */
export type BucketParts = {
  chunks: { sensorId: string; chunk: string }[];
  columns: BucketColumns[];
  carried: CarriedRun[];
};

/** Returns the buckets of the span by sensor id, oldest first. */
export function bucketsOfParts(
  { chunks, columns, carried }: BucketParts,
  resolution: BucketResolution,
  span: Span,
): Map<string, Bucket[]> {
  const micros = BUCKET_MS[resolution] * 1_000;
  const [first, end] = [span.fromMicros / micros, span.toMicros / micros];
  const lists = [
    ...carried.map((run) => [run.sensorId, carriedBuckets(run, first, end)] as const),
    ...chunks.map(({ sensorId, chunk }) => [sensorId, openBuckets(chunkBytes(chunk))] as const),
    ...columns.map((row) => [row.sensorId, rowsOf(row)] as const),
  ];
  return new Map(
    Array.from(
      Map.groupBy(lists, ([sensorId]) => sensorId),
      ([sensorId, own]) => [
        sensorId,
        mergedBuckets(...own.map(([, buckets]) => buckets))
          .filter(({ bucket }) => bucket >= first && bucket < end)
          .map((bucket) => ({ ...bucket, avg: Number(bucket.avg.toPrecision(MEAN_DIGITS)) })),
      ],
    ),
  );
}

function carriedBuckets({ fromBucket, toBucket, value }: CarriedRun, first: number, end: number): Bucket[] {
  const from = Math.max(fromBucket, first);
  const quarters = Math.max(0, Math.min(toBucket + 1, end) - from);
  return Array.from({ length: quarters }, (_, index) => ({
    bucket: from + index,
    count: 0,
    min: value,
    max: value,
    avg: value,
    last: value,
  }));
}

const rowsOf = ({ bucket, count, min, max, avg, last }: BucketColumns): Bucket[] =>
  bucket.map((number, index) => ({
    bucket: number,
    count: count[index] ?? 0,
    min: min[index] ?? 0,
    max: max[index] ?? 0,
    avg: avg[index] ?? 0,
    last: last[index] ?? 0,
  }));

/** Returns the span of the last 24 hours in whole quarter hours, up to and including the current one. */
export function lastDaySpan(now: Date): Span {
  const toMs = bucketStart("15m", now.getTime()) + BUCKET_MS["15m"];
  return { fromMicros: (toMs - DAY_MS) * 1_000, toMicros: toMs * 1_000 };
}

type SpansAsk = Span & { newestFirst: boolean };

/** Splits a range into spans in the requested order, without gap or overlap. `firstMicros`: the length of the first. */
export function* inSpans({ newestFirst, ...ask }: SpansAsk, firstMicros: number): Generator<Span> {
  let { fromMicros, toMicros } = ask;
  for (let length = firstMicros; fromMicros < toMicros; length *= GROWTH) {
    if (newestFirst) {
      const start = Math.max(toMicros - length, fromMicros);
      yield { fromMicros: start, toMicros };
      toMicros = start;
    } else {
      const end = Math.min(fromMicros + length, toMicros);
      yield { fromMicros, toMicros: end };
      fromMicros = end;
    }
  }
}

/**
 * Splits a range for sensors with at most one item in `cellMs`. The first span can fill the page, and has at least
 * `cellsMin` cells, whatever the length of the range. The later, longer spans are for sensors with fewer items.
 */
export function cellSpans(
  cellMs: number,
  { sensors, limit, ...ask }: SpansAsk & { sensors: readonly unknown[]; limit: number },
  cellsMin: number,
): Generator<Span> {
  const cells = Math.ceil(Math.max(limit, cellsMin) / sensors.length) + 1;
  return inSpans(ask, cells * cellMs * 1_000);
}
