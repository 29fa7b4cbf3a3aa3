import { sql } from "drizzle-orm";
import type { Channel } from "../../../schema/vocabulary.ts";
import type { RecipientGone } from "../../domain/outgoing/delivery/settle.ts";
import type { Db } from "../db.ts";

export type GoneRecipient = { channel: Channel; recipient: string; reason: RecipientGone; at: Date };

/** Takes away what no message will ever reach again, so that the next alert is not sent there. */
export async function forgetRecipient(db: Db, { channel, recipient, at }: GoneRecipient): Promise<void> {
  switch (channel) {
    case "push":
      await db("repeatable", (queries) =>
        queries.execute(sql`delete from push_tokens where token = ${recipient}`),
      );
      return;
    case "sms":
      // Kept and marked: its owner is to see why no text comes.
      await db("repeatable", (queries) =>
        queries.execute(sql`
          update users set phone_gone_at = coalesce(phone_gone_at, ${at.toISOString()}::timestamptz)
          where phone = ${recipient}`),
      );
      return;
    case "email":
      // An address is how its owner signs in: it stays, and its dead letters show.
      return;
    default:
      return channel satisfies never;
  }
}
