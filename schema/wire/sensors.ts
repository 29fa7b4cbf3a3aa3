import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { shownText, someId, yesNo } from "./text.ts";

export const SensorsBatch = z.object({
  sensors: z
    .array(
      z.object({
        id: someId,
        label: shownText(1, LIMITS.labelCharactersMax).optional(),
        visible: yesNo.optional(),
      }),
      { error: "must be a list of sensors" },
    )
    .max(LIMITS.sensorsBatchMax, { error: `must be at most ${LIMITS.sensorsBatchMax} sensors` }),
});
export type SensorsBatch = z.output<typeof SensorsBatch>;

export const SensorsBatchAnswer = z.object({ ok: z.literal(true), updated: z.number().int() });
export type SensorsBatchAnswer = z.output<typeof SensorsBatchAnswer>;
