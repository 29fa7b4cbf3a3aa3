import { eq, sql } from "drizzle-orm";
import { activity } from "../../../schema/tables/activity.ts";
import { memberships } from "../../../schema/tables/household.ts";
import { users } from "../../../schema/tables/user.ts";
import type { Db } from "../db.ts";
import { insertSelect } from "../insert-select.ts";

/** Into the activity of every home of whoever has the address; of nobody, nothing. */
export async function logFailedSignIn(
  db: Db,
  { email, ip, now }: { email: string; ip: string | null; now: Date },
): Promise<void> {
  const entry = {
    householdId: sql`${memberships.householdId}`,
    at: now,
    actorType: "system",
    action: "sign_in_failed",
    subject: sql`${users.id}`,
    ip,
  } as const;
  const homes = sql`from ${users} join ${memberships} on ${eq(memberships.userId, users.id)}
    where ${eq(users.email, email)}`;
  await db("once", (queries) => queries.execute(insertSelect(activity, entry, homes)));
}
