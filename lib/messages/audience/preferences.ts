import {
  type AlertKind,
  CHANNELS,
  type Channel,
  type ChoiceOf,
  type ContactState,
  type Plan,
  type Receipt,
  type Severity,
} from "../../../schema/vocabulary.ts";
import type { Notifications } from "../../../schema/wire/account/notifications.ts";
import { MESSAGES_PER_MONTH } from "../../budget/limits.ts";
import { CHANNEL_RULES } from "../../channels/registry.ts";
import type { ChannelRules } from "../../channels/rules.ts";
import type { Contact } from "../../outbox/message.ts";
import type { ChannelChoices, NotificationPreferences } from "./due-finding.ts";

export const DEFAULT_PREFERENCES: NotificationPreferences = {
  ...choicesOf((channel) => CHANNEL_RULES[channel].defaultChoice),
  quietHours: null,
  weeklyDigest: true,
  monthlyReport: false,
  quarterlyReport: false,
};

function choicesOf(choiceOf: <C extends Channel>(channel: C) => ChoiceOf<C>): ChannelChoices {
  return Object.fromEntries(CHANNELS.map((channel) => [channel, choiceOf(channel)])) as ChannelChoices;
}

/** True if the person's choice for the channel includes alerts of this kind and severity. */
export function wantsAlert<C extends Channel>(
  channel: C,
  { kind, severity }: { kind: AlertKind; severity: Severity },
  preferences: Partial<NotificationPreferences>,
): boolean {
  const rules: ChannelRules<C> = CHANNEL_RULES[channel];
  const choice: ChoiceOf<C> = { ...DEFAULT_PREFERENCES, ...preferences }[channel];
  return rules.wants(kind, { transition: "worsened", severity }, choice);
}

/** Quiet hours to send with a message: delayed until morning or retried for hours, it must not arrive at night. */
export const restOf = ({ quietHours }: Partial<NotificationPreferences>, channel: Channel) =>
  quietHours && CHANNEL_RULES[channel].keepsQuietHours ? { quietHours } : {};

export type StoredNotifications = {
  preferences: Partial<NotificationPreferences>;
  contacts: Contact[];
  smsThisMonth: number;
  /** The provider's last receipt of a mail to the person; null for none. */
  mailReceipt: Receipt | null;
};

export function contactState({ isVerified, isGone }: Omit<Contact, "language">): ContactState {
  if (isGone) return "gone";
  return isVerified ? "ok" : "unverified";
}

export function shownNotifications(
  { preferences, contacts, smsThisMonth, mailReceipt }: StoredNotifications,
  configured: Record<Channel, boolean>,
  plan: Plan,
): Notifications {
  const chosen = { ...DEFAULT_PREFERENCES, ...preferences };
  const { quietHours, weeklyDigest, monthlyReport, quarterlyReport } = chosen;
  const phone = contacts.findLast(({ channel }) => channel === "sms");
  const states = CHANNELS.map((channel) => [channel, configured[channel] ? "configured" : "not_configured"]);
  return {
    ...choicesOf((channel) => chosen[channel]),
    quiet_hours: quietHours && { from: quietHours.from, to: quietHours.to, time_zone: quietHours.timeZone },
    weekly_digest: weeklyDigest,
    monthly_report: monthlyReport,
    quarterly_report: quarterlyReport,
    email_state: mailReceipt === "failed" || mailReceipt === "complained" ? "gone" : "ok",
    phone: phone?.address ?? null,
    phone_state: phone === undefined ? "none" : contactState(phone),
    channels: Object.fromEntries(states) as Notifications["channels"],
    sms_left_this_month: Math.max(0, MESSAGES_PER_MONTH.sms[plan] - smsThisMonth),
  };
}
