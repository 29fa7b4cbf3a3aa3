import {
  type AlertKind,
  CHANNELS,
  type Channel,
  type ChoiceOf,
  type Severity,
} from "../../../schema/vocabulary.ts";
import type { QuietHours } from "../../alerts/quiet/quiet.ts";
import { CHANNEL_RULES } from "../../channels/registry.ts";
import type { ChannelRules } from "../../channels/rules.ts";

export type ChannelChoices = { [C in Channel]: ChoiceOf<C> };

/**
 * What a member of a home has chosen for it, as it is stored; what is missing is as `DEFAULT_PREFERENCES`.
 */
export type NotificationPreferences = ChannelChoices & {
  quietHours: QuietHours | null;
  /** The mail of every Monday. */
  weeklyDigest: boolean;
  /** The mails after a month and after a quarter. */
  monthlyReport: boolean;
  quarterlyReport: boolean;
};

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
