import type { MessageContent, SendResult } from "../channels/content.ts";
import type { Channels, TelegramBot } from "../channels/ports.ts";
import { quietEnd } from "../channels/quiet-hours.ts";
import { inParallel } from "../kernel/in-turn.actions.ts";
import type { CronServices } from "../kernel/services.actions.ts";
import type { OwnFailure } from "../language/channel-words.ts";
import { MESSAGE_LIMITS } from "../outbox/limits.ts";
import { settle } from "../outbox/settle.ts";
import { heldResult } from "../outbox/shown-delivery.ts";
import { type ClaimedMessage, pauseHost } from "./claim.queries.ts";
import { markGone, moveChat } from "./contact-points.queries.ts";
import {
  findStillAsked,
  listPointlessRings,
  markEnded,
  type SettledMessage,
} from "./settle-messages.queries.ts";

export async function attempt(services: SendingServices, message: ClaimedMessage): Promise<SettledMessage> {
  const result = await send(services, message);
  const [byte = 0] = services.random(1);
  const { id, attempts, isCritical } = message;
  await applyResult(services, message, result);
  const createdAt = new Date(message.createdAt);
  const tried = { createdAt, attempts, isCritical, now: services.clock(), chance: byte / 255 };
  return { id, attempts, ...settle(result, tried) };
}

async function send(services: SendingServices, message: ClaimedMessage): Promise<SendResult> {
  const channel = services.channels[message.channel];
  if (channel === null) return { kind: "configuration", reason: "not_configured" satisfies OwnFailure };
  const opened = await services.serverVault.open("message", message.id, message.sealedContent);
  if (opened === null) return { kind: "permanent", reason: "key_lost" satisfies OwnFailure };
  const { quietHours, ...content } = JSON.parse(opened.text) as MessageContent;
  const now = services.clock();
  if (content.onlyUnanswered === true) {
    const asked = await findStillAsked(services.db, message.id, now);
    const held = asked === null ? null : heldResult(message.channel, asked, now.getTime());
    if (held !== null) return held;
  }
  const until = quietHours === undefined ? null : quietEnd(quietHours, now.getTime());
  if (until !== null) return { kind: "held", until };
  const { id, recipient, attempts } = message;
  try {
    return await channel({ id, recipient, content, attempt: attempts });
  } catch (error) {
    // Senders should not throw. If one does, the other messages of the batch must still be settled.
    const reason = `The ${message.channel} sender failed: ${error instanceof Error ? error.name : "unknown"}`;
    services.report({ level: "error", event: "sender_failed", message_id: id, error: String(error) });
    return { kind: "retry", reason };
  }
}

/** Stores what a result says about the recipient: gone, moved, or paused for a while. */
async function applyResult(
  { db, clock }: SendingServices,
  { channel, recipient, householdId }: ClaimedMessage,
  result: SendResult,
): Promise<void> {
  if (result.kind === "permanent" && result.recipientGone !== undefined)
    await markGone(db, { channel, recipient, householdId, at: clock() });
  if (result.kind === "sent" && result.movedTo !== undefined)
    await moveChat(db, { from: recipient, to: result.movedTo });
  if (result.kind === "retry" && result.pauses !== undefined)
    await pauseHost(db, { channel, recipient }, { ...result, pauses: result.pauses }, clock());
}

/**
 * Ends messages that still ring although their alerts are acknowledged or over, and returns how many. The next dispatch
 * retries those that can't be ended now, until the provider stops by itself.
 */
export async function endRings({ db, clock, endRing }: CronServices): Promise<number> {
  const rings = await listPointlessRings(db, clock());
  const ended = await inParallel(rings, MESSAGE_LIMITS.ringsAtOnceMax, async (ring) =>
    (await endRing(ring.channel, ring.providerId)) ? ring.id : null,
  );
  const ids = ended.filter((id) => id !== null);
  await markEnded(db, ids, clock());
  return ids.length;
}

export type SendingServices = CronServices & { channels: Channels; telegram: TelegramBot | null };
