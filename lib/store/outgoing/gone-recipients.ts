import { sql } from "drizzle-orm";
import type { Channel } from "../../../schema/vocabulary.ts";
import type { Db } from "../db.ts";

/** Whose message it was: the contact point of another home's member stays as it is. */
export type GoneRecipient = { channel: Channel; recipient: string; householdId: string | null; at: Date };

/**
 * Marks what no message will ever reach again, so that the next alert is not sent there and its owner sees why. The
 * address that somebody signs in with is no contact point: it stays, and its dead letters show.
 */
export async function markGone(
  db: Db,
  { channel, recipient, householdId, at }: GoneRecipient,
): Promise<void> {
  await db("repeatable", (queries) =>
    queries.execute(sql`
      update contact_points set gone_at = coalesce(gone_at, ${at.toISOString()}::timestamptz)
      where channel = ${channel} and address = ${recipient} and exists (
        select from memberships member
        where member.user_id = contact_points.user_id and member.household_id = ${householdId})`),
  );
}
