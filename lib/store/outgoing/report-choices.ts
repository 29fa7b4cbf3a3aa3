import { sql } from "drizzle-orm";
import type { Db } from "../db.ts";

/** Changes the named choices of a member for a home; the others stay. */
export async function layOverNotifications(
  db: Db,
  { householdId, userId }: { householdId: string; userId: string },
  choices: Record<string, boolean>,
): Promise<void> {
  await db("repeatable", (queries) =>
    queries.execute(sql`
      update memberships set notifications = notifications || ${JSON.stringify(choices)}::jsonb
      where household_id = ${householdId} and user_id = ${userId}`),
  );
}
