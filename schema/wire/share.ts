import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { RESOLUTIONS } from "../vocabulary.ts";
import { givenInstant } from "./instant.ts";

const TemperatureChoice = z.optional(
  z.pipe(
    z.enum(["C", "F"]),
    z.transform((choice) => `°${choice}` as const),
  ),
);

/** `?unit=C|F` converts temperatures; without it each sensor's own unit is kept. */
export const LatestQuery = z.strictObject({ unit: TemperatureChoice });

export const ReadingsQuery = z.strictObject({
  from: z.optional(givenInstant),
  to: z.optional(givenInstant),
  key: z.optional(z.string().check(z.minLength(1), z.maxLength(LIMITS.sensorKeyCharactersMax))),
  limit: z._default(
    z.coerce.number().check(z.int(), z.minimum(1), z.maximum(LIMITS.readingsPageMax)),
    LIMITS.readingsPageDefault,
  ),
  resolution: z._default(z.enum(RESOLUTIONS), "raw"),
  unit: TemperatureChoice,
});
