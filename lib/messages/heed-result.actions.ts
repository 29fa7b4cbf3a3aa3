import type { Db } from "../kernel/db.queries.ts";
import type { ClaimedMessage } from "./claim.queries.ts";
import { markGone, moveChat } from "./contact-points.queries.ts";
import type { SendResult } from "./delivery/settle.ts";
import { pauseHost } from "./host-pace.queries.ts";

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
