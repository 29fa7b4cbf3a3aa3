import type { Channel } from "../../schema/vocabulary.ts";
import { breaksThrough } from "../alerts/quiet/quiet.ts";
import { takeCharges } from "../budget/charges.queries.ts";
import { capHome, type SendingPolicy } from "../budget/counts.ts";
import { CHANNEL_RULES } from "../channels/registry.ts";
import type { Services } from "../kernel/services.actions.ts";
import { alertSubjectIn } from "../language/given-names.ts";
import { type HandedAlert, type HandOverMail, handOverContent, planHandOver } from "./audience/hand-over.ts";
import type { NotificationPreferences } from "./audience/preferences.ts";
import { newDedupeKeys } from "./enqueue.queries.ts";
import type { SealedMessage } from "./message.ts";
import { sealToContact } from "./seal-message.actions.ts";
import { findTestAudience } from "./test-message.queries.ts";

export type HandOverMessagePorts = Pick<Services, "db" | "random" | "serverVault"> & {
  sendingPolicy: SendingPolicy;
};

type HandingTo = {
  householdId: string;
  userId: string;
  preferences: Partial<NotificationPreferences>;
  alert: HandedAlert & { id: string };
  said: Omit<HandOverMail, "language">;
};

/**
 * The messages that tell a member on each of their channels that an alert is assigned to them; none if they were
 * notified already, however often it is assigned to them again. Messages that cost money are counted here, once.
 */
export async function handOverMessages(
  ports: HandOverMessagePorts,
  { householdId, userId, preferences, alert, said }: HandingTo,
  now: Date,
): Promise<SealedMessage[]> {
  const { db, sendingPolicy: policy } = ports;
  const audience = await findTestAudience(db, { householdId, userId }, now);
  if (audience === null) return [];
  const { contacts: known, sent, standing, plan, trialEndsAt } = audience;
  const keyOf = ({ channel, address }: { channel: Channel; address: string }) =>
    `${alert.id}/handed/${userId}${channel === "email" ? "" : `/${channel}/${address}`}`;
  const fresh = await newDedupeKeys(db, known.map(keyOf));
  const { contacts, charges } = planHandOver({
    ...{ alert, preferences, sent, policy, now: now.getTime() },
    contacts: known.filter((contact) => fresh.has(keyOf(contact))),
    household: capHome({ id: householdId, plan, trialEndsAt }, standing, now.getTime()),
  });
  const isPaid = charges.length === 0 || (await takeCharges(db, charges)) === null;
  const charged = new Set(charges.map(({ channel }) => channel));
  const notified = contacts.filter(({ channel }) => isPaid || !charged.has(channel));
  const quietHours = breaksThrough(alert.kind, alert.severity) ? null : (preferences.quietHours ?? null);
  return await Promise.all(
    notified.map((contact) => {
      const { channel, language } = contact;
      const title = alertSubjectIn(said.title, language);
      return sealToContact(ports, contact, {
        ...{ householdId, alertIds: [alert.id], dedupeKey: keyOf(contact), kind: "hand_over" },
        isCritical: alert.severity === "critical",
        content: {
          ...handOverContent({ ...said, title, language }, channel, quietHours === null),
          ...(quietHours !== null && CHANNEL_RULES[channel].keepsQuietHours ? { quietHours } : {}),
        },
      });
    }),
  );
}
