import { type Channel, ID_PREFIXES } from "../../schema/vocabulary.ts";
import { budgetCharges, overCharge } from "../budget/budget.ts";
import { testEvent } from "../channels/webhook/rules.ts";
import { done, refuse } from "../kernel/outcome.ts";
import { newId } from "../kernel/secret.ts";
import type { Services } from "../kernel/services.actions.ts";
import { sealToEach } from "../outbox/seal-message.actions.ts";
import { type Acting, entryBy } from "../people/activity.ts";
import { planTest, planTestOfAll } from "./audience/plan-test.ts";
import { findHomeAudience } from "./audience.queries.ts";
import { queueCounted } from "./commit-notices.queries.ts";
import { testContent } from "./notice/plain-content.ts";

/**
 * Sends a test on a channel to the person who asks, or to the home's owners if a program asks. For "all", sends it to
 * everybody who would get a critical alert. Tests go through the outbox and the real providers.
 */
export async function sendTest(services: Services, { householdId, actor }: Acting, channel: Channel | "all") {
  const { db, configuredChannels: configured, sendingPolicy: policy } = services;
  const now = services.clock();
  const audience = await findHomeAudience(db, householdId, now);
  if (audience === null) return refuse("not_found");
  const facts = { audience, configured, policy, now: now.getTime() };
  const userId = actor.type === "user" ? actor.id : null;
  const plan = channel === "all" ? planTestOfAll(facts) : planTest(facts, channel, userId);
  if (!plan.ok) return plan;
  const { contacts } = plan.value;
  const envelope = { name: `test/${newId(ID_PREFIXES.message, services.random)}`, householdId, kind: "test" };
  const messages = await sealToEach(services, contacts, envelope, ({ channel, language }) => {
    const test = testContent(audience.household.name, language);
    return channel === "webhook" ? { ...test, event: testEvent(test, now) } : test;
  });
  const entry = entryBy({ householdId, actor }, now, "notification_tested", null, { channel });
  const spender = { home: householdId, isEstablished: false };
  const ofTests = budgetCharges("notification_test", spender, policy, now);
  const charges = [...ofTests, ...plan.value.charges];
  const full = await queueCounted(db, { messages, charges, entry });
  if (full === null) return done({ ok: true, queued: messages.length });
  return ofTests.includes(full) ? overCharge(full, now, "test messages") : refuse("sms_used_up");
}
