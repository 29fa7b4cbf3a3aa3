import type { AlertKind, Channel, Severity } from "../../../schema/vocabulary.ts";
import { spendingOf } from "../../budget/spending.ts";
import { breaksThrough } from "../../channels/quiet-hours.ts";
import { CHANNEL_RULES } from "../../channels/registry.ts";
import type { Services } from "../../kernel/services.actions.ts";
import { alertSubjectIn } from "../../language/given-names.ts";
import { isReachable } from "../../outbox/contact.ts";
import { newDedupeKeys } from "../../outbox/enqueue.queries.ts";
import type { CountedMessages } from "../../outbox/message.ts";
import { sealToContact } from "../../outbox/seal-message.actions.ts";
import { wantsAlert } from "../audience/preferences.ts";
import { findHomeAudience } from "../audience.queries.ts";
import { type HandOver, handOverContent } from "./hand-over-content.ts";

type HandingTo = {
  householdId: string;
  userId: string;
  alert: { id: string; kind: AlertKind; severity: Severity };
  said: Omit<HandOver, "language" | "home">;
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
      const mail = {
        ...said,
        home: audience.household.name,
        title: alertSubjectIn(said.title, language),
        language,
      };
      return sealToContact(services, contact, {
        ...{ householdId, alertIds: [alert.id], dedupeKey: keyOf(contact), kind: "hand_over" },
        isCritical: alert.severity === "critical",
        content: {
          ...handOverContent(mail, channel, quietHours === null),
          ...(quietHours !== null && CHANNEL_RULES[channel].keepsQuietHours ? { quietHours } : {}),
        },
      });
    }),
  );
  return { messages, charges: spending.charges() };
}
