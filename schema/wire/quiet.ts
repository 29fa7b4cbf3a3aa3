import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { ALERT_KINDS, INBOUND_ACTIONS, SEVERITIES } from "../vocabulary.ts";
import { instant, whereNoObject } from "./text.ts";

const noAction = whereNoObject("must be a JSON object with an action");
/**
 * A snooze without `hours` lasts 4 hours, and at most 720; a vacation without `hours` lasts until it is cleared. The
 * other actions ignore `hours`.
 */
export const QuietAction = z.strictObject(
  {
    action: z.enum(INBOUND_ACTIONS),
    hours: z.optional(z.int().check(z.minimum(1), z.maximum(LIMITS.quietHoursMax))),
  },
  { error: noAction },
);
export type QuietAction = z.output<typeof QuietAction>;

/** An automation's action. Its other fields are ignored. */
export const WebhookAction = z.object(QuietAction.shape, { error: noAction });

export const ActiveAlert = z.object({
  id: z.string(),
  kind: z.enum(ALERT_KINDS),
  severity: z.enum(SEVERITIES),
  title: z.string(),
  opened_at: instant,
  acknowledged: z.boolean(),
});

/** A time that isn't set, or is over, is null. */
export const HomeStatus = z.object({
  snoozed_until: z.nullable(instant),
  vacation_until: z.nullable(instant),
  on_vacation: z.boolean(),
  active_alerts: z.array(ActiveAlert),
  devices: z.object({ total: z.int(), offline: z.int() }),
});

export const QuietAnswer = z.object({
  ok: z.literal(true),
  action: z.enum(INBOUND_ACTIONS),
  status: HomeStatus,
});
export type QuietAnswer = z.output<typeof QuietAnswer>;

export const QuietStatus = z.object({ status: HomeStatus });
