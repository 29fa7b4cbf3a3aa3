import * as z from "zod";
import { LIMITS } from "../../limits.ts";
import { SMS_CHOICES } from "../../vocabulary.ts";
import { shownText, yesNo } from "../text.ts";
import { timeZone } from "./household.ts";

const clockTime = z
  .string({ error: "must be a time such as 22:30" })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: "must be a time such as 22:30" });

export const QuietHours = z
  .object({ from: clockTime, to: clockTime, time_zone: timeZone })
  .refine(({ from, to }) => from !== to, { error: "must not begin when they end" });

const E164_ERROR = "must be a phone number with its country code, such as +15555550123";

/** E.164. What people put between the digits is dropped. */
const phone = shownText(1, LIMITS.phoneCharactersMax)
  .transform((text) => text.replace(/[\s().-]/g, ""))
  .pipe(z.string().regex(/^\+[1-9]\d{6,14}$/, { error: E164_ERROR }));

const sms = z.enum(SMS_CHOICES, { error: `must be one of ${SMS_CHOICES.join(", ")}` });

/** What is left out stays as it is. `phone` is the person's, in every home. */
export const NotificationsChange = z
  .object({
    email: yesNo.optional(),
    push: yesNo.optional(),
    sms: sms.optional(),
    quiet_hours: QuietHours.nullable().optional(),
    weekly_digest: yesNo.optional(),
    monthly_report: yesNo.optional(),
    quarterly_report: yesNo.optional(),
    phone: phone.nullable().optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error:
      "must have at least one of email, push, sms, quiet_hours, weekly_digest, monthly_report, quarterly_report and phone",
  });
export type NotificationsChange = z.output<typeof NotificationsChange>;

const channelState = z.enum(["configured", "not_configured"]);

/** How this home reaches this person. `phone_state` is `gone` where the number takes no more text messages. */
export const Notifications = z.object({
  email: z.boolean(),
  push: z.boolean(),
  sms: z.enum(SMS_CHOICES),
  quiet_hours: z.object({ from: z.string(), to: z.string(), time_zone: z.string() }).nullable(),
  weekly_digest: z.boolean(),
  monthly_report: z.boolean(),
  quarterly_report: z.boolean(),
  phone: z.string().nullable(),
  phone_state: z.enum(["ok", "gone", "none"]),
  channels: z.object({ email: channelState, sms: channelState, push: channelState }),
  sms_left_this_month: z.number().int(),
});
export type Notifications = z.output<typeof Notifications>;
