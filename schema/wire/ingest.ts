import * as z from "zod/mini";
import { SENSOR_KINDS } from "../vocabulary.ts";

/** `readings` counts what was accepted, `sensors_created` the sensors that were not known before. */
export const Recorded = z.object({
  ok: z.literal(true),
  readings: z.int(),
  sensors_created: z.int(),
  /** Readings that are more than 90 days old, and so not kept. */
  left_out: z.optional(z.int()),
  /** With `?explain=1`: values that are no numbers in JSON, such as `nan`, and were read as null. */
  not_numbers: z.optional(z.int()),
  /** With `?explain=1`: what each reading was understood as. */
  sensors: z.optional(
    z.array(
      z.object({
        key: z.string(),
        kind: z.enum(SENSOR_KINDS),
        /** As it was sent; a state is 1 or 0. */
        value: z.number(),
        unit: z.nullable(z.string()),
        /** True while nobody has said the unit: `unit` is then our assumption. */
        assumed: z.boolean(),
      }),
    ),
  ),
});
export type Recorded = z.output<typeof Recorded>;

/** What a post of readings may ask of its answer. */
export const RecordQuery = z.strictObject({ explain: z.optional(z.enum(["1"])) });

/** What InfluxDB answers to a statement that changes something, or lists its databases. */
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
