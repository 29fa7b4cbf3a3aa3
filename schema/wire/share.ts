import * as z from "zod";
import { LIMITS } from "../limits.ts";
import { RESOLUTIONS } from "../vocabulary.ts";
import { givenInstant } from "./instant.ts";

const TemperatureChoice = z
  .enum(["C", "F"], { error: "must be C or F" })
  .transform((choice) => `°${choice}` as const)
  .optional();

/** `?unit=C|F` converts temperatures; without it each sensor's own unit is kept. */
export const LatestQuery = z.object({ unit: TemperatureChoice });
export type LatestQuery = z.output<typeof LatestQuery>;

export const ReadingsQuery = z.object({
  from: givenInstant.optional(),
  to: givenInstant.optional(),
  key: z.string().min(1).max(LIMITS.sensorKeyCharactersMax).optional(),
  limit: z.coerce
    .number({ error: "must be a number" })
    .int({ error: "must be a whole number" })
    .min(1, { error: "must be at least 1" })
    .max(LIMITS.readingsPageMax, { error: `must be at most ${LIMITS.readingsPageMax}` })
    .default(LIMITS.readingsPageDefault),
  resolution: z.enum(RESOLUTIONS, { error: `must be one of ${RESOLUTIONS.join(", ")}` }).default("raw"),
  unit: TemperatureChoice,
});
export type ReadingsQuery = z.output<typeof ReadingsQuery>;
