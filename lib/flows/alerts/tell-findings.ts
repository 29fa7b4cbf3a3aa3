import { LIMITS } from "../../../schema/limits.ts";
import { ID_PREFIXES } from "../../../schema/vocabulary.ts";
import { ackUrl, newAckClaim } from "../../domain/ack-token.ts";
import { effectivePlan } from "../../domain/entitlement.ts";
import { newId } from "../../domain/id.ts";
import { type Delivery, deliveriesOf, SMS_PER_MONTH } from "../../domain/telling/audience.ts";
import type { TellingFacts } from "../../domain/telling/facts.ts";
import { contentOf, dedupeKeyOf } from "../../domain/telling/write-messages.ts";
import type { Clock, Random, SignAckToken, Vault } from "../../ports.ts";
import { commitTelling, listToTell, type Telling } from "../../store/alerts/tell.ts";
import type { Db } from "../../store/db.ts";
import { sealMessage } from "../seal-message.ts";

export type TellPorts = {
  db: Db;
  clock: Clock;
  random: Random;
  serverVault: Vault;
  signAckToken: SignAckToken;
  baseUrl: string;
};

/** Turns every finding that is to be told into messages of the outbox. Answers how many were. */
export async function tellFindings(ports: TellPorts): Promise<number> {
  let told = 0;
  for (let round = 0; round < LIMITS.dispatchRoundsMax; round += 1) {
    const due = await listToTell(ports.db, ports.clock(), LIMITS.dispatchBatchMax);
    for (const facts of due) told += (await tell(ports, facts)) ? 1 : 0;
    if (due.length < LIMITS.dispatchBatchMax) break;
  }
  return told;
}

async function tell(ports: TellPorts, facts: TellingFacts): Promise<boolean> {
  const now = ports.clock();
  const { household, finding } = facts;
  const trialEndsAt = household.trialEndsAt === null ? null : new Date(household.trialEndsAt);
  const plan = effectivePlan({ plan: household.plan, trialEndsAt }, now);
  const smsLeft = Math.max(0, SMS_PER_MONTH[plan] - facts.smsSent);
  const deliveries = deliveriesOf(finding, facts.people, smsLeft, now.getTime());
  const messages: Telling["messages"] = [];
  for (const delivery of deliveries) messages.push(await messageOf(ports, facts, delivery, now));
  const telling: Telling = {
    findingId: facts.findingId,
    householdId: household.id,
    alertId: facts.alertId,
    messages,
    overtakes: finding.transition === "closed" || finding.transition === "worsened",
    smsBefore: facts.smsSent,
  };
  return commitTelling(ports.db, telling, now);
}

async function messageOf(ports: TellPorts, facts: TellingFacts, delivery: Delivery, now: Date) {
  const { alertId, finding, household } = facts;
  const isOver = finding.transition === "closed";
  const links = {
    alertUrl: `${ports.baseUrl}/alerts/${alertId}`,
    ackUrl: isOver
      ? null
      : ackUrl(ports.baseUrl, await ports.signAckToken(newAckClaim(alertId, delivery.userId, now))),
  };
  const sealed = await sealMessage(ports.serverVault, {
    id: newId(ID_PREFIXES.message, ports.random),
    householdId: household.id,
    channel: delivery.channel,
    recipient: delivery.recipient,
    dedupeKey: dedupeKeyOf(facts, delivery),
    kind: `${finding.kind}_${finding.transition}`,
    content: contentOf(facts, delivery, links),
  });
  return { ...sealed, at: new Date(delivery.at) };
}
