import type { AlertKind, Channel, Language, Severity } from "../../../schema/vocabulary.ts";
import { spendingOf } from "../../budget/spending.ts";
import type { MessageContent } from "../../channels/content.ts";
import { breaksThrough } from "../../channels/quiet-hours.ts";
import { CHANNEL_RULES } from "../../channels/registry.ts";
import type { Services } from "../../kernel/services.actions.ts";
import { alertSubjectIn } from "../../language/given-names.ts";
import { MAILS } from "../../language/languages.ts";
import { nameText } from "../../language/sms-text.ts";
import { isReachable } from "../../outbox/contact.ts";
import { newDedupeKeys } from "../../outbox/enqueue.queries.ts";
import type { CountedMessages } from "../../outbox/message.ts";
import { sealToContact } from "../../outbox/seal-message.actions.ts";
import { wantsAlert } from "../audience/preferences.ts";
import { findHomeAudience } from "../audience.queries.ts";
import { plainContent } from "../notice/call-content.ts";

/** `title` names the alert in the reader's language; `by` is an address; `url` opens the alert after signing in. */
type HandOver = { home: string; title: string; by: string; url: string };

/** What the person gets whom an alert was handed over to: the whole of it by mail, its first words anywhere else. */
export function handOverContent(
  { home, title, by, url }: HandOver,
  { channel, language }: { channel: Channel; language: Language },
  isUrgent: boolean,
): MessageContent {
  const { handOver, yourHome, anAlert } = MAILS[language];
  const { subject, paragraphs, button } = handOver(nameText(title, anAlert), nameText(home, yourHome), by);
  const lines = channel === "email" ? paragraphs : paragraphs.slice(0, 1);
  return plainContent({ channel, language, subject, lines, button, url, isUrgent });
}

type HandingTo = {
  householdId: string;
  userId: string;
  alert: { id: string; kind: AlertKind; severity: Severity };
  said: Omit<HandOver, "home">;
};

/** Programs only get alerts, and a call is for finding somebody, who has been found by now. */
const LEFT_OUT: readonly Channel[] = ["webhook", "call"];

/**
 * The messages that tell a member that an alert is assigned to them: always by mail, and wherever they want such alerts, as far
 * as the home's budget allows; none if they were notified already, however often it is assigned to them again.
 */
export async function handOverMessages(
  services: Services,
  { householdId, userId, alert, said }: HandingTo,
  now: Date,
): Promise<CountedMessages> {
  const { db, sendingPolicy: policy } = services;
  const audience = await findHomeAudience(db, householdId, now);
  const person = audience?.people.find((each) => each.userId === userId);
  if (audience === null || person === undefined) return { messages: [], charges: [] };
  const { preferences } = person;
  const keyOf = ({ channel, address }: { channel: Channel; address: string }) =>
    `${alert.id}/handed/${userId}${channel === "email" ? "" : `/${channel}/${address}`}`;
  const known = person.contacts.filter(
    (contact) =>
      contact.channel === "email" ||
      (isReachable(contact) &&
        !LEFT_OUT.includes(contact.channel) &&
        wantsAlert(contact.channel, alert, preferences)),
  );
  const fresh = await newDedupeKeys(db, known.map(keyOf));
  const isUrgent = breaksThrough(alert.kind, alert.severity);
  const spending = spendingOf(audience, policy, now.getTime());
  const notified = known.filter(
    (contact) => fresh.has(keyOf(contact)) && spending.take(contact, isUrgent) === null,
  );
  const quietHours = isUrgent ? null : (preferences.quietHours ?? null);
  const messages = await Promise.all(
    notified.map((contact) => {
      const { channel, language } = contact;
      const title = alertSubjectIn(said.title, language);
      return sealToContact(services, contact, {
        ...{ householdId, alertIds: [alert.id], dedupeKey: keyOf(contact), kind: "hand_over" },
        isCritical: alert.severity === "critical",
        content: {
          ...handOverContent({ ...said, title, home: audience.household.name }, contact, quietHours === null),
          ...(quietHours !== null && CHANNEL_RULES[channel].keepsQuietHours ? { quietHours } : {}),
        },
      });
    }),
  );
  return { messages, charges: spending.charges() };
}
