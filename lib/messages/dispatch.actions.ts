import { LIMITS } from "../../schema/limits.ts";
import { quietEnd } from "../alerts/quiet-hours.ts";
import type { SendingPolicy } from "../channels/rules.ts";
import type { Counts, Trigger } from "../jobs/jobs.ts";
import type { Db } from "../kernel/db.queries.ts";
import { inParallel } from "../kernel/in-parallel.actions.ts";
import type { Channels, Clock, Pause, Random, Report, Vault } from "../kernel/ports.ts";
import { messageOf } from "../kernel/text.ts";
import { mailStatusNews, type StatusMailPorts } from "../status/incidents.actions.ts";
import { type Claim, type ClaimedMessage, claimDue } from "./claim.queries.ts";
import { markGone } from "./contact-points.queries.ts";
import { type SendResult, settle } from "./delivery/settle.ts";
import type { MessageContent } from "./message.ts";
import { type CapPorts, warnOfCaps } from "./operators.actions.ts";
import { isSendingDue } from "./sending-due.queries.ts";
import { type SettledMessage, settleMessages } from "./settle-messages.queries.ts";
import { type WritePorts, writeNotices } from "./write-notices.actions.ts";

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

export type DispatchPorts = WritePorts & SendPorts & StatusMailPorts & CapPorts;

/** What a dispatch answers that finds nothing to do; null where there is something. It costs one look. */
export async function restOfDispatch({
  db,
  clock,
}: Pick<DispatchPorts, "db" | "clock">): Promise<Counts | null> {
  return (await isSendingDue(db, clock())) ? null : { told: 0, news: 0, ...NOTHING_SENT };
}

/**
 * Turns what is to be told of homes and of the service into messages, and sends all messages that are due:
 * for longer where the clock asks.
 */
export async function dispatch(
  ports: DispatchPorts,
  trigger: Trigger = "manual",
): Promise<{ told: number; news: number } & SendCounts> {
  const [told, news] = await Promise.all([
    writeNotices(ports),
    orReport(ports, "status_news_not_mailed", () => mailStatusNews(ports)),
  ]);
  const forMs = trigger === "clock" ? LIMITS.dispatchClockMs : LIMITS.dispatchWakeMs;
  const counts = await sendDue(ports, forMs);
  // Only what is sent can use up a cap; the warning goes out at once.
  const warnings = counts.sent === 0 ? 0 : await orReport(ports, "caps_not_watched", () => warnOfCaps(ports));
  const warned = warnings ? await sendDue(ports, LIMITS.dispatchWakeMs) : NOTHING_SENT;
  return { told, news: news ?? 0, ...sumOf(counts, warned) };
}

const NOTHING_SENT: SendCounts = { sent: 0, waiting: 0, dead: 0 };

const sumOf = (one: SendCounts, other: SendCounts): SendCounts => ({
  sent: one.sent + other.sent,
  waiting: one.waiting + other.waiting,
  dead: one.dead + other.dead,
});

/** Alerts go out whatever becomes of it: a failure is reported, and the next dispatch tries again. */
async function orReport<T>(
  { report }: DispatchPorts,
  event: string,
  work: () => Promise<T>,
): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    report({ level: "error", event, error: messageOf(error) });
    return null;
  }
}
