import { LIMITS } from "../../schema/limits.ts";
import { type SendResult, settle } from "../domain/delivery/settle.ts";
import type { MessageContent } from "../domain/message.ts";
import type { Channels, Clock, Random, Vault } from "../ports.ts";
import type { Db } from "../store/db.ts";
import { type ClaimedMessage, claimDue, type SettledMessage, settleMessages } from "../store/outbox.ts";
import { forgetRecipient } from "../store/outbox-recipients.ts";
import { inParallel } from "./in-parallel.ts";

export type DrainPorts = { db: Db; clock: Clock; random: Random; serverVault: Vault; channels: Channels };

export type Drained = { sent: number; waiting: number; dead: number };

/** Sends what is due, batch by batch, until nothing is left or the rounds are used up. */
export async function drainOutbox(ports: DrainPorts): Promise<Drained> {
  const drained: Drained = { sent: 0, waiting: 0, dead: 0 };
  for (let round = 0; round < LIMITS.dispatchRoundsMax; round += 1) {
    const claimed = await claimDue(ports.db, {
      now: ports.clock(),
      limit: LIMITS.dispatchBatchMax,
      leaseMs: LIMITS.outboxLeaseMs,
    });
    const settled = await inParallel(claimed, LIMITS.dispatchConcurrencyMax, (message) =>
      attempt(ports, message),
    );
    await settleMessages(ports.db, settled, ports.clock());
    for (const { state } of settled)
      drained[state === "sent" ? "sent" : state === "dead" ? "dead" : "waiting"] += 1;
    if (claimed.length < LIMITS.dispatchBatchMax) break;
  }
  return drained;
}

async function attempt(ports: DrainPorts, message: ClaimedMessage): Promise<SettledMessage> {
  const result = await send(ports, message);
  const [byte = 0] = ports.random(1);
  const { id, attempts, createdAt, channel, recipient } = message;
  if (result.kind === "permanent" && result.recipientGone !== undefined) {
    const gone = { channel, recipient, reason: result.recipientGone, at: ports.clock() };
    await forgetRecipient(ports.db, gone);
  }
  return { id, attempts, ...settle(result, { createdAt, attempts, now: ports.clock(), chance: byte / 255 }) };
}

async function send({ channels, serverVault }: DrainPorts, message: ClaimedMessage): Promise<SendResult> {
  const channel = channels[message.channel];
  if (channel === null)
    return { kind: "configuration", reason: `The ${message.channel} channel is not configured` };
  const opened = await serverVault.open("message", message.id, message.sealedContent);
  if (opened === null)
    return { kind: "permanent", reason: "Sealed with a key that this server no longer has" };
  const content = JSON.parse(opened.text) as MessageContent;
  return channel({ id: message.id, recipient: message.recipient, content, attempt: message.attempts });
}
