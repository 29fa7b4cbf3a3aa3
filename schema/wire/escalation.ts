import * as z from "zod";
import { LIMITS } from "../limits.ts";
import { CHANNELS, ESCALATION_GROUPS } from "../vocabulary.ts";
import { someId } from "./text.ts";

const minutesError = `must be a whole number from 0 to ${LIMITS.escalationMinutesMax}`;
const channel = z.enum(CHANNELS, { error: `must be one of ${CHANNELS.join(", ")}` });

/**
 * `whom`: `everybody`, `others` (members whom no earlier step names), `contacts` (everybody outside the home who has
 * said yes), or the id of a member or of such a contact. `channels`: null for all that each of them has chosen.
 */
const EscalationStep = z.strictObject({
  whom: someId.meta({ description: `\`${ESCALATION_GROUPS.join("`, `")}\`, or an id` }),
  channels: z
    .array(channel, { error: "must be a list of channels, or null" })
    .min(1, { error: "must name at least one channel" })
    .max(CHANNELS.length, { error: "must name each channel once" })
    .nullable(),
  after_minutes: z
    .number({ error: minutesError })
    .int({ error: minutesError })
    .min(0, { error: minutesError })
    .max(LIMITS.escalationMinutesMax, { error: minutesError }),
});

/** Replaces all steps; null goes back to the default. */
export const EscalationChange = z.strictObject({
  steps: z
    .array(EscalationStep, { error: "must be a list of steps" })
    .max(LIMITS.escalationStepsMax, { error: `must be at most ${LIMITS.escalationStepsMax} steps` })
    .nullable(),
});
export type EscalationChange = z.output<typeof EscalationChange>;

export const Escalation = z.object({ steps: z.array(EscalationStep), is_default: z.boolean() });
export type Escalation = z.output<typeof Escalation>;
