import { LIMITS } from "../../../schema/limits.ts";
import { type SendResult, settle } from "../../domain/outgoing/delivery/settle.ts";
import type { MessageContent } from "../../domain/outgoing/message.ts";
import type { Channels, Clock, Random, Report, Vault } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import {
  type ClaimedMessage,
  claimDue,
  type SettledMessage,
  settleMessages,
} from "../../store/outgoing/claim.ts";
import { forgetRecipient } from "../../store/outgoing/gone-recipients.ts";
import { inParallel } from "../in-parallel.ts";

export type SendPorts = {
  db: Db;
  clock: Clock;
  random: Random;
  report: Report;
  serverVault: Vault;
  channels: Channels;
};

export type SendCounts = { sent: number; waiting: number; dead: number };

/** What one attempt may take at most: a text message is looked for before it is sent again. */
const ATTEMPT_MS_MAX = 2 * LIMITS.providerTimeoutMs;

/** Sends what is due, batch by batch, until nothing is left or the rounds are used up. */
export async function sendDue(ports: SendPorts): Promise<SendCounts> {
  const drained: SendCounts = { sent: 0, waiting: 0, dead: 0 };
  for (let round = 0; round < LIMITS.dispatchRoundsMax; round += 1) {
    const now = ports.clock();
    const claim = { now, limit: LIMITS.dispatchBatchMax, leaseMs: LIMITS.outboxLeaseMs };
    const claimed = await claimDue(ports.db, claim);
    const startBy = now.getTime() + LIMITS.outboxLeaseMs - ATTEMPT_MS_MAX;
    const attempts = await inParallel(claimed, LIMITS.dispatchConcurrencyMax, (message) =>
      // With slow providers its lease may end before its turn comes: then it is for the next dispatcher.
      ports.clock().getTime() > startBy ? Promise.resolve(null) : attempt(ports, message),
    );
    const settled = attempts.filter((settlement) => settlement !== null);
    await settleMessages(ports.db, settled, ports.clock());
    for (const { state } of settled)
      drained[state === "sent" ? "sent" : state === "dead" ? "dead" : "waiting"] += 1;
    if (claimed.length < LIMITS.dispatchBatchMax) break;
  }
  return drained;
}

async function attempt(ports: SendPorts, message: ClaimedMessage): Promise<SettledMessage> {
  const result = await send(ports, message);
  const [byte = 0] = ports.random(1);
  const { id, attempts, createdAt, channel, recipient } = message;
  if (result.kind === "permanent" && result.recipientGone !== undefined) {
    const gone = { channel, recipient, reason: result.recipientGone, at: ports.clock() };
    await forgetRecipient(ports.db, gone);
  }
  return { id, attempts, ...settle(result, { createdAt, attempts, now: ports.clock(), chance: byte / 255 }) };
}

async function send(ports: SendPorts, message: ClaimedMessage): Promise<SendResult> {
  const channel = ports.channels[message.channel];
  if (channel === null)
    return { kind: "configuration", reason: `The ${message.channel} channel is not configured` };
  const opened = await ports.serverVault.open("message", message.id, message.sealedContent);
  if (opened === null)
    return { kind: "permanent", reason: "Sealed with a key that this server no longer has" };
  const content = JSON.parse(opened.text) as MessageContent;
  const { id, recipient, attempts } = message;
  try {
    return await channel({ id, recipient, content, attempt: attempts });
  } catch (error) {
    // A sender never throws; one that does all the same must not take the messages beside it along.
    const reason = `The ${message.channel} sender failed: ${error instanceof Error ? error.name : "unknown"}`;
    ports.report({ level: "error", event: "sender_failed", message_id: id, error: String(error) });
    return { kind: "retry", reason };
  }
}
