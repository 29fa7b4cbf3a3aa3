import * as z from "zod";
import { SENSOR_KINDS } from "../vocabulary.ts";

/** `readings` counts what was accepted, `sensors_created` the sensors that were not known before. */
export const Recorded = z.object({
  ok: z.literal(true),
  readings: z.number().int(),
  sensors_created: z.number().int(),
  /** With `?explain=1`: what each reading was understood as. */
  sensors: z
    .array(
      z.object({
        key: z.string(),
        kind: z.enum(SENSOR_KINDS),
        /** As it was sent; a state is 1 or 0. */
        value: z.number(),
        unit: z.string().nullable(),
        /** True while nobody has said the unit: `unit` is then our assumption. */
        assumed: z.boolean(),
      }),
    )
    .optional(),
});
export type Recorded = z.output<typeof Recorded>;
