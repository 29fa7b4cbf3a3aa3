import type { Channel, Plan, SmsChoice } from "../../../../schema/vocabulary.ts";
import { DEFAULT_PREFERENCES, type NotificationPreferences, SMS_PER_MONTH, smsLeft } from "./audience.ts";

/** What is stored of how a home reaches a person. */
export type StoredNotifications = {
  preferences: Partial<NotificationPreferences>;
  phone: string | null;
  phoneGone: boolean;
  /** Text messages of the household in the running month. */
  smsSent: number;
};

type ChannelState = "configured" | "not_configured";

export type ShownNotifications = {
  email: boolean;
  push: boolean;
  sms: SmsChoice;
  quiet_hours: { from: string; to: string; time_zone: string } | null;
  weekly_digest: boolean;
  monthly_report: boolean;
  quarterly_report: boolean;
  phone: string | null;
  phone_state: "ok" | "gone" | "none";
  channels: Record<Channel, ChannelState>;
  sms_left_this_month: number;
};

export function shownNotifications(
  { preferences, phone, phoneGone, smsSent }: StoredNotifications,
  configured: Record<Channel, boolean>,
  plan: Plan,
): ShownNotifications {
  const { email, push, sms, quietHours, weeklyDigest, monthlyReport, quarterlyReport } = {
    ...DEFAULT_PREFERENCES,
    ...preferences,
  };
  const stateOf = (channel: Channel): ChannelState => (configured[channel] ? "configured" : "not_configured");
  return {
    email,
    push,
    sms,
    quiet_hours:
      quietHours === null
        ? null
        : { from: quietHours.from, to: quietHours.to, time_zone: quietHours.timeZone },
    weekly_digest: weeklyDigest,
    monthly_report: monthlyReport,
    quarterly_report: quarterlyReport,
    phone,
    phone_state: phone === null ? "none" : phoneGone ? "gone" : "ok",
    channels: { email: stateOf("email"), sms: stateOf("sms"), push: stateOf("push") },
    sms_left_this_month: smsLeft({ cap: SMS_PER_MONTH[plan], sent: smsSent }),
  };
}
