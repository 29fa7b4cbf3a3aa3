import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { RESOLUTIONS, SENSOR_KINDS } from "../vocabulary.ts";
import { instant, nextCursor, pageFields, period, periodInOrder, shownText, someId } from "./text.ts";

/** `sensor_id` may be repeated. Without `from` and `to`: the last 24 hours. */
export const ApiReadingsQuery = z
  .strictObject({
    sensor_id: z.optional(z.array(someId).check(z.maxLength(LIMITS.readingsSensorsMax))),
    device_id: z.optional(someId),
    key: z.optional(shownText(1, LIMITS.sensorKeyCharactersMax)),
    ...period,
    resolution: z._default(z.enum(RESOLUTIONS), "raw"),
    format: z.optional(z.enum(["json", "csv"])),
    ...pageFields,
  })
  .check(periodInOrder);
export type ApiReadingsQuery = z.output<typeof ApiReadingsQuery>;

/**
 * A bucket's figures, in the reading's unit; a raw reading has none. A `count` of 0, which only quarter hours have,
 * means that the value was carried forward.
 */
export const bucketFields = {
  min: z.optional(z.number()),
  max: z.optional(z.number()),
  avg: z.optional(z.number()),
  count: z
    .optional(z.int())
    .check(
      z.describe(
        "0: carried forward. The device was online in that quarter hour and didn't send the value again",
      ),
    ),
  last: z.optional(z.number()),
};

/** Coarser than requested if the plan no longer keeps that resolution. */
export const rowResolution = z
  .enum(RESOLUTIONS)
  .check(z.describe("The row's resolution: a reading, or a bucket"));

/** The coarsest resolution of the answer's rows. */
export const answerResolution = z
  .enum(RESOLUTIONS)
  .check(z.describe("The coarsest resolution of the answer's rows, which may be coarser than requested"));

/** For a bucket, `recorded_at` is its start, and `value_num` is its mean, or a state's last value. */
export const ApiReading = z.object({
  recorded_at: instant,
  sensor_id: z.string(),
  key: z.string(),
  label: z.string(),
  kind: z.enum(SENSOR_KINDS),
  unit: z.nullable(z.string()),
  /** The value in `unit`; 1 or 0 for a state. */
  value_num: z.number(),
  /** Null for a measurement. */
  value_bool: z.nullable(z.boolean()),
  resolution: rowResolution,
  device_id: z.string(),
  device: z.string().check(z.describe("The device's name")),
  space: z.string(),
  /** True if the unit is unknown: the value may be in another one. */
  unit_assumed: z.boolean(),
  ...bucketFields,
});

export const ApiReadings = z.object({
  readings: z.array(ApiReading),
  from: instant,
  to: instant,
  resolution: answerResolution,
  next_cursor: nextCursor,
});
export type ApiReadings = z.output<typeof ApiReadings>;

/** `at` is a date and time in the home's own time zone, as a form's field sends it. */
export const NewChartNote = z.object({
  at: z
    .string()
    .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/, { error: "must be a date and a time" })),
  text: shownText(1, LIMITS.chartNoteCharactersMax),
});
