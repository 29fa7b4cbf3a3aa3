import { and, eq, sql } from "drizzle-orm";
import { memberships } from "../../schema/tables/household.ts";
import type { Db } from "../kernel/db.queries.ts";

/** Changes the named choices of a member for a home; the others stay. */
export async function layOverNotifications(
  db: Db,
  { householdId, userId }: { householdId: string; userId: string },
  choices: Record<string, boolean>,
): Promise<void> {
  await db("repeatable", (queries) =>
    queries
      .update(memberships)
      .set({ notifications: sql`${memberships.notifications} || ${JSON.stringify(choices)}::jsonb` })
      .where(and(eq(memberships.householdId, householdId), eq(memberships.userId, userId))),
  );
}
