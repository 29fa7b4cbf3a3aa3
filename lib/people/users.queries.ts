import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { households, users } from "../../schema/tables/household.ts";
import { outbox } from "../../schema/tables/outbox.ts";
import { invitations, signInChallenges } from "../../schema/tables/sign-in.ts";
import type { UserChange } from "../../schema/wire/account/sign-in.ts";
import type { Db } from "../kernel/db.queries.ts";
import { fieldsOf, queryBuilder } from "../kernel/statements.queries.ts";
import { dropForPerson } from "../outbox/drop-waiting.queries.ts";
import { messageRows } from "../outbox/enqueue.queries.ts";
import type { SealedMessage } from "../outbox/message.ts";
import type { Actor } from "./activity.ts";
import { noteDevices } from "./households.queries.ts";

/** Saves a change of a person; returns null if the account is deleted. */
export async function saveUser(db: Db, id: string, change: UserChange) {
  const [saved] = await db("repeatable", (queries) =>
    queries.update(users).set(fieldsOf(users, change)).where(eq(users.id, id)).returning(),
  );
  return saved ?? null;
}

/** Returns the language of each address that has an account. */
export async function findLanguages(db: Db, emails: readonly string[]) {
  const found = await db("repeatable", (queries) =>
    queries
      .select({ email: users.email, language: users.language })
      .from(users)
      .where(inArray(users.email, [...emails])),
  );
  return new Map(found.map(({ email, language }) => [email, language]));
}

type AccountDeletion = {
  userId: string;
  email: string;
  actor: Actor;
  farewell: SealedMessage;
  now: Date;
};

/** `stuck`: names of homes that have other members and would be left without an owner. */
type DeletionVerdict = "deleted" | "not_found" | { stuck: string[] };

/**
 * Deletes the person with their sessions, contacts, memberships and open invitations, and the homes that have no other
 * member. Shared homes keep everything that the person created for them, and log in their activity that the person
 * left.
 */
export async function deleteAccount(db: Db, wish: AccountDeletion): Promise<DeletionVerdict> {
  const ofAlone = sql`household_id in (
    with ${homesOf(wish.userId)} select household_id from alone where not exists (select from stuck))`;
  const [, , result] = await db("once", (queries) =>
    queries.batch([
      queries.execute(sql`
        select 1 from households where id in (select household_id from memberships where user_id = ${wish.userId})
        order by id for update`),
      queries.execute(noteDevices(ofAlone, wish.now)),
      queries.execute<{ deleted: boolean; homes: string[] | null }>(deletion(wish)),
    ]),
  );
  const [row] = result.rows;
  if (row?.deleted) return "deleted";
  return row?.homes == null ? "not_found" : { stuck: row.homes };
}

function deletion({ userId, email, actor, farewell, now }: AccountDeletion): SQL {
  const isGone = sql`exists (select from gone)`;
  const ofAlone = (column: PgColumn) => and(sql`${column} in (select household_id from alone)`, isGone);
  const gone = queryBuilder
    .delete(users)
    .where(and(eq(users.id, userId), sql`not exists (select from stuck)`))
    .returning({ id: users.id });
  const open = and(eq(invitations.email, email), isNull(invitations.acceptedAt), isGone);
  return sql`
    with ${homesOf(userId)},
    gone as ${gone},
    unsent as ${queryBuilder.delete(outbox).where(ofAlone(outbox.householdId))},
    withheld as (${dropForPerson(userId, now, {
      homes: sql`select mine.household_id from mine, gone
        where mine.household_id not in (select household_id from alone)`,
    })}),
    homes as ${queryBuilder.delete(households).where(ofAlone(households.id))},
    uninvited as ${queryBuilder.delete(invitations).where(open)},
    challenges as ${queryBuilder.delete(signInChallenges).where(and(eq(signInChallenges.email, email), isGone))},
    logged as (
      insert into activity (household_id, at, actor_type, actor_id, action, subject, details, ip)
      select household_id, ${now.toISOString()}::timestamptz, ${actor.type}, ${actor.id}, 'member_removed', ${userId},
        '{"left": true, "account_deleted": true}'::jsonb, ${actor.ip}
      from mine where household_id not in (select household_id from alone) and ${isGone}),
    queued as (${messageRows([farewell], now, isGone)})
    select ${isGone} as deleted, (select json_agg(name order by name) from stuck) as homes`;
}

/**
 * The CTEs `mine` (the person's homes), `alone` (homes without another member) and `stuck` (shared homes whose last
 * owner is the person).
 */
const homesOf = (userId: string): SQL => sql`
  mine as (select household_id, role from memberships where user_id = ${userId}),
  shared as (
    select mine.household_id, mine.role, bool_or(other.role = 'owner') as has_owner
    from mine join memberships other on other.household_id = mine.household_id and other.user_id <> ${userId}
    group by mine.household_id, mine.role),
  alone as (
    select household_id from mine where household_id not in (select household_id from shared)),
  stuck as (
    select home.name from shared join households home on home.id = shared.household_id
    where shared.role = 'owner' and not shared.has_owner)`;
