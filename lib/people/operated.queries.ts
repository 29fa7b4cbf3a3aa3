import { eq, inArray, or, sql } from "drizzle-orm";
import { companionSessions } from "../../schema/tables/companion.ts";
import { households, memberships, users } from "../../schema/tables/household.ts";
import { sessions } from "../../schema/tables/sign-in.ts";
import type { Role } from "../../schema/vocabulary.ts";
import type { Db } from "../kernel/db.queries.ts";
import { isoTime, queryBuilder } from "../kernel/statements.queries.ts";
import { logFrom } from "./activity.queries.ts";
import type { Actor } from "./activity.ts";

/** A person's further homes can only be found by the home's id. */
const HOMES_FOUND_MAX = 20;

type Operating = { email: string; actor: Actor; at: Date };

/** Ends a person's sessions in browsers and on phones, in every home. Returns false if nobody has the address. */
export async function endSessionsOf(db: Db, { email, ...by }: Operating): Promise<boolean> {
  const person = queryBuilder.select({ id: users.id }).from(users).where(eq(users.email, email));
  const endedOf = (table: typeof sessions | typeof companionSessions) =>
    queryBuilder
      .delete(table)
      .where(sql`${table.userId} in (select id from person)`)
      .returning({ id: table.id, householdId: table.householdId });
  const logged = logFrom("ended", {
    ...by,
    householdId: sql`household_id`,
    action: "session_ended_by_operator",
    subject: sql`id`,
  });
  const rows = await db.mutate(sql`
    with person as ${person}, browsers as ${endedOf(sessions)}, phones as ${endedOf(companionSessions)},
    ended as (select * from browsers union all select * from phones), logged as (${logged})
    select id from person`);
  return rows.length > 0;
}

/**
 * Finds the homes of a person by their full email address, or a home by its full id. `plan` is the chosen plan, even
 * during a trial.
 */
export function findHomesOf(db: Db, asked: string) {
  const persons = queryBuilder
    .select({ id: memberships.householdId })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(users.email, asked.toLowerCase()));
  const members = sql<{ email: string; role: Role }[]>`(
    select coalesce(json_agg(json_build_object('email', person.email, 'role', member.role)
      order by member.created_at), '[]')
    from memberships member join users person on person.id = member.user_id
    where member.household_id = households.id)`;
  return db("repeatable", (queries) =>
    queries
      .select({
        id: households.id,
        name: households.name,
        plan: households.plan,
        created_at: isoTime(households.createdAt),
        members,
      })
      .from(households)
      .where(or(eq(households.id, asked), inArray(households.id, persons)))
      .orderBy(households.createdAt)
      .limit(HOMES_FOUND_MAX),
  );
}
