import {
  type AlertKind,
  CHANNELS,
  type Channel,
  type ChoiceOf,
  type Severity,
} from "../../../schema/vocabulary.ts";
import { CHANNEL_RULES } from "../../channels/registry.ts";
import type { ChannelRules } from "../../channels/rules.ts";
import type { ChannelChoices, NotificationPreferences } from "./due-finding.ts";

const DEFAULT_CHOICES = Object.fromEntries(
  CHANNELS.map((channel) => [channel, CHANNEL_RULES[channel].defaultChoice]),
) as ChannelChoices;

export const DEFAULT_PREFERENCES: NotificationPreferences = {
  ...DEFAULT_CHOICES,
  quietHours: null,
  weeklyDigest: true,
  monthlyReport: false,
  quarterlyReport: false,
};

/** True if somebody has chosen to hear of an alert as grave as this on a channel. */
export function wantsAlert<C extends Channel>(
  channel: C,
  { kind, severity }: { kind: AlertKind; severity: Severity },
  preferences: Partial<NotificationPreferences>,
): boolean {
  const rules: ChannelRules<C> = CHANNEL_RULES[channel];
  const choice: ChoiceOf<C> = { ...DEFAULT_PREFERENCES, ...preferences }[channel];
  return rules.wants(kind, { transition: "worsened", severity }, choice);
}
