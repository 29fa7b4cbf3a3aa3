import { setTimeout as sleep } from "node:timers/promises";
import { type Client, DatabaseError } from "pg";
import { HOME_ROWS, STAYS, whereOf } from "./home-rows.ts";

export const LOCK_MS_MAX = 2_000;
const ATTEMPTS_MAX = 120;
const PAUSE_MS = 500;
/** A lock conflict: serialization_failure, deadlock_detected, lock_not_available. */
const OTHERS_FIRST = new Set(["40001", "40P01", "55P03"]);

/** What an operator has to do first, as a sentence. */
export class CellError extends Error {
  override name = "CellError" as const;
}

/** A schema of homes, by its quoted name, and a connection to its database. */
export type Place = { client: Client; schema: string };

export type Moved = { rows: number; isThereAlready: boolean };

/** Somebody is at it for a moment: the same is tried again. */
export class Busy extends Error {
  override name = "Busy" as const;
}

/** Tries again while others are at the home. */
export async function patiently<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!mayPass(error) || tried >= ATTEMPTS_MAX) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

const mayPass = (error: unknown): boolean =>
  error instanceof Busy || (error instanceof DatabaseError && OTHERS_FIRST.has(error.code ?? ""));

/** The days and months that the other place has tables of, before anything is locked. */
export async function makeTables(source: Place, target: Place): Promise<void> {
  for (const { client, schema } of [source, target]) {
    const { rows } = await client.query("select to_regnamespace($1) as is", [schema]);
    if (rows[0]?.is === null) throw new CellError(`There is no schema ${schema}.`);
  }
  const tables = `select to_date(substring(relname from '\\d+$'), case when relname like 'snapshots%' then 'YYYYMMDD'
      else 'YYYYMM' end)::text as day, relname like 'snapshots%' as is_day
    from pg_class where relnamespace = $1::regnamespace and relispartition and relkind = 'r'`;
  const { rows } = await source.client.query<{ day: string; is_day: boolean }>(tables, [source.schema]);
  for (const { day, is_day } of rows)
    await target.client.query(
      `select ${target.schema}.ensure_${is_day ? "snapshot_day" : "history_month"}($1)`,
      [day],
    );
}

/**
 * In the order of everybody: the household, its devices by their ids. Whoever seals, rolls up or posts waits. Answers whether
 * the home is here.
 */
export async function holdHome({ client, schema }: Place, home: string): Promise<boolean> {
  await client.query(`set local lock_timeout = ${LOCK_MS_MAX}`);
  const { rowCount } = await client.query(`select from ${schema}.households where id = $1 for update`, [
    home,
  ]);
  if (rowCount === 0) return false;
  await client.query(`select from ${schema}.devices where household_id = $1 order by id for update`, [home]);
  await client.query("select pg_advisory_xact_lock(hashtext('carried_values'))");
  const { rowCount: onTheirWay } = await client.query(
    `select from ${schema}.outbox where household_id = $1 and lease_until > now()
     union all select from ${schema}.pull_feeds where household_id = $1 and lease_until > now()`,
    [home],
  );
  if (onTheirWay !== 0) throw new Busy("A message or a feed of the home is on its way.");
  await client.query(`select from ${schema}.household_checks where household_id = $1 for update`, [home]);
  return true;
}

export const hasHome = async ({ client, schema }: Place, home: string): Promise<boolean> =>
  (await client.query(`select from ${schema}.households where id = $1`, [home])).rowCount !== 0;

/** Both have the same tables, and have sealed the same days. */
export async function refuseUnlike(source: Place, target: Place): Promise<void> {
  const columns = `select string_agg(relname || '.' || attname, ' ' order by relname, attname) as all
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = $1::regnamespace and relkind in ('r', 'p') and not relispartition and attnum > 0
      and not attisdropped and relname = any ($2)`;
  const tables = [...HOME_ROWS.map(({ table }) => table), ...Object.keys(STAYS)];
  const columnsIn = async ({ client, schema }: Place) =>
    (await client.query(columns, [schema, tables])).rows[0]?.all;
  const sealedIn = async ({ client, schema }: Place) =>
    (await client.query(`select before::text, months_before::text from ${schema}.sealed_days for share`))
      .rows;
  const both = `${source.schema} and ${target.schema}`;
  if ((await columnsIn(source)) !== (await columnsIn(target)))
    throw new CellError(`${both} are of different versions: start both with the newer one.`);
  if (JSON.stringify(await sealedIn(source)) !== JSON.stringify(await sealedIn(target)))
    throw new CellError(`${both} have not sealed the same days: let both clocks run first.`);
}

/** Two accounts of one address are two people until they say otherwise. Both schemas are of one database here. */
export async function refuseStrangers(client: Client, home: string, from: string, to: string): Promise<void> {
  const { rows } = await client.query<{ email: string }>(
    `select theirs.email from ${from}.users join ${to}.users theirs on theirs.email = users.email
     where theirs.id <> users.id and ${whereOf({ table: "users", key: { column: "id", of: "people" } }, from)}`,
    [home],
  );
  if (rows.length > 0)
    throw new CellError(`In ${to} there is another account of ${rows.map((row) => row.email).join(", ")}.`);
}

/** The columns of a table, as a list. */
export async function columnsOf({ client, schema }: Place, table: string): Promise<string> {
  const { rows } = await client.query<{ list: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as list from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [`${schema}.${table}`],
  );
  return rows[0]?.list ?? "";
}

/** How a table's rows come into a place: of people, who may have been there before, what is there stays. */
export const arrival = (table: string, way: string): string =>
  `${table === "activity" ? "order by id" : ""} ${way === "copied" ? "on conflict do nothing" : ""}`;

/** What stays behind when the rows of a home are gone, to be removed by `leaveNothing`. */
export type Rest = { photos: string[]; people: string[] };

export async function restOf({ client, schema }: Place, home: string): Promise<Rest> {
  const { rows } = await client.query<Rest>(
    `select array(select 'photos/' || id from ${schema}.card_photos where household_id = $1) as photos,
       array(select user_id from ${schema}.memberships where household_id = $1) as people`,
    [home],
  );
  return rows[0] ?? { photos: [], people: [] };
}

/** The home is gone here: its photos stay in the store, and who has no other home here has no account here either. */
export async function leaveNothing({ client, schema }: Place, home: string, rest: Rest): Promise<void> {
  await client.query(`delete from ${schema}.removed_objects where key = any ($1)`, [rest.photos]);
  await client.query(`delete from ${schema}.households where id = $1`, [home]);
  await client.query(
    `delete from ${schema}.users where id = any ($1)
     and not exists (select from ${schema}.memberships where user_id = users.id)`,
    [rest.people],
  );
}
