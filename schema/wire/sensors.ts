import * as z from "zod";
import { LIMITS } from "../limits.ts";
import { BARE_TEMPERATURE_UNITS, PLACEMENTS } from "../vocabulary.ts";
import { Sensor } from "./devices.ts";
import { shownText, someId, yesNo } from "./text.ts";

/** Null: as its name and readings suggest. */
const placement = z
  .enum(PLACEMENTS, { error: `must be one of ${PLACEMENTS.join(", ")}, or null` })
  .nullable();

export const SensorsBatch = z.strictObject({
  sensors: z
    .array(
      z.strictObject({
        id: someId,
        label: shownText(1, LIMITS.labelCharactersMax).optional(),
        visible: yesNo.optional(),
        placement: placement.optional(),
      }),
      { error: "must be a list of sensors" },
    )
    .max(LIMITS.sensorsBatchMax, { error: `must be at most ${LIMITS.sensorsBatchMax} sensors` }),
});
export type SensorsBatch = z.output<typeof SensorsBatch>;

export const SensorsBatchAnswer = z.object({ ok: z.literal(true), updated: z.number().int() });
export type SensorsBatchAnswer = z.output<typeof SensorsBatchAnswer>;

const label = shownText(1, LIMITS.labelCharactersMax);

/** What is left out stays. */
export const SensorChange = z
  .strictObject({
    label: label.optional(),
    visible: yesNo.optional(),
    placement: placement.optional(),
    unit: z.enum(BARE_TEMPERATURE_UNITS, { error: "must be °F or °C" }).optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: "must have at least one of label, visible, placement and unit",
  })
  .meta({ minProperties: 1 });
export type SensorChange = z.output<typeof SensorChange>;

/** A sensor and whose it is. */
export const SensorAnswer = z.object({ sensor: Sensor.extend({ device_id: z.string() }) });
export type SensorAnswer = z.output<typeof SensorAnswer>;
