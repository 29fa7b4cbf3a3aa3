import { LIMITS } from "../../../schema/limits.ts";
import { ID_PREFIXES } from "../../../schema/vocabulary.ts";
import type { Transition } from "../../domain/alerts/finding.ts";
import { effectivePlan } from "../../domain/entitlement.ts";
import { namedMessageOf } from "../../domain/error-text.ts";
import { newId } from "../../domain/id.ts";
import { ackUrl, newAckClaim } from "../../domain/links/ack-token.ts";
import { type Delivery, deliveriesOf, SMS_PER_MONTH } from "../../domain/outgoing/audience/audience.ts";
import type { DueFinding } from "../../domain/outgoing/audience/due-finding.ts";
import { contentOf, dedupeKeyOf } from "../../domain/outgoing/notice/notice-content.ts";
import type { Clock, Random, Report, SignAckToken, Vault } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { StoreError } from "../../store/failure.ts";
import {
  commitNotices,
  listDueFindings,
  postponeFinding,
  type WrittenFinding,
} from "../../store/outgoing/due-findings.ts";
import { sealMessage } from "./seal-message.ts";

export type WritePorts = {
  db: Db;
  clock: Clock;
  random: Random;
  report: Report;
  serverVault: Vault;
  signAckToken: SignAckToken;
  baseUrl: string;
};

/** Turns every finding that is to be told into messages of the outbox. Answers how many were. */
export async function writeNotices(ports: WritePorts): Promise<number> {
  let told = 0;
  for (let round = 0; round < LIMITS.dispatchRoundsMax; round += 1) {
    const due = await listDueFindings(ports.db, ports.clock(), LIMITS.dispatchBatchMax);
    const results = await tellEach(ports, due);
    told += results.filter((result) => result === "told").length;
    // What was lost has been told by another teller, or is to be planned anew with the count as it is now.
    if (due.length < LIMITS.dispatchBatchMax && !results.includes("lost")) break;
  }
  return told;
}

type Told = "told" | "lost" | "failed";

/** One after the other: the text messages of one count for the next of the same home. */
async function tellEach(ports: WritePorts, due: DueFinding[]): Promise<Told[]> {
  const smsSent = new Map<string, number>();
  const results: Told[] = [];
  for (const facts of due) {
    const { id } = facts.household;
    const current = { ...facts, smsSent: smsSent.get(id) ?? facts.smsSent };
    const telling = await tryToTell(ports, current);
    if (telling.is === "told") smsSent.set(id, current.smsSent + telling.texts);
    results.push(telling.is);
  }
  return results;
}

/** A finding that cannot be told, for a fault of ours, holds up no other. */
async function tryToTell(
  ports: WritePorts,
  facts: DueFinding,
): Promise<{ is: "told"; texts: number } | { is: "lost" | "failed" }> {
  try {
    const texts = await tell(ports, facts);
    return texts === null ? { is: "lost" } : { is: "told", texts };
  } catch (error) {
    if (error instanceof StoreError && error.failure !== "refused") throw error;
    const reason = namedMessageOf(error);
    ports.report({ level: "error", event: "telling_failed", finding_id: facts.findingId, error: reason });
    const until = new Date(ports.clock().getTime() + LIMITS.tellAgainMs);
    await postponeFinding(ports.db, facts.findingId, until);
    return { is: "failed" };
  }
}

/** How many text messages it took; null where it was lost to another teller. */
async function tell(ports: WritePorts, facts: DueFinding): Promise<number | null> {
  const now = ports.clock();
  const { household, finding } = facts;
  const trialEndsAt = household.trialEndsAt === null ? null : new Date(household.trialEndsAt);
  const plan = effectivePlan({ plan: household.plan, trialEndsAt }, now);
  const allowance = { cap: SMS_PER_MONTH[plan], sent: facts.smsSent };
  const deliveries = deliveriesOf(facts, allowance, now.getTime());
  const messages: WrittenFinding["messages"] = [];
  for (const delivery of deliveries) messages.push(await messageOf(ports, facts, delivery, now));
  const telling: WrittenFinding = {
    findingId: facts.findingId,
    householdId: household.id,
    alertId: facts.alertId,
    messages,
    overtakes: OVERTAKES[finding.transition] ?? "nothing",
    smsBefore: facts.smsSent,
  };
  const isTold = await commitNotices(ports.db, telling, now);
  return isTold ? messages.filter(({ channel }) => channel === "sms").length : null;
}

/** A reminder stands for what this person has not got yet; the end, and worse news, for whatever anyone has not. */
const OVERTAKES: Partial<Record<Transition, WrittenFinding["overtakes"]>> = {
  worsened: "everything",
  closed: "everything",
  reminded: "same_recipient",
};

async function messageOf(ports: WritePorts, facts: DueFinding, delivery: Delivery, now: Date) {
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
