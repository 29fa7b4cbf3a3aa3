import { DAY_MS } from "../kernel/time.ts";
import { BUCKET_MS, type BucketResolution, bucketStart, mergedBuckets } from "./buckets.ts";
import { type Bucket, openBuckets } from "./codec.ts";
import { chunkBytes } from "./columns.ts";

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
    ...{ bucket: from + index, count: 0 },
    ...{ min: value, max: value, avg: value, last: value },
  }));
}

const rowsOf = ({ bucket, count, min, max, avg, last }: BucketColumns): Bucket[] =>
  bucket.map((number, index) => ({
    ...{ bucket: number, count: count[index] ?? 0, min: min[index] ?? 0, max: max[index] ?? 0 },
    ...{ avg: avg[index] ?? 0, last: last[index] ?? 0 },
  }));

/** The quarter hours of a day, up to the one of the moment. */
export function lastDaySpan(now: Date): Span {
  const toMs = bucketStart("15m", now.getTime()) + BUCKET_MS["15m"];
  return { fromMicros: (toMs - DAY_MS) * 1_000, toMicros: toMs * 1_000 };
}
