import * as z from "zod";
import { LIMITS } from "../limits.ts";
import { RESOLUTIONS, SENSOR_KINDS } from "../vocabulary.ts";
import { givenInstant } from "./instant.ts";
import { nextCursor, pageFields } from "./paging.ts";
import { shownText, someId } from "./text.ts";

/** `sensor_id` may be repeated. Without `from` and `to`: the last 24 hours. */
export const ApiReadingsQuery = z
  .object({
    sensor_id: z
      .array(someId)
      .max(LIMITS.readingsSensorsMax, { error: `must be at most ${LIMITS.readingsSensorsMax} sensors` })
      .optional(),
    device_id: someId.optional(),
    key: shownText(1, LIMITS.sensorKeyCharactersMax).optional(),
    from: givenInstant.optional(),
    to: givenInstant.optional(),
    resolution: z.enum(RESOLUTIONS, { error: `must be one of ${RESOLUTIONS.join(", ")}` }).default("raw"),
    format: z.enum(["json", "csv"], { error: "must be json or csv" }).optional(),
    ...pageFields,
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    error: "must not be after to",
    path: ["from"],
  });
export type ApiReadingsQuery = z.output<typeof ApiReadingsQuery>;

/**
 * Figures of the readings in a bucket, in the reading's unit; a raw reading has none. A `count` of 0, which only
 * quarter hours have, means that the value was carried forward.
 */
export const bucketFields = {
  min: z.number().optional(),
  max: z.number().optional(),
  avg: z.number().optional(),
  count: z
    .int()
    .optional()
    .describe(
      "0: carried forward. The device was online in that quarter hour and didn't send the value again",
    ),
  last: z.number().optional(),
};

/** Coarser than what was asked for where the plan no longer keeps that. */
export const rowResolution = z.enum(RESOLUTIONS).describe("The row's resolution: a reading, or a bucket");

/** The coarsest of the answer's rows. */
export const answerResolution = z
  .enum(RESOLUTIONS)
  .describe("The coarsest resolution of the answer's rows, which may be coarser than requested");

/** For a bucket, `recorded_at` is its start and `value_num` its mean, or a state's last value. */
export const ApiReading = z.object({
  recorded_at: z.iso.datetime(),
  sensor_id: z.string(),
  key: z.string(),
  label: z.string(),
  kind: z.enum(SENSOR_KINDS),
  unit: z.string().nullable(),
  /** A value in `unit`; a state is 1 or 0. */
  value_num: z.number(),
  /** Null for a measure. */
  value_bool: z.boolean().nullable(),
  resolution: rowResolution,
  device_id: z.string(),
  device: z.string().describe("The device's name"),
  space: z.string(),
  /** Nobody has said the unit: the value may be in another one. */
  unit_assumed: z.boolean(),
  ...bucketFields,
});

export const ApiReadings = z.object({
  readings: z.array(ApiReading),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  resolution: answerResolution,
  next_cursor: nextCursor,
});
export type ApiReadings = z.output<typeof ApiReadings>;
