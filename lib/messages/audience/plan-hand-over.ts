import type { AlertKind, Channel, ChoiceOf, Severity } from "../../../schema/vocabulary.ts";
import { breaksThrough } from "../../alerts/quiet-hours.ts";
import { type Charge, Counts } from "../../budget/counts.ts";
import { CHANNEL_RULES } from "../../channels/registry.ts";
import type { CapHome, ChannelRules, SendingPolicy } from "../../channels/rules.ts";
import type { Contact } from "./due-finding.ts";
import { DEFAULT_PREFERENCES, type NotificationPreferences } from "./preferences.ts";

/** A program is told of alerts alone, and a call asks for somebody, who is found by now. */
const LEFT_OUT: readonly Channel[] = ["webhook", "call"];

export type HandedAlert = { kind: AlertKind; severity: Severity };

type Audience<C> = {
  alert: HandedAlert;
  contacts: readonly C[];
  preferences: Partial<NotificationPreferences>;
  household: CapHome;
  sent: Readonly<Record<string, number>>;
  policy: SendingPolicy;
  now: number;
};

/**
 * Where somebody hears that an alert is theirs now: by mail always, and wherever they want to hear of such an alert,
 * as far as the home may still spend on it.
 */
export function planHandOver<C extends Contact>({
  alert,
  contacts,
  preferences,
  household,
  sent,
  policy,
  now,
}: Audience<C>): { contacts: C[]; charges: Charge[] } {
  const chosen = { ...DEFAULT_PREFERENCES, ...preferences };
  const counts = new Counts(sent);
  const isUrgent = breaksThrough(alert.kind, alert.severity);
  const told = contacts
    .filter(
      ({ channel, isVerified, isGone }) =>
        channel === "email" || (isVerified && !isGone && isWanted(channel, alert, chosen)),
    )
    .filter(({ channel, address }) => {
      const ask = { household, address, isUrgent, isFirstOfLeak: false, policy, now };
      return counts.take(channel, CHANNEL_RULES[channel].caps(ask)) === null;
    });
  return { contacts: told, charges: counts.charges() };
}

function isWanted<C extends Channel>(
  channel: C,
  { kind, severity }: HandedAlert,
  preferences: NotificationPreferences,
): boolean {
  const rules: ChannelRules<C> = CHANNEL_RULES[channel];
  const choice: ChoiceOf<C> = preferences[channel];
  return !LEFT_OUT.includes(channel) && rules.wants(kind, { transition: "worsened", severity }, choice);
}
