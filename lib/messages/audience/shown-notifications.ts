import {
  CHANNELS,
  type Channel,
  type ContactState,
  type Plan,
  type Receipt,
} from "../../../schema/vocabulary.ts";
import type { Notifications } from "../../../schema/wire/account/notifications.ts";
import { countKey } from "../../budget/counts.ts";
import { SMS_PER_MONTH } from "../../channels/sms/rules.ts";
import type { ChannelChoices, Contact, NotificationPreferences } from "./due-finding.ts";
import { DEFAULT_PREFERENCES } from "./preferences.ts";

/** What is stored of how a home reaches a person. */
export type StoredNotifications = {
  preferences: Partial<NotificationPreferences>;
  contacts: Contact[];
  /** Messages of the household so far, by `countKey`. */
  sent: Record<string, number>;
  /** What the provider last reported about a mail to the person; null if it reports nothing. */
  mailReceipt: Receipt | null;
};

export const contactState = ({
  isVerified,
  isGone,
}: Pick<Contact, "isVerified" | "isGone">): ContactState => {
  if (isGone) return "gone";
  return isVerified ? "ok" : "unverified";
};

export function shownNotifications(
  { preferences, contacts, sent, mailReceipt }: StoredNotifications,
  configured: Record<Channel, boolean>,
  home: { id: string; plan: Plan },
  now: Date,
): Notifications {
  const chosen = { ...DEFAULT_PREFERENCES, ...preferences };
  const { quietHours, weeklyDigest, monthlyReport, quarterlyReport } = chosen;
  const choices = CHANNELS.map((channel) => [channel, chosen[channel]]);
  const phone = contacts.findLast(({ channel }) => channel === "sms");
  const states = CHANNELS.map((channel) => [channel, configured[channel] ? "configured" : "not_configured"]);
  const period = now.toISOString().slice(0, 7);
  const used = sent[countKey({ channel: "sms", scope: "home", subject: home.id, period })] ?? 0;
  return {
    ...(Object.fromEntries(choices) as ChannelChoices),
    quiet_hours:
      quietHours === null
        ? null
        : { from: quietHours.from, to: quietHours.to, time_zone: quietHours.timeZone },
    weekly_digest: weeklyDigest,
    monthly_report: monthlyReport,
    quarterly_report: quarterlyReport,
    email_state: mailReceipt === "failed" || mailReceipt === "complained" ? "gone" : "ok",
    phone: phone?.address ?? null,
    phone_state: phone === undefined ? "none" : contactState(phone),
    channels: Object.fromEntries(states) as Notifications["channels"],
    sms_left_this_month: Math.max(0, SMS_PER_MONTH[home.plan] - used),
  };
}
