import { eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { companionSessions } from "../../schema/tables/companion.ts";
import { households, memberships } from "../../schema/tables/household.ts";
import { sessions } from "../../schema/tables/sign-in.ts";
import { users } from "../../schema/tables/user.ts";
import type { Role } from "../../schema/vocabulary.ts";
import { type Db, underLock } from "../kernel/db.queries.ts";
import { isoTime, queryBuilder } from "../kernel/statements.queries.ts";
import { logFrom } from "./activity.queries.ts";
import type { Actor } from "./activity.ts";

/** A person with more homes than that is found by the id of one. */
const HOMES_FOUND_MAX = 20;

/** CTEs that end the sessions of everybody in the CTE `person`, browsers and phones in every home, into `ended`. */
const endingThem = (): SQL => {
  const endedOf = (table: typeof sessions | typeof companionSessions) =>
    queryBuilder
      .delete(table)
      .where(sql`${table.userId} in (select id from person)`)
      .returning({ id: table.id, householdId: table.householdId });
  return sql`browsers as ${endedOf(sessions)}, phones as ${endedOf(companionSessions)},
    ended as (select * from browsers union all select * from phones)`;
};

type Operating = { email: string; actor: Actor; at: Date };

/** How many sessions of the person ended; null where nobody has the address. */
export async function endSessionsOf(db: Db, { email, ...by }: Operating): Promise<number | null> {
  const person = queryBuilder.select({ id: users.id }).from(users).where(eq(users.email, email));
  const ended = {
    householdId: sql`household_id`,
    action: "session_ended_by_operator",
    subject: sql`id`,
  } as const;
  const rows = await db.mutate<{ ended: number }>(sql`
    with person as ${person}, ${endingThem()}, logged as (${logFrom("ended", { ...by, ...ended })})
    select count(ended.id)::integer as ended from person left join ended on true group by person.id`);
  return rows[0]?.ended ?? null;
}

/**
 * Ends all sessions of the blocked person: a sign-in takes the same row's lock, so it is either ended here or finds
 * the block. The activity of each of their homes shows it. False if nobody has the address. A null reason lets the
 * person in again.
 */
export async function setBlock(
  db: Db,
  { email, reason, ...by }: Operating & { reason: string | null },
): Promise<boolean> {
  const person = queryBuilder
    .update(users)
    .set({ blockedFor: reason })
    .where(eq(users.email, email))
    .returning({ id: users.id });
  const homes = sql`person join memberships membership on membership.user_id = person.id`;
  const action = reason === null ? "person_unblocked" : "person_blocked";
  const logged = logFrom(homes, {
    ...by,
    action,
    householdId: sql`membership.household_id`,
    subject: sql`person.id`,
  });
  const statement = sql`
    with person as ${person}, ${endingThem()}, logged as (${logged})
    select id from person`;
  const lock = sql`select 1 from users where email = ${email} for no key update`;
  return (await underLock(db, lock, statement)) !== undefined;
}

export type OperatedPerson = { email: string; blocked_for: string | null };

/** Null where nobody has exactly the address. */
export async function findPerson(db: Db, email: string): Promise<OperatedPerson | null> {
  const [found] = await db("repeatable", (queries) =>
    queries
      .select({ email: users.email, blocked_for: users.blockedFor })
      .from(users)
      .where(eq(users.email, email.toLowerCase())),
  );
  return found ?? null;
}

/**
 * The homes of the person with the address, or the one with the id: a part of either finds nothing. `plan` is the
 * chosen one; a running trial is not counted.
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
    where member.household_id = ${households.id})`;
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

export type FoundHome = Awaited<ReturnType<typeof findHomesOf>>[number];
