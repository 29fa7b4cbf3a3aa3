import * as z from "zod";

/** `readings` counts what was accepted, `sensors_created` the sensors that were not known before. */
export const Recorded = z.object({
  ok: z.literal(true),
  readings: z.number().int(),
  sensors_created: z.number().int(),
});
export type Recorded = z.output<typeof Recorded>;
