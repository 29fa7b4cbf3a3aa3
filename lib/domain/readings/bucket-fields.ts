import type { Resolution } from "../../../schema/vocabulary.ts";

/** What a bucket tells beside its one value, in the unit of the answer. */
export type BucketFields = { min: number; max: number; avg: number; count: number; last: number };

/** A stored value: a reading's own, or a bucket's mean (of a state its last value). In the sensor's own unit. */
export type StoredValue = { sensorId: string; recordedAt: Date; value: number; bucket: BucketFields | null };

/**
 * The fields of buckets, where buckets were asked for. Of raw readings that are no longer kept a bucket answers
 * as one reading, so that every row of an answer has the same fields. `shown` turns a value into the answer's unit.
 */
export function bucketFields(
  { bucket }: Pick<StoredValue, "bucket">,
  resolution: Resolution,
  shown: (value: number) => number = (value) => value,
): Partial<BucketFields> {
  if (resolution === "raw" || bucket === null) return {};
  const { min, max, avg, count, last } = bucket;
  return { min: shown(min), max: shown(max), avg: shown(avg), count, last: shown(last) };
}
