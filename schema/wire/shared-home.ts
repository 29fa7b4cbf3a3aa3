import * as z from "zod/mini";
import { CONTACT_MEANINGS, DERIVED_KINDS } from "../vocabulary.ts";
import { answerResolution, bucketFields, rowResolution } from "./readings.ts";

const instant = z.iso.datetime();

/** `unit` is null for a state, whose `value_num` is 1 or 0. */
const shown = {
  sensor_id: z.string(),
  key: z.string(),
  label: z.string(),
  kind: z.string(),
  unit: z.nullable(z.string()),
  value_num: z.number(),
  recorded_at: instant,
};

/** `stale`: older than a day. */
export const LatestReading = z.object({
  ...shown,
  /** Nobody has said the unit: the value may be in another one. */
  unit_assumed: z.boolean(),
  device: z.string(),
  space: z.string(),
  value_bool: z.nullable(z.boolean()),
  /** What `value_bool` true (1) says of a door or window; null for every other sensor. */
  true_means: z.nullable(z.enum(CONTACT_MEANINGS)),
  stale: z.boolean(),
});

/**
 * Worked out from the latest readings of the sensors in `of`, of a dew point the temperature first.
 * `recorded_at` is that of the older one; where one of them is stale there is none.
 */
export const DerivedReading = z.object({
  kind: z.enum(DERIVED_KINDS),
  key: z.string(),
  label: z.string(),
  device: z.string(),
  space: z.string(),
  unit: z.string(),
  value_num: z.number(),
  of: z.array(z.string()),
  recorded_at: instant,
});

/**
 * `by_id` names every sensor apart; `by_key` has the newest reading of a sensor key, for templates that name
 * one sensor: two sensors of one key stand there in turn.
 */
export const SharedLatest = z.object({
  name: z.string(),
  readings: z.array(LatestReading),
  by_id: z.record(z.string(), LatestReading),
  by_key: z.record(z.string(), LatestReading),
  derived: z.array(DerivedReading),
});
export type SharedLatest = z.output<typeof SharedLatest>;

/** For a bucket, `recorded_at` is its start and `value_num` its mean, or a state's last value. */
export const SharedReading = z.object({ ...shown, resolution: rowResolution, ...bucketFields });

export const SharedReadings = z.object({
  name: z.string(),
  from: instant,
  to: instant,
  resolution: answerResolution,
  readings: z.array(SharedReading),
});
export type SharedReadings = z.output<typeof SharedReadings>;
