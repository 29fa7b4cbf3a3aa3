import { type Channel, ID_PREFIXES } from "../../schema/vocabulary.ts";
import { type Charge, capHome, type SendingPolicy } from "../budget/counts.ts";
import { done, refuse } from "../kernel/outcome.ts";
import { newId } from "../kernel/secret.ts";
import type { Services } from "../kernel/services.actions.ts";
import type { Acting } from "../people/items.ts";
import { type Limited, overCountedLimit } from "../people/network.ts";
import { planTest, type TestContact, testContent } from "./audience/plan-test.ts";
import { planTestOfAll } from "./audience/plan-test-of-all.ts";
import { MESSAGE_LIMITS } from "./limits.ts";
import type { SealedMessage } from "./message.ts";
import { testEvent } from "./notice/render-notice.ts";
import { sealToContact } from "./seal-message.actions.ts";
import {
  findHomeAudience,
  findTestAudience,
  queueTest,
  type TestAudience,
  type TestVerdict,
} from "./test-message.queries.ts";

export type SendTestPorts = Pick<
  Services,
  "db" | "clock" | "random" | "serverVault" | "configuredChannels"
> & { sendingPolicy: SendingPolicy };

const HOUR_SECONDS = 3_600;
const TEST_LIMIT = {
  name: "notification-tests",
  limit: MESSAGE_LIMITS.notificationTestsPerHour,
  windowSeconds: HOUR_SECONDS,
};

type Queued = { ok: true; queued: number };

/** A message to the person who asks, or to the home's owners where a program does. */
export async function sendTest(
  ports: SendTestPorts,
  { householdId, actor }: Acting,
  channel: Channel,
): Promise<Limited<Queued>> {
  const now = ports.clock();
  const userId = actor.type === "user" ? actor.id : null;
  const audience = await findTestAudience(ports.db, { householdId, userId }, now);
  if (audience === null) return refuse("not_found");
  const plan = planOf(ports, householdId, audience, channel, now);
  if (!plan.ok) return plan;
  const { contacts, charges } = plan.value;
  return await queued(
    ports,
    { householdId, actor, homeName: audience.homeName, channel, now },
    { contacts, charges },
  );
}

/** The same to everybody whom a critical alert would be sent to, through the outbox and their providers. */
export async function sendTestToAll(
  ports: SendTestPorts,
  { householdId, actor }: Acting,
): Promise<Limited<Queued>> {
  const { clock, configuredChannels: configured, sendingPolicy: policy } = ports;
  const now = clock();
  const audience = await findHomeAudience(ports.db, householdId, now);
  if (audience === null) return refuse("not_found");
  const { homeName, plan, trialEndsAt, standing, people, outsiders, sent } = audience;
  const household = capHome({ id: householdId, plan, trialEndsAt }, standing, now.getTime());
  const planned = planTestOfAll({
    household,
    people,
    outsiders,
    sent,
    configured,
    policy,
    now: now.getTime(),
  });
  if (!planned.ok) return planned;
  return await queued(ports, { householdId, actor, homeName, channel: "all", now }, planned.value);
}

type Test = Acting & { homeName: string; channel: Channel | "all"; now: Date };

async function queued(
  ports: SendTestPorts,
  { householdId, actor, homeName, channel, now }: Test,
  { contacts, charges }: { contacts: TestContact[]; charges: Charge[] },
): Promise<Limited<Queued>> {
  const to = { householdId, homeName };
  const messages = await Promise.all(contacts.map((contact) => messageTo(ports, to, contact, now)));
  const action = "notification_tested" as const;
  const entry = { householdId, at: now, actor, action, subject: null, details: { channel } };
  const countedSince = new Date(now.getTime() - HOUR_SECONDS * 1_000);
  const verdict = await queueTest(ports.db, { messages, entry, countedSince, charges });
  return answer(verdict, messages.length, now);
}

function planOf(
  { configuredChannels, sendingPolicy }: SendTestPorts,
  id: string,
  { plan, trialEndsAt, standing, contacts, sent }: TestAudience,
  channel: Channel,
  now: Date,
) {
  return planTest({
    channel,
    isConfigured: configuredChannels[channel],
    contacts,
    sent,
    household: capHome({ id, plan, trialEndsAt }, standing, now.getTime()),
    policy: sendingPolicy,
    now: now.getTime(),
  });
}

function messageTo(
  ports: SendTestPorts,
  { householdId, homeName }: { householdId: string; homeName: string },
  contact: TestContact,
  now: Date,
): Promise<SealedMessage> {
  const test = testContent(homeName, contact.language);
  const event = contact.channel === "webhook" ? { event: testEvent(test, now) } : {};
  const dedupeKey = `test/${newId(ID_PREFIXES.message, ports.random)}`;
  return sealToContact(ports, contact, {
    householdId,
    dedupeKey,
    kind: "test",
    content: { ...test, ...event },
  });
}

function answer(result: TestVerdict, queued: number, now: Date): Limited<Queued> {
  switch (result.verdict) {
    case "queued":
      return done({ ok: true, queued });
    case "used_up":
      return refuse("sms_used_up");
    case "too_often":
      return overCountedLimit(TEST_LIMIT, result.fullSince, now, "test messages");
    default:
      return result satisfies never;
  }
}
