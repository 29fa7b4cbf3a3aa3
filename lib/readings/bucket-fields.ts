import { RESOLUTIONS, type Resolution } from "../../schema/vocabulary.ts";

/** What a bucket tells beside its one value, in the unit of the answer. */
export type BucketFields = { min: number; max: number; avg: number; count: number; last: number };

/**
 * A stored value: a reading's own, or a bucket's mean (of a state its last value). In the sensor's own unit.
 */
export type StoredValue = {
  sensorId: string;
  recordedAt: Date;
  value: number;
  /** What it is, which may be coarser than what was asked for. */
  resolution: Resolution;
  bucket: BucketFields | null;
};

/**
 * The resolution that an answer really has: the coarsest of its rows. Where the plan no longer keeps what was
 * asked for, the next coarser tier answers. Of no rows it is what was asked for.
 */
export const coarsestOf = (
  rows: readonly Pick<StoredValue, "resolution">[],
  asked: Resolution,
): Resolution => {
  const places = rows.map(({ resolution }) => RESOLUTIONS.indexOf(resolution));
  return RESOLUTIONS[places.reduce((a, b) => Math.max(a, b), RESOLUTIONS.indexOf(asked))] ?? asked;
};

/** What only a bucket has. `shown` turns a value into the answer's unit. */
export function bucketFields(
  { bucket }: Pick<StoredValue, "bucket">,
  shown: (value: number) => number = (value) => value,
): Partial<BucketFields> {
  if (bucket === null) return {};
  const { min, max, avg, count, last } = bucket;
  return { min: shown(min), max: shown(max), avg: shown(avg), count, last: shown(last) };
}
