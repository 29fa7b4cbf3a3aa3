import { and, eq, inArray, sql } from "drizzle-orm";
import { contactPoints } from "../../../schema/tables/contact-point.ts";
import { memberships } from "../../../schema/tables/household.ts";
import type { Channel } from "../../../schema/vocabulary.ts";
import type { Db } from "../db.ts";
import { draft } from "../draft.ts";

/** Whose message it was. The contact point of another home's member stays as it is. */
export type GoneRecipient = { channel: Channel; recipient: string; householdId: string | null; at: Date };

/**
 * Marks what no message will ever reach again, so that the next alert is not sent there and its owner sees
 * why. The address that somebody signs in with is no contact point: it stays, and its dead letters show.
 */
export async function markGone(
  db: Db,
  { channel, recipient, householdId, at }: GoneRecipient,
): Promise<void> {
  if (householdId === null) return;
  const members = draft
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(eq(memberships.householdId, householdId));
  const goneAt = sql`coalesce(${contactPoints.goneAt}, ${at.toISOString()}::timestamptz)`;
  await db("repeatable", (queries) =>
    queries
      .update(contactPoints)
      .set({ goneAt })
      .where(
        and(
          eq(contactPoints.channel, channel),
          eq(contactPoints.address, recipient),
          inArray(contactPoints.userId, members),
        ),
      ),
  );
}
