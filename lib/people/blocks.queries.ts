import { eq, sql } from "drizzle-orm";
import { activity } from "../../schema/tables/activity.ts";
import { companionSessions } from "../../schema/tables/companion.ts";
import { sessions } from "../../schema/tables/sign-in.ts";
import { users } from "../../schema/tables/user.ts";
import type { Db } from "../kernel/db.queries.ts";
import { insertSelect, queryBuilder } from "../kernel/statements.queries.ts";
import { underLock } from "../kernel/under-lock.queries.ts";
import type { Actor } from "./activity.ts";
import { endedOf } from "./sessions.queries.ts";

/** Null reason lets the person in again. */
type Block = { email: string; reason: string | null; actor: Actor; now: Date };

/**
 * Ends all sessions of whom it blocks: a sign-in takes the same row's lock, so that it is either ended here or finds
 * the block. The activity of each home of theirs says so. False where nobody has the address.
 */
export async function setBlock(db: Db, { email, reason, actor, now }: Block): Promise<boolean> {
  const person = queryBuilder
    .update(users)
    .set({ blockedFor: reason })
    .where(eq(users.email, email))
    .returning({ id: users.id });
  const logged = insertSelect(
    activity,
    {
      householdId: sql`membership.household_id`,
      at: now,
      actorType: actor.type,
      actorId: actor.id,
      action: reason === null ? "person_unblocked" : "person_blocked",
      subject: sql`person.id`,
      ip: actor.ip,
    },
    sql`from person join memberships membership on membership.user_id = person.id`,
  );
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
