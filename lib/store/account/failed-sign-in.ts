import { sql } from "drizzle-orm";
import type { Db } from "../db.ts";

/** Into the activity of every home of whoever has the address; of nobody, nothing. */
export async function logFailedSignIn(
  db: Db,
  { email, ip, now }: { email: string; ip: string | null; now: Date },
): Promise<void> {
  await db("once", (queries) =>
    queries.execute(sql`
      insert into activity (household_id, at, actor_type, actor_id, action, subject, ip)
      select home.household_id, ${now.toISOString()}::timestamptz, 'system', null, 'sign_in_failed', person.id, ${ip}
      from users person join memberships home on home.user_id = person.id where person.email = ${email}`),
  );
}
