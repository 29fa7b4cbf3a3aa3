import type { MessageContent, SendResult } from "../channels/content.ts";
import type { Channels, TelegramBot } from "../channels/ports.ts";
import { quietEnd } from "../channels/quiet-hours.ts";
import { inParallel } from "../kernel/in-turn.actions.ts";
import type { CronServices } from "../kernel/services.actions.ts";
import type { OwnFailure } from "../language/channel-words.ts";
import { MESSAGE_LIMITS } from "../outbox/limits.ts";
import { settle } from "../outbox/settle.ts";
import { heldBack } from "../outbox/shown-delivery.ts";
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
  await heedResult(services, message, result);
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
    const held = asked === null ? null : heldBack(message.channel, asked, now.getTime());
    if (held !== null) return held;
  }
  const until = quietHours === undefined ? null : quietEnd(quietHours, now.getTime());
  if (until !== null) return { kind: "held", until };
  const { id, recipient, attempts } = message;
  try {
    return await channel({ id, recipient, content, attempt: attempts });
  } catch (error) {
    // A sender never throws; one that does all the same must not take the messages beside it along.
    const reason = `The ${message.channel} sender failed: ${error instanceof Error ? error.name : "unknown"}`;
    services.report({ level: "error", event: "sender_failed", message_id: id, error: String(error) });
    return { kind: "retry", reason };
  }
}

/** Keeps what an attempt tells of its recipient besides: gone, somewhere else, or to be left alone for a while. */
async function heedResult(
  { db, clock }: SendingServices,
  { channel, recipient, householdId }: ClaimedMessage,
  result: SendResult,
): Promise<void> {
  if (result.kind === "permanent" && result.recipientGone !== undefined)
    await markGone(db, { channel, recipient, householdId, at: clock() });
  if (result.kind === "sent" && result.movedTo !== undefined)
    await moveChat(db, { channel, from: recipient, to: result.movedTo });
  if (result.kind !== "retry" || result.pauses === undefined) return;
  const { pauses, afterSeconds } = result;
  await pauseHost(db, { channel, recipient }, { pauses, afterSeconds }, clock());
}

/**
 * Somebody has the alert, or it is over: nobody else is rung for it any longer. One that cannot be ended now is tried
 * again by the next dispatch, until the provider gives up by itself. Answers how many were ended.
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
