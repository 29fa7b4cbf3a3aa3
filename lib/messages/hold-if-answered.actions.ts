import type { Channel } from "../../schema/vocabulary.ts";
import type { Db } from "../kernel/db.queries.ts";
import type { SendResult } from "./delivery/settle.ts";
import { heldBack } from "./delivery/shown-delivery.ts";
import { findStillAsked } from "./still-asked.queries.ts";

/** The last look before a message for the case that nobody takes its alerts on: null where it goes out. */
export async function holdIfAnswered(
  db: Db,
  { id, channel }: { id: string; channel: Channel },
  now: Date,
): Promise<SendResult | null> {
  const asked = await findStillAsked(db, id, now);
  return asked === null ? null : heldBack(channel, asked, now.getTime());
}
