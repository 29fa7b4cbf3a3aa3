import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { CONTACT_MEANINGS, RESOLUTIONS } from "../vocabulary.ts";
import { answerResolution, bucketFields, rowResolution } from "./readings.ts";
import { instant, period, periodInOrder } from "./text.ts";

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

/** `stale` means older than a day. */
export const LatestReading = z.object({
  ...shown,
  /** True if the unit is unknown: the value may be in another one. */
  unit_assumed: z.boolean(),
  device: z.string(),
  space: z.string(),
  value_bool: z.nullable(z.boolean()),
  /** The meaning of `value_bool` true (1) for a door or window; null for every other sensor. */
  true_means: z.nullable(z.enum(CONTACT_MEANINGS)),
  stale: z.boolean(),
});

/**
 * `by_id` has every sensor. `by_key` has the newest reading for a key, for templates that name one sensor: sensors with
 * the same key replace each other.
 */
export const SharedLatest = z.object({
  name: z.string(),
  readings: z.array(LatestReading),
  by_id: z.record(z.string(), LatestReading),
  by_key: z.record(z.string(), LatestReading),
});
export type SharedLatest = z.output<typeof SharedLatest>;

/** For a bucket, `recorded_at` is its start, and `value_num` is its mean, or a state's last value. */
export const SharedReading = z.object({ ...shown, resolution: rowResolution, ...bucketFields });

export const SharedReadings = z.object({
  name: z.string(),
  from: instant,
  to: instant,
  resolution: answerResolution,
  readings: z.array(SharedReading),
});
export type SharedReadings = z.output<typeof SharedReadings>;

const TemperatureChoice = z.optional(
  z.pipe(
    z.enum(["C", "F"]),
    z.transform((choice) => `°${choice}` as const),
  ),
);

/** `?unit=C|F` converts temperatures; without it, each sensor keeps its own unit. */
export const LatestQuery = z.strictObject({ unit: TemperatureChoice });

export const ReadingsQuery = z
  .strictObject({
    ...period,
    key: z.optional(z.string().check(z.minLength(1), z.maxLength(LIMITS.sensorKeyCharactersMax))),
    limit: z._default(
      z.coerce.number().check(z.int(), z.minimum(1), z.maximum(LIMITS.readingsPageMax)),
      LIMITS.readingsPageDefault,
    ),
    resolution: z._default(z.enum(RESOLUTIONS), "raw"),
    unit: TemperatureChoice,
  })
  .check(periodInOrder);
export type ReadingsQuery = z.output<typeof ReadingsQuery>;
