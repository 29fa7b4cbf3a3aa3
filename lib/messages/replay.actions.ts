import { LIMITS } from "../../schema/limits.ts";
import { ID_PREFIXES } from "../../schema/vocabulary.ts";
import { done, refuse } from "../kernel/outcome.ts";
import { newId } from "../kernel/secret.ts";
import type { Services } from "../kernel/services.actions.ts";
import { HOUR_MS } from "../kernel/time.ts";
import type { Acting } from "../people/items.ts";
import { type Limited, overCountedLimit } from "../people/limited.ts";
import { type ShownDelivery, shownDelivery } from "./delivery/shown-delivery.ts";
import type { MessageContent, SealedMessage } from "./message.ts";
import { findSent, queueReplay, type SentDelivery } from "./replay.queries.ts";
import { sealMessage } from "./seal-message.actions.ts";

type ReplayPorts = Pick<Services, "db" | "clock" | "random" | "serverVault">;

const REPLAY_LIMIT = {
  name: "delivery-replays",
  limit: LIMITS.deliveryReplaysPerHour,
  windowSeconds: HOUR_MS / 1_000,
};

/**
 * Calls a webhook once more with an event that it was called with before: the event keeps its id, so that a receiver
 * that has it knows it, and the delivery has one of its own. While one replay of an event waits, asking for another
 * answers that one.
 */
export async function replayDelivery(
  ports: ReplayPorts,
  { householdId, actor }: Acting,
  id: string,
): Promise<Limited<{ delivery: ShownDelivery }>> {
  const { db, clock } = ports;
  const now = clock();
  const sent = await findSent(db, householdId, id);
  if (sent === null) return refuse("not_found");
  const isUnsent = sent.state === "pending" || sent.lastError === "used_up";
  if (sent.channel !== "webhook" || isUnsent) return refuse("not_replayable");
  const replayOf = sent.replayOf ?? sent.id;
  const message = await again(ports, householdId, sent, replayOf);
  if (message === null)
    return refuse("not_replayable", "This delivery was sealed with a key that this server no longer has");
  const entry = { householdId, at: now, actor, action: "delivery_replayed", subject: id } as const;
  const countedSince = new Date(now.getTime() - HOUR_MS);
  const replayed = await queueReplay(db, { message, replayOf, entry, countedSince });
  if (replayed.verdict === "too_often")
    return overCountedLimit(REPLAY_LIMIT, replayed.fullSince, now, "replays");
  const queued = await findSent(db, householdId, replayed.id);
  return queued === null ? refuse("not_found") : done({ delivery: shownDelivery(queued) });
}

/** The same content sealed for a message of its own; null where nobody can open it any more. */
async function again(
  { random, serverVault }: ReplayPorts,
  householdId: string,
  { id, kind, channel, recipient, isCritical, sealedContent }: SentDelivery,
  replayOf: string,
): Promise<SealedMessage | null> {
  const opened = await serverVault.open("message", id, sealedContent);
  if (opened === null) return null;
  const content: MessageContent = { ...(JSON.parse(opened.text) as MessageContent), eventId: replayOf };
  const replayId = newId(ID_PREFIXES.message, random);
  const dedupeKey = `replay/${replayId}`;
  return await sealMessage(serverVault, {
    ...{ id: replayId, householdId, channel, recipient, dedupeKey, kind, isCritical, replayOf, content },
  });
}
