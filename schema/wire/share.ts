import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { RESOLUTIONS } from "../vocabulary.ts";
import { givenInstant } from "./instant.ts";

const TemperatureChoice = z.optional(
  z.pipe(
    z.enum(["C", "F"], { error: "must be C or F" }),
    z.transform((choice) => `°${choice}` as const),
  ),
);

/** `?unit=C|F` converts temperatures; without it each sensor's own unit is kept. */
export const LatestQuery = z.object({ unit: TemperatureChoice });
export type LatestQuery = z.output<typeof LatestQuery>;

const keyError = `must be 1 to ${LIMITS.sensorKeyCharactersMax} characters`;

export const ReadingsQuery = z.object({
  from: z.optional(givenInstant),
  to: z.optional(givenInstant),
  key: z.optional(
    z
      .string()
      .check(
        z.minLength(1, { error: keyError }),
        z.maxLength(LIMITS.sensorKeyCharactersMax, { error: keyError }),
      ),
  ),
  limit: z._default(
    z.coerce
      .number({ error: "must be a number" })
      .check(
        z.int({ error: "must be a whole number" }),
        z.minimum(1, { error: "must be at least 1" }),
        z.maximum(LIMITS.readingsPageMax, { error: `must be at most ${LIMITS.readingsPageMax}` }),
      ),
    LIMITS.readingsPageDefault,
  ),
  resolution: z._default(z.enum(RESOLUTIONS, { error: `must be one of ${RESOLUTIONS.join(", ")}` }), "raw"),
  unit: TemperatureChoice,
});
export type ReadingsQuery = z.output<typeof ReadingsQuery>;
