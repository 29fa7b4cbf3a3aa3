import type { Channel } from "../../schema/vocabulary.ts";
import type { Db } from "../kernel/db.queries.ts";
import { inParallel } from "../kernel/patiently.actions.ts";
import type { CronServices } from "../kernel/services.actions.ts";
import { type ClaimedMessage, pauseHost } from "./claim.queries.ts";
import { markGone, moveChat } from "./contact-points.queries.ts";
import type { SendResult } from "./delivery/settle.ts";
import { heldBack } from "./delivery/shown-delivery.ts";
import { findStillAsked, listPointlessRings, markEnded } from "./end-rings.queries.ts";
import { MESSAGE_LIMITS } from "./limits.ts";

/** The last look before a message for the case that nobody takes its alerts on: null where it goes out. */
export async function holdIfAnswered(
  db: Db,
  { id, channel }: { id: string; channel: Channel },
  now: Date,
): Promise<SendResult | null> {
  const asked = await findStillAsked(db, id, now);
  return asked === null ? null : heldBack(channel, asked, now.getTime());
}

/** Keeps what an attempt tells of its recipient besides: gone, somewhere else, or to be left alone for a while. */
export async function heedResult(
  db: Db,
  { channel, recipient, householdId }: ClaimedMessage,
  result: SendResult,
  now: Date,
): Promise<void> {
  if (result.kind === "permanent" && result.recipientGone !== undefined)
    await markGone(db, { channel, recipient, householdId, at: now });
  if (result.kind === "sent" && result.movedTo !== undefined)
    await moveChat(db, { channel, from: recipient, to: result.movedTo });
  if (result.kind !== "retry" || result.pauses === undefined) return;
  const { pauses, afterSeconds } = result;
  const asked = afterSeconds === undefined ? {} : { afterSeconds };
  await pauseHost(db, { channel, recipient, pauses, now, ...asked });
}

/**
 * Somebody has the alert, or it is over: nobody else is rung for it any longer. One that cannot be ended now is tried
 * again by the next dispatch, until the provider gives up by itself. Answers how many were ended.
 */
export async function endRings({ db, clock, endRing }: CronServices): Promise<number> {
  const rings = await listPointlessRings(db, clock());
  const ended = await inParallel(rings, MESSAGE_LIMITS.dispatchConcurrencyMax, async (ring) =>
    (await endRing(ring.channel, ring.providerId)) ? ring.id : null,
  );
  const ids = ended.filter((id) => id !== null);
  await markEnded(db, ids, clock());
  return ids.length;
}
