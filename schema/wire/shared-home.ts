import { z } from "zod";
import { RESOLUTIONS } from "../vocabulary.ts";
import { bucketFields } from "./readings.ts";

const instant = z.iso.datetime();

/** `unit` is null for a state, whose `value_num` is 1 or 0. */
const shown = {
  sensor_id: z.string(),
  key: z.string(),
  label: z.string(),
  kind: z.string(),
  unit: z.string().nullable(),
  value_num: z.number(),
  recorded_at: instant,
};

/** `stale`: older than a day. */
export const LatestReading = z.object({
  ...shown,
  device: z.string(),
  space: z.string(),
  value_bool: z.boolean().nullable(),
  stale: z.boolean(),
});

/** `by_key` has the newest reading of a sensor key, for templates that name one sensor. */
export const SharedLatest = z.object({
  name: z.string(),
  readings: z.array(LatestReading),
  by_key: z.record(z.string(), LatestReading),
});
export type SharedLatest = z.output<typeof SharedLatest>;

/** Of a bucket `recorded_at` is its start and `value_num` its mean, of a state its last value. */
export const SharedReading = z.object({ ...shown, ...bucketFields });

export const SharedReadings = z.object({
  name: z.string(),
  from: instant,
  to: instant,
  resolution: z.enum(RESOLUTIONS),
  readings: z.array(SharedReading),
});
export type SharedReadings = z.output<typeof SharedReadings>;
