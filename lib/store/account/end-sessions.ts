import { eq, sql } from "drizzle-orm";
import { activity } from "../../../schema/tables/activity.ts";
import { companionSessions } from "../../../schema/tables/companion.ts";
import { sessions } from "../../../schema/tables/sign-in.ts";
import { users } from "../../../schema/tables/user.ts";
import type { Actor } from "../../domain/activity.ts";
import type { Db } from "../db.ts";
import { draft } from "../draft.ts";
import { insertSelect } from "../insert-select.ts";

/** Every session of the person, browsers and phones in every home; null where nobody has the address. */
export async function endSessionsOf(
  db: Db,
  { email, actor, now }: { email: string; actor: Actor; now: Date },
): Promise<number | null> {
  const person = draft.select({ id: users.id }).from(users).where(eq(users.email, email));
  const logged = insertSelect(
    activity,
    {
      householdId: sql`household_id`,
      at: now,
      actorType: actor.type,
      actorId: actor.id,
      action: "session_ended_by_operator",
      subject: sql`id`,
      ip: actor.ip,
    },
    sql`from ended`,
  );
  const { rows } = await db("once", (queries) =>
    queries.execute<{ ended: number }>(sql`
      with person as ${person}, browsers as ${endedOf(sessions)}, phones as ${endedOf(companionSessions)},
      ended as (select * from browsers union all select * from phones),
      logged as (${logged})
      select count(ended.id)::integer as ended from person left join ended on true group by person.id`),
  );
  return rows[0]?.ended ?? null;
}

/** Ends the sessions of everybody in the CTE `person`. */
const endedOf = (table: typeof sessions | typeof companionSessions) =>
  draft
    .delete(table)
    .where(sql`${table.userId} in (select id from person)`)
    .returning({ id: table.id, householdId: table.householdId });
