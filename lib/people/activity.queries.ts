import { and, desc, eq, lt, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { activity } from "../../schema/tables/activity.ts";
import type { ActorType } from "../../schema/vocabulary.ts";
import { type Db, householdLock, underLock } from "../kernel/db.queries.ts";
import { insertSelect, isoTime, queryBuilder } from "../kernel/statements.queries.ts";
import type { ActivityEntry, Actor } from "./activity.ts";

/** An entry whose home, actor or subject may be an SQL expression of the statement. */
type LoggedEntry = Omit<ActivityEntry, "householdId" | "actor" | "subject"> & {
  householdId: string | SQL;
  actor: Omit<Actor, "id"> & { id: string | SQL | null };
  subject: string | SQL | null;
};

/**
 * Builds the insert that logs `entry` once for each row of `from`, which is a CTE's name or SQL. Put it in the
 * statement that makes the change, so that every change is logged and nothing else is.
 */
export const logFrom = (from: string | SQL, entry: LoggedEntry): SQL =>
  insertSelect(activity, rowOf(entry), sql`from ${typeof from === "string" ? sql.identifier(from) : from}`);

const rowOf = <E extends LoggedEntry>({ householdId, at, actor, action, subject, details = {} }: E) => ({
  householdId,
  at,
  actorType: actor.type,
  actorId: actor.id,
  action,
  subject,
  details,
  ip: actor.ip,
});

/** Logs an entry that belongs to no change of a row. */
export async function logActivity(db: Db, entry: ActivityEntry): Promise<void> {
  await db.mutate(logFrom(sql`(select 1) once`, entry));
}

/** Selects the rows of the CTE `changed` that differ from the same rows in the CTE `before`. */
export const movedFrom = (changed: string, key = "id"): SQL => sql`
  select after.${sql.identifier(key)} from ${sql.identifier(changed)} after
  join before using (${sql.identifier(key)}) where after.* is distinct from before.*`;

type ActivityAsk = {
  householdId: string;
  /** The id of an entry: only older ones are listed. Null starts with the newest. */
  before: number | null;
  limit: number;
  /** True if the reader may see the IP addresses of actors. */
  withAddresses: boolean;
};

/** The actor's current display name: of a person, a key, a token or a contact. Null once the actor is deleted. */
const NAME = sql`coalesce(
  (select coalesce(users.name, users.email) from users where users.id = ${activity.actorId}),
  (select name from api_keys where api_keys.id = ${activity.actorId}),
  (select name from inbound_tokens where inbound_tokens.id = ${activity.actorId}),
  (select name from home_contacts where home_contacts.id = ${activity.actorId}))`;

const ENTRY = {
  id: sql<string>`${activity.id}::text`,
  at: isoTime(activity.at),
  actor: sql<{ type: ActorType; id: string | null; name: string | null }>`json_build_object(
    'type', ${activity.actorType}, 'id', ${activity.actorId}, 'name', ${NAME})`,
  action: activity.action,
  subject: activity.subject,
  details: sql<Record<string, unknown>>`${activity.details}`,
  ip: activity.ip,
};

/** Lists a page of activity, newest first. Entries of deleted actors stay in the list, without a name. */
export async function listActivity(db: Db, { householdId, before, limit, withAddresses }: ActivityAsk) {
  const isBefore = before === null ? undefined : lt(activity.id, before);
  const found = await db("repeatable", (queries) =>
    queries
      .select(ENTRY)
      .from(activity)
      .where(and(eq(activity.householdId, householdId), isBefore))
      .orderBy(desc(activity.id))
      .limit(limit + 1),
  );
  const page = found.slice(0, limit).map((item) => (withAddresses ? item : { ...item, ip: null }));
  return { activity: page, next_cursor: found.length > limit ? (page.at(-1)?.id ?? null) : null };
}

export type ActivityItem = Awaited<ReturnType<typeof listActivity>>["activity"][number];

/**
 * Runs `change`, which returns the rows that it changes, and logs each in the same commit. Returns false if it changed
 * nothing. `beside` is a further CTE, which may refer to the CTE `changed`.
 */
export async function changeLogged(
  db: Db,
  change: SQLWrapper,
  entry: ActivityEntry,
  beside: SQLWrapper = sql`select 1`,
): Promise<boolean> {
  const rows = await db.mutate(sql`
    with changed as (${change.getSQL()}), beside as (${beside.getSQL()}),
    logged as (${logFrom("changed", entry)})
    select 1 from changed`);
  return rows.length > 0;
}

/** A table of rows that belong to a home and have an id. */
type OwnTable = PgTable & Record<"id" | "householdId", PgColumn>;

/**
 * Deletes the home's row that the entry is about, and logs that. Returns false if the home has no such row. `beside` is a
 * further CTE, which may refer to the deleted row in the CTE `changed`.
 */
export const removeLogged = (db: Db, table: OwnTable, entry: ActivityEntry<string>, beside?: SQLWrapper) => {
  const isIt = and(eq(table.id, entry.subject), eq(table.householdId, entry.householdId));
  return changeLogged(db, queryBuilder.delete(table).where(isIt).returning(), entry, beside);
};

/**
 * Adds a row to the home and logs that, if the home has fewer than `max` rows and `where` holds; else returns false.
 * `beside` may refer to the CTE `changed`. A retry is safe: it finds its own row by the random id.
 */
export async function addLogged<T extends OwnTable>(
  db: Db,
  table: T,
  row: { id: string } & Omit<Parameters<typeof insertSelect<T>>[1], "id" | "householdId" | "createdAt">,
  {
    max,
    entry,
    beside = sql`select 1`,
    where = sql`true`,
  }: { max: number; entry: ActivityEntry; beside?: SQL; where?: SQL },
): Promise<boolean> {
  const { householdId, at: createdAt } = entry;
  const held = queryBuilder.$count(table, eq(table.householdId, householdId));
  const whole = { ...row, householdId, createdAt } as Parameters<typeof insertSelect<T>>[1];
  const added = await underLock(
    db,
    householdLock(householdId),
    sql`
      with changed as (${insertSelect(table, whole, sql`where ${held} < ${max}::bigint and ${where} on conflict (id) do nothing returning id`)}),
      beside as (${beside}), logged as (${logFrom("changed", entry)})
      select 1 from changed union all select 1 from ${table} where ${table.id} = ${row.id}`,
    "repeatable",
  );
  return added !== undefined;
}
