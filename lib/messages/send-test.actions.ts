import { type Channel, ID_PREFIXES } from "../../schema/vocabulary.ts";
import { type Limited, overCountedLimit } from "../kernel/network.ts";
import { done, refuse } from "../kernel/outcome.ts";
import { newId } from "../kernel/secret.ts";
import type { Services } from "../kernel/services.actions.ts";
import type { Acting } from "../people/items.ts";
import { planTest, planTestOfAll } from "./audience/plan-test.ts";
import { findHomeAudience } from "./audience.queries.ts";
import { MESSAGE_LIMITS } from "./limits.ts";
import { testContent } from "./notice/call-content.ts";
import { testEvent } from "./notice/render-notice.ts";
import { queueCounted } from "./queue-counted.queries.ts";
import { sealToContact } from "./seal-message.actions.ts";

const HOUR_SECONDS = 3_600;
const TEST_LIMIT = {
  name: "notification-tests",
  limit: MESSAGE_LIMITS.notificationTestsPerHour,
  windowSeconds: HOUR_SECONDS,
};

type Queued = { ok: true; queued: number };

/**
 * A message to the person who asks, or to the home's owners where a program does; or to everybody whom a critical alert would
 * be sent to, through the outbox and their providers.
 */
export async function sendTest(
  services: Services,
  { householdId, actor }: Acting,
  channel: Channel | "all",
): Promise<Limited<Queued>> {
  const { db, configuredChannels: configured, sendingPolicy: policy } = services;
  const now = services.clock();
  const audience = await findHomeAudience(db, householdId, now);
  if (audience === null) return refuse("not_found");
  const facts = { audience, configured, policy, now: now.getTime() };
  const userId = actor.type === "user" ? actor.id : null;
  const plan = channel === "all" ? planTestOfAll(facts) : planTest(facts, channel, userId);
  if (!plan.ok) return plan;
  const { contacts, charges } = plan.value;
  const messages = await Promise.all(
    contacts.map((contact) => {
      const test = testContent(audience.household.name, contact.language);
      const event = contact.channel === "webhook" ? { event: testEvent(test, now) } : {};
      const dedupeKey = `test/${newId(ID_PREFIXES.message, services.random)}`;
      return sealToContact(services, contact, {
        ...{ householdId, dedupeKey, kind: "test", content: { ...test, ...event } },
      });
    }),
  );
  const action = "notification_tested" as const;
  const entry = { householdId, at: now, actor, action, subject: null, details: { channel } };
  const perHour = MESSAGE_LIMITS.notificationTestsPerHour;
  const asked = await queueCounted(db, { messages, entry, perHour, charges });
  if (asked.verdict === "too_often") return overCountedLimit(TEST_LIMIT, asked.oldest, now, "test messages");
  return asked.verdict === "queued" ? done({ ok: true, queued: messages.length }) : refuse("sms_used_up");
}
