import type { Resolution } from "../../schema/vocabulary.ts";
import { DAY_MS } from "../kernel/time.ts";
import { type Bucket, between, chunkBytes, openBuckets, type Point } from "./codec.ts";

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

export const storedValue = ({ atMicros, ...item }: HistoryItem): StoredValue => ({
  ...item,
  recordedAt: new Date(Math.floor(atMicros / 1_000)),
});

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

/**
 * Each span is so many times the one before: where little was said, a long time is read in a few statements.
 */
const GROWTH = 4;

/** What is left of a mean says how it was added up. */
const MEAN_DIGITS = 12;

/** Whole buckets, `from` ≤ time < `to`, epoch microseconds. */
export type Span = { fromMicros: number; toMicros: number };

/** Some buckets of a sensor, as columns of the same length. */
type BucketColumns = { sensorId: string } & Record<keyof Bucket, number[]>;

/** Quarter hours through which a sensor's value stood, counted since the epoch; the first and the last included. */
type CarriedRun = { sensorId: string; fromBucket: number; toBucket: number; value: number };

/** What the places hold that sensors' buckets may be in. */
export type BucketParts = {
  chunks: { sensorId: string; chunk: string }[];
  columns: BucketColumns[];
  carried: CarriedRun[];
};

/** The buckets of the span by sensor, oldest first. */
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

/** The quarter hours of a day, up to the one of the moment. */
export function lastDaySpan(now: Date): Span {
  const toMs = bucketStart("15m", now.getTime()) + BUCKET_MS["15m"];
  return { fromMicros: (toMs - DAY_MS) * 1_000, toMicros: toMs * 1_000 };
}

type SpansAsk = Span & { newestFirst: boolean };

/** A stretch in spans, in the order asked for, without gap or overlap, the first one so long. */
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
 * The same where each sensor says something once in `cellMs`, or less often. The first span may fill a page, or holds
 * `cellsMin` such cells, and costs as much however long the stretch is; the next are for what says less.
 */
export function cellSpans(
  cellMs: number,
  { sensors, limit, ...ask }: SpansAsk & { sensors: readonly unknown[]; limit: number },
  cellsMin: number,
): Generator<Span> {
  const cells = Math.ceil(Math.max(limit, cellsMin) / sensors.length) + 1;
  return inSpans(ask, cells * cellMs * 1_000);
}
