import { and, eq, sql } from "drizzle-orm";
import { outbox } from "../../schema/tables/outbox.ts";
import { type Channel, RECEIPTS, type Receipt } from "../../schema/vocabulary.ts";
import type { Db } from "../kernel/db.queries.ts";

/** What a provider tells of one message, by our id of it or by its own. */
type GivenReceipt = {
  channel: Channel;
  of: { id: string } | { providerId: string };
  receipt: Receipt;
  at: Date;
};

/**
 * Stores what a provider reported about a message; null if there is no such message, or a later report exists:
 * callbacks come twice and in any order.
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
