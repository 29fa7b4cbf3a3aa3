import { LIMITS } from "../../../schema/limits.ts";
import { quietEnd } from "../../domain/alerts/quiet-hours.ts";
import type { SendingPolicy } from "../../domain/channels/rules.ts";
import { type SendResult, settle } from "../../domain/outgoing/delivery/settle.ts";
import type { MessageContent } from "../../domain/outgoing/message.ts";
import type { Channels, Clock, Pause, Random, Report, Vault } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { type Claim, type ClaimedMessage, claimDue } from "../../store/outgoing/claim.ts";
import { markGone } from "../../store/outgoing/gone-recipients.ts";
import { type SettledMessage, settleMessages } from "../../store/outgoing/settle-messages.ts";
import { inParallel } from "../in-parallel.ts";

export type SendPorts = {
  db: Db;
  clock: Clock;
  random: Random;
  report: Report;
  serverVault: Vault;
  channels: Channels;
  sendingPolicy: Pick<SendingPolicy, "mailsPerSecond">;
  pause: Pause;
};

export type SendCounts = { sent: number; waiting: number; dead: number };

/** What one attempt may take at most: a text message is looked for before it is sent again. */
const ATTEMPT_MS_MAX = 2 * LIMITS.providerTimeoutMs;

/** Sends what is due, batch by batch, until nothing is left, or so much time has passed. */
export async function sendDue(ports: SendPorts, forMs: number = LIMITS.dispatchWakeMs): Promise<SendCounts> {
  const counts: SendCounts = { sent: 0, waiting: 0, dead: 0 };
  const endMs = ports.clock().getTime() + forMs;
  const { mailsPerSecond } = ports.sendingPolicy;
  for (let round = 0; round < LIMITS.dispatchRoundsMax; round += 1) {
    const now = ports.clock();
    const claim = await claimDue(ports.db, {
      now,
      limit: LIMITS.dispatchBatchMax,
      leaseMs: LIMITS.outboxLeaseMs,
      mailsPerSecond,
    });
    const { settled, woken } = await sendClaimed(ports, claim, now);
    for (const { state } of settled)
      counts[state === "sent" ? "sent" : state === "dead" ? "dead" : "waiting"] += 1;
    if (claim.left + woken === 0) break;
    // Others have claimed them, or it is not their turn yet.
    const waitMs = claim.messages.length > 0 ? 0 : waitOf(mailsPerSecond);
    if (ports.clock().getTime() + waitMs >= endMs) break;
    if (waitMs > 0) await ports.pause(waitMs);
  }
  return counts;
}

const waitOf = (mailsPerSecond: number | null): number =>
  mailsPerSecond === null ? LIMITS.claimAgainMs : Math.ceil(1_000 / mailsPerSecond);

async function sendClaimed(
  ports: SendPorts,
  { messages, mailsFromMs }: Claim,
  now: Date,
): Promise<{ settled: SettledMessage[]; woken: number }> {
  const startBy = now.getTime() + LIMITS.outboxLeaseMs - ATTEMPT_MS_MAX;
  const mails = messages.filter(({ channel }) => channel === "email");
  const gapMs = 1_000 / (ports.sendingPolicy.mailsPerSecond ?? Number.POSITIVE_INFINITY);
  const attempts = await inParallel(messages, LIMITS.dispatchConcurrencyMax, async (message) => {
    const place = mails.indexOf(message);
    if (place >= 0 && mailsFromMs !== null) {
      const waitMs = mailsFromMs + place * gapMs - ports.clock().getTime();
      if (waitMs > 0) await ports.pause(waitMs);
    }
    // A slow provider may let its lease end before its turn comes: then it is for the next dispatcher.
    return ports.clock().getTime() > startBy ? null : await attempt(ports, message);
  });
  const settled = attempts.filter((settlement) => settlement !== null);
  return { settled, woken: await settleMessages(ports.db, settled, ports.clock()) };
}

async function attempt(ports: SendPorts, message: ClaimedMessage): Promise<SettledMessage> {
  const result = await send(ports, message);
  const [byte = 0] = ports.random(1);
  const { id, attempts, channel, recipient, householdId, isCritical } = message;
  if (result.kind === "permanent" && result.recipientGone !== undefined)
    await markGone(ports.db, { channel, recipient, householdId, at: ports.clock() });
  const createdAt = new Date(message.createdAt);
  const tried = { createdAt, attempts, isCritical, now: ports.clock(), chance: byte / 255 };
  return { id, attempts, ...settle(result, tried) };
}

async function send(ports: SendPorts, message: ClaimedMessage): Promise<SendResult> {
  const channel = ports.channels[message.channel];
  if (channel === null)
    return { kind: "configuration", reason: `The ${message.channel} channel is not configured` };
  const opened = await ports.serverVault.open("message", message.id, message.sealedContent);
  if (opened === null)
    return { kind: "permanent", reason: "Sealed with a key that this server no longer has" };
  const { quietHours, ...content } = JSON.parse(opened.text) as MessageContent;
  const until = quietHours === undefined ? null : quietEnd(quietHours, ports.clock().getTime());
  if (until !== null) return { kind: "held", until };
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
