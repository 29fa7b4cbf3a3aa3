import { sql } from "drizzle-orm";
import type { DeclineClaim } from "../../domain/links/decline-token.ts";
import type { Db } from "../db.ts";

/** Remembers it, and ends the open invitations that it is about: of the one home, or of all. */
export async function rememberDecline(
  db: Db,
  { householdId, email }: DeclineClaim,
  isForAll: boolean,
  now: Date,
): Promise<void> {
  await db("repeatable", (queries) =>
    queries.execute(sql`
      with ended as (
        delete from invitations where email = ${email} and accepted_at is null
          and (${isForAll} or household_id = ${householdId}))
      insert into declined_invitations (email, home, declined_at)
      values (${email}, ${isForAll ? "" : householdId}, ${now.toISOString()}::timestamptz)
      on conflict do nothing`),
  );
}
