import type { AlertKind, Channel, ChoiceOf, Language, Severity } from "../../../schema/vocabulary.ts";
import { breaksThrough } from "../../alerts/quiet/quiet.ts";
import { type CapHome, type Charge, Counts, type SendingPolicy } from "../../budget/counts.ts";
import { CHANNEL_RULES } from "../../channels/registry.ts";
import type { ChannelRules } from "../../channels/rules.ts";
import { MAILS } from "../../language/languages.ts";
import { mailOf } from "../mail/mail-layout.ts";
import type { MessageContent } from "../message.ts";
import { plainContent } from "../notice/call-content.ts";
import { nameText } from "../sms-text.ts";
import type { Contact } from "./due-finding.ts";
import { DEFAULT_PREFERENCES, type NotificationPreferences } from "./preferences.ts";

/** Programs only get alerts, and a call is for finding somebody, who has been found by now. */
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
 * Where somebody gets the message that an alert is assigned to them: always by mail, and wherever they want such
 * alerts, as far as the home's budget allows.
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
  const notified = contacts
    .filter(
      ({ channel, isVerified, isGone }) =>
        channel === "email" || (isVerified && !isGone && isWanted(channel, alert, chosen)),
    )
    .filter(({ channel, address }) => {
      const ask = { household, address, isUrgent, isFirstOfLeak: false, policy, now };
      return counts.take(channel, CHANNEL_RULES[channel].caps(ask)) === null;
    });
  return { contacts: notified, charges: counts.charges() };
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

/** `title` names the alert in the reader's language; `by` is an address; `url` opens the alert after signing in. */
export type HandOverMail = { home: string; title: string; by: string; url: string; language: Language };

const saidOf = ({ home, title, by, language }: HandOverMail) => {
  const { handOver, yourHome, anAlert } = MAILS[language];
  return handOver(nameText(title, anAlert), nameText(home, yourHome), by);
};

/** The mail to the person whom an alert was handed over to, sent once. */
export function handOverMail(mail: HandOverMail): MessageContent {
  const { url, language } = mail;
  const { subject, title, paragraphs, button, footer } = saidOf(mail);
  const page = { language, title, paragraphs, button: { label: button, url }, footer: [footer] };
  return { subject, ...mailOf(page) };
}

/** The same as a channel takes it: a few words anywhere but by mail. */
export function handOverContent(mail: HandOverMail, channel: Channel, isUrgent: boolean): MessageContent {
  if (channel === "email") return handOverMail(mail);
  const { subject, paragraphs, button } = saidOf(mail);
  const { language, url } = mail;
  return plainContent({ channel, language, subject, lines: paragraphs.slice(0, 1), button, url, isUrgent });
}
