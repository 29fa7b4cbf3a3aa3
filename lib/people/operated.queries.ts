import { eq, inArray, or, sql } from "drizzle-orm";
import { companionSessions } from "../../schema/tables/companion.ts";
import { households, memberships } from "../../schema/tables/household.ts";
import { sessions } from "../../schema/tables/sign-in.ts";
import { users } from "../../schema/tables/user.ts";
import type { Plan, Role } from "../../schema/vocabulary.ts";
import { type Db, underLock } from "../kernel/db.queries.ts";
import { isoTime, queryBuilder } from "../kernel/statements.queries.ts";
import { logFrom } from "./activity.queries.ts";
import type { Actor } from "./activity.ts";
import { endedOf } from "./sessions.queries.ts";

/** A person with more homes than that is found by the id of one. */
const HOMES_FOUND_MAX = 20;

/** Null reason lets the person in again. */
type Block = { email: string; reason: string | null; actor: Actor; now: Date };

/**
 * Ends all sessions of the blocked person: a sign-in takes the same row's lock, so it is either ended here or finds
 * the block. The activity of each of their homes shows it. False if nobody has the address.
 */
export async function setBlock(db: Db, { email, reason, actor, now }: Block): Promise<boolean> {
  const person = queryBuilder
    .update(users)
    .set({ blockedFor: reason })
    .where(eq(users.email, email))
    .returning({ id: users.id });
  const homes = sql`person join memberships membership on membership.user_id = person.id`;
  const action = reason === null ? "person_unblocked" : "person_blocked";
  const householdId = sql`membership.household_id`;
  const logged = logFrom(homes, { householdId, at: now, actor, action, subject: sql`person.id` });
  const statement = sql`
    with person as ${person}, browsers as ${endedOf(sessions)}, phones as ${endedOf(companionSessions)},
    logged as (${logged})
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

/** `plan` is the chosen one; a running trial is not counted. */
export type FoundHome = {
  id: string;
  name: string;
  plan: Plan;
  created_at: string;
  members: { email: string; role: Role }[];
};

/** The homes of the person with the address, or the one with the id: a part of either finds nothing. */
export async function findHomesOf(db: Db, asked: string): Promise<FoundHome[]> {
  const persons = queryBuilder
    .select({ id: memberships.householdId })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(users.email, asked.toLowerCase()));
  const homes = await db("repeatable", (queries) =>
    queries
      .select({
        id: households.id,
        name: households.name,
        plan: households.plan,
        created_at: isoTime(households.createdAt),
      })
      .from(households)
      .where(or(eq(households.id, asked), inArray(households.id, persons)))
      .orderBy(households.createdAt)
      .limit(HOMES_FOUND_MAX),
  );
  if (homes.length === 0) return [];
  const found = homes.map(({ id }) => id);
  const members = await db("repeatable", (queries) =>
    queries
      .select({ home: memberships.householdId, email: users.email, role: memberships.role })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(inArray(memberships.householdId, found))
      .orderBy(memberships.createdAt),
  );
  return homes.map((home) => ({
    ...home,
    members: members.flatMap(({ home: of, email, role }) => (of === home.id ? [{ email, role }] : [])),
  }));
}
