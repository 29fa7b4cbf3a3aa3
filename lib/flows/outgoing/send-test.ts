import { LIMITS } from "../../../schema/limits.ts";
import { type Channel, ID_PREFIXES } from "../../../schema/vocabulary.ts";
import { type Limited, overCountedLimit } from "../../domain/account/limited.ts";
import type { Acting } from "../../domain/acting.ts";
import { effectivePlan } from "../../domain/entitlement.ts";
import { newId } from "../../domain/id.ts";
import { done, refuse } from "../../domain/outcome.ts";
import { SMS_PER_MONTH } from "../../domain/outgoing/audience/audience.ts";
import { planTest, testContent } from "../../domain/outgoing/audience/plan-test.ts";
import type { SealedMessage } from "../../domain/outgoing/message.ts";
import type { Clock, ConfiguredChannels, Random, Vault } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { findTestAudience, queueTest, type TestVerdict } from "../../store/outgoing/test-message.ts";
import { sealMessage } from "./seal-message.ts";

export type SendTestPorts = {
  db: Db;
  clock: Clock;
  random: Random;
  serverVault: Vault;
  configuredChannels: ConfiguredChannels;
};

const HOUR_SECONDS = 3_600;
const TEST_LIMIT = {
  ...{ name: "notification-tests", limit: LIMITS.notificationTestsPerHour, windowSeconds: HOUR_SECONDS },
};

type Queued = { ok: true; queued: number };

/** A message to the person who asks, or to the home's owners where a program does. */
export async function sendTest(
  ports: SendTestPorts,
  acting: Acting,
  channel: Channel,
): Promise<Limited<Queued>> {
  const now = ports.clock();
  const { householdId, actor } = acting;
  const userId = actor.type === "user" ? actor.id : null;
  const audience = await findTestAudience(ports.db, { householdId, userId }, now);
  if (audience === null) return refuse("not_found");
  const trialEndsAt = audience.trialEndsAt === null ? null : new Date(audience.trialEndsAt);
  const smsCap = SMS_PER_MONTH[effectivePlan({ plan: audience.plan, trialEndsAt }, now)];
  const allowance = { cap: smsCap, sent: audience.smsSent };
  const isConfigured = ports.configuredChannels[channel];
  const plan = planTest({ channel, isConfigured, people: audience.people, allowance });
  if (!plan.ok) return plan;
  const to = { householdId, channel, homeName: audience.homeName };
  const messages = await Promise.all(plan.value.map((recipient) => messageTo(ports, { ...to, recipient })));
  const action = "notification_tested" as const;
  const entry = { householdId, at: now, actor, action, subject: null, details: { channel } };
  const countedSince = new Date(now.getTime() - HOUR_SECONDS * 1_000);
  const verdict = await queueTest(ports.db, { messages, entry, countedSince, smsCap });
  return answer(verdict, messages.length, now);
}

type To = { householdId: string; channel: Channel; homeName: string; recipient: string };

function messageTo({ random, serverVault }: SendTestPorts, to: To): Promise<SealedMessage> {
  const { householdId, channel, homeName, recipient } = to;
  const id = newId(ID_PREFIXES.message, random);
  const envelope = { id, householdId, channel, recipient, dedupeKey: `test/${id}`, kind: "test" };
  return sealMessage(serverVault, { ...envelope, content: testContent(homeName) });
}

function answer(result: TestVerdict, queued: number, now: Date): Limited<Queued> {
  switch (result.verdict) {
    case "queued":
      return done({ ok: true, queued });
    case "sms_used_up":
      return refuse("sms_used_up");
    case "too_often":
      return overCountedLimit(TEST_LIMIT, result.fullSince, now, "test messages");
    default:
      return result satisfies never;
  }
}
