import * as z from "zod/mini";
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
  whom: someId.check(z.meta({ description: `\`${ESCALATION_GROUPS.join("`, `")}\`, or an id` })),
  channels: z.nullable(
    z
      .array(channel, { error: "must be a list of channels, or null" })
      .check(
        z.minLength(1, { error: "must name at least one channel" }),
        z.maxLength(CHANNELS.length, { error: "must name each channel once" }),
      ),
  ),
  after_minutes: z
    .int({ error: minutesError })
    .check(
      z.minimum(0, { error: minutesError }),
      z.maximum(LIMITS.escalationMinutesMax, { error: minutesError }),
    ),
});

/** Replaces all steps; null goes back to the default. */
export const EscalationChange = z.strictObject({
  steps: z.nullable(
    z.array(EscalationStep, { error: "must be a list of steps" }).check(
      z.maxLength(LIMITS.escalationStepsMax, {
        error: `must be at most ${LIMITS.escalationStepsMax} steps`,
      }),
    ),
  ),
});
export type EscalationChange = z.output<typeof EscalationChange>;

export const Escalation = z.object({ steps: z.array(EscalationStep), is_default: z.boolean() });
export type Escalation = z.output<typeof Escalation>;
