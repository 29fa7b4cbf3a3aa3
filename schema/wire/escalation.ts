import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { CHANNELS, ESCALATION_GROUPS } from "../vocabulary.ts";
import { someId } from "./text.ts";

const channel = z.enum(CHANNELS);

/**
 * `whom`: `everybody`, `others` (members whom no earlier step names), `contacts` (everybody outside the home who has
 * agreed), or the id of a member or contact. `channels`: null for all that the recipient has chosen.
 */
const EscalationStep = z.strictObject({
  whom: someId.check(z.meta({ description: `\`${ESCALATION_GROUPS.join("`, `")}\`, or an id` })),
  channels: z.nullable(z.array(channel).check(z.minLength(1), z.maxLength(CHANNELS.length))),
  after_minutes: z.int().check(z.minimum(0), z.maximum(LIMITS.escalationMinutesMax)),
});

const isRising = (steps: readonly { after_minutes: number }[]): boolean =>
  steps.every(({ after_minutes }, place) => after_minutes >= (steps[place - 1]?.after_minutes ?? 0));

/** Replaces all steps; null restores the default. */
export const EscalationChange = z.strictObject({
  steps: z.nullable(
    z.array(EscalationStep).check(
      z.minLength(1),
      z.maxLength(LIMITS.escalationStepsMax),
      z.refine((steps) => steps[0]?.after_minutes === 0, {
        path: [0, "after_minutes"],
        error: "must be 0: the first step comes at once",
      }),
      z.refine(isRising, { error: "must each come no earlier than the one before" }),
    ),
  ),
});
export type EscalationChange = z.output<typeof EscalationChange>;

export const Escalation = z.object({ steps: z.array(EscalationStep), is_default: z.boolean() });
export type Escalation = z.output<typeof Escalation>;
