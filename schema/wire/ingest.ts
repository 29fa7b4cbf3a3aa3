import * as z from "zod/mini";
import { SENSOR_KINDS } from "../vocabulary.ts";

/** `readings` counts the accepted readings, `sensors_created` the new sensors. */
export const Recorded = z.object({
  ok: z.literal(true),
  readings: z.int(),
  sensors_created: z.int(),
  /** Readings older than 90 days, which aren't stored. */
  left_out: z.optional(z.int()),
  /** With `?explain=1`: values that aren't valid JSON numbers, such as `nan`, and were read as null. */
  not_numbers: z.optional(z.int()),
  /** With `?explain=1`: how each reading was understood. */
  sensors: z.optional(
    z.array(
      z.object({
        key: z.string(),
        kind: z.enum(SENSOR_KINDS),
        /** The value as sent; 1 or 0 for a state. */
        value: z.number(),
        unit: z.nullable(z.string()),
        /** True if the unit is unknown: `unit` is then our assumption. */
        assumed: z.boolean(),
      }),
    ),
  ),
});
export type Recorded = z.output<typeof Recorded>;

/** The options of a post of readings. */
export const RecordQuery = z.strictObject({ explain: z.optional(z.enum(["1"])) });

/** InfluxDB's answer to a statement that changes something, or lists databases. */
export const InfluxResults = z.object({
  results: z.array(
    z.object({
      statement_id: z.int(),
      series: z.optional(
        z.array(
          z.object({ name: z.string(), columns: z.array(z.string()), values: z.array(z.array(z.string())) }),
        ),
      ),
    }),
  ),
});
