import { and, eq, sql } from "drizzle-orm";
import { outbox } from "../../schema/tables/outbox.ts";
import { type Channel, RECEIPTS, type Receipt } from "../../schema/vocabulary.ts";
import type { Db } from "../kernel/db.queries.ts";

/** A provider's report about one message, which is identified by our id or the provider's. */
type GivenReceipt = {
  channel: Channel;
  of: { id: string } | { providerId: string };
  receipt: Receipt;
  at: Date;
};

/**
 * Stores a provider's report about a message. Returns null if the message is unknown, or if a report of this or a later
 * stage is stored already: callbacks come twice and in any order.
 */
export async function recordReceipt(db: Db, { channel, of, receipt, at }: GivenReceipt) {
  const earlier = RECEIPTS.slice(0, RECEIPTS.indexOf(receipt));
  const [found] = await db("repeatable", (queries) =>
    queries
      .update(outbox)
      .set({ receipt, receiptAt: at })
      .where(
        and(
          "id" in of ? eq(outbox.id, of.id) : eq(outbox.providerId, of.providerId),
          eq(outbox.channel, channel),
          sql`(${outbox.receipt} is null or ${outbox.receipt} in (select jsonb_array_elements_text(${JSON.stringify(earlier)}::jsonb)))`,
        ),
      )
      .returning({ id: outbox.id, householdId: outbox.householdId, recipient: outbox.recipient }),
  );
  return found ?? null;
}
