import { setTimeout as sleep } from "node:timers/promises";
import { Client, escapeIdentifier } from "pg";
import { HOME_ROWS, whereOf } from "./home-rows.ts";
import {
  arrival,
  Busy,
  CellError,
  columnsOf,
  hasHome,
  holdHome,
  LOCK_MS_MAX,
  leaveNothing,
  type Moved,
  makeTables,
  type Place,
  patiently,
  refuseStrangers,
  refuseUnlike,
  restOf,
} from "./place.ts";

/** Rows read from one database and written to the other at a time: all that is in memory of a home. */
const ROWS_BATCH = 500;
/** How long a home's posts wait at most while it is copied; what takes longer is given up, and nothing has changed. */
const PAUSE_MS_MAX = 60_000;

/** `url`: its database, as the owner; `schema`: its name. */
export type CellAddress = { url: string; schema: string };
export type MoveBetween = { home: string; from: CellAddress; to: CellAddress };

/**
 * `announcedMs`: so long every instance has known that a home is leaving before it goes. `lateMs`: so long afterwards one may
 * still be looking that has not found it where it is now.
 */
export type Notice = { announcedMs: number; lateMs: number };
const NOTICE: Notice = { announcedMs: 2_500, lateMs: 5_000 };

/** A home between two databases, and what it is copied into there first. */
type Road = { home: string; source: Place; target: Place; waiting: string };

/**
 * Moves a home with all that it has, and its people, to a cell in another database. No transaction spans both, so it is laid
 * down there whole and committed, in a schema that nobody reads; put into the tables there, not yet committed; taken away and
 * committed here, with a note that it has left; and committed there. Whoever is cut off before the note has changed nothing,
 * and whoever is cut off after it has only to call it again: nothing is lost, and it never is in both. Posts wait at their
 * device's row, and then for the other database.
 * @throws CellError
 */
export async function moveBetween({ home, from, to }: MoveBetween, notice: Notice = NOTICE): Promise<Moved> {
  const clients: Client[] = [];
  const placeAt = async ({ url, schema }: CellAddress): Promise<Place> => {
    const client = new Client({ connectionString: url });
    // The statement that is cut off says so itself.
    client.on("error", () => undefined);
    await client.connect();
    clients.push(client);
    // Rows travel as text: of both databases the same one, whatever they were told.
    await client.query("set datestyle = 'ISO'; set extra_float_digits = 1; set intervalstyle = 'postgres'");
    return { client, schema: escapeIdentifier(schema) };
  };
  try {
    const [source, target] = [await placeAt(from), await placeAt(to)];
    const road = { home, source, target, waiting: escapeIdentifier(`arriving_${home}`) };
    await alone(road);
    await makeTables(source, target);
    if (await hasHome(source, home)) {
      await announce(road);
      await sleep(notice.announcedMs);
    }
    const moved = await patiently(() => goOver(road)).catch(async (error: unknown) => {
      await takeBack(road).catch(() => undefined);
      throw error;
    });
    if (!moved.isThereAlready) await sleep(notice.lateMs);
    await source.client.query(`delete from ${source.schema}.departures where household_id = $1`, [home]);
    return moved;
  } finally {
    for (const client of clients) await client.end();
  }
}

async function alone({ home, target }: Road): Promise<void> {
  const { rows } = await target.client.query(
    "select pg_try_advisory_lock(hashtextextended('cells ' || $1, 0)) as is",
    [home],
  );
  if (!rows[0]?.is) throw new CellError(`Somebody else is moving ${home}.`);
}

async function announce({ home, source }: Road): Promise<void> {
  await source.client.query(
    `insert into ${source.schema}.departures (household_id, began_at) values ($1, now()) on conflict do nothing`,
    [home],
  );
}

/** If the home hasn't left, nobody sees any more that it is leaving. */
async function takeBack({ home, source, target, waiting }: Road): Promise<void> {
  const { rowCount } = await source.client.query(
    `delete from ${source.schema}.departures where household_id = $1 and left_at is null`,
    [home],
  );
  if (rowCount !== 0) await target.client.query(`drop schema if exists ${waiting} cascade`);
}

async function goOver(road: Road): Promise<Moved> {
  const { home, source, target, waiting } = road;
  try {
    await source.client.query("begin");
    await source.client.query(`set local idle_in_transaction_session_timeout = ${PAUSE_MS_MAX}`);
    if (!(await holdHome(source, home))) {
      await source.client.query("rollback");
      return await arrive(road);
    }
    const giveUpAt = Date.now() + PAUSE_MS_MAX;
    await beginThere(target);
    // A leftover of an interrupted move, which no one can end any more while the home is locked here.
    await target.client.query(`drop schema if exists ${waiting} cascade`);
    await refuseUnlike(source, target);
    const copied = await copyRows(road, giveUpAt);
    await target.client.query("commit");
    await beginThere(target);
    await settle(road);
    await takeAway(road, copied);
    await source.client.query("commit");
    await target.client.query("commit");
    return { rows: [...copied.values()].reduce((sum, rows) => sum + rows, 0), isThereAlready: false };
  } catch (error) {
    // A connection that is gone has rolled back by itself.
    for (const { client } of [source, target]) await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

const beginThere = ({ client }: Place) => client.query(`begin; set local lock_timeout = ${LOCK_MS_MAX}`);

/** Ends a move that was cut off when the home had left; where none was, it is there already. */
async function arrive(road: Road): Promise<Moved> {
  const { home, source, target, waiting } = road;
  const { rowCount: left } = await source.client.query(
    `select from ${source.schema}.departures where household_id = $1 and left_at is not null`,
    [home],
  );
  const { rows } = await target.client.query("select to_regnamespace($1) is not null as is", [waiting]);
  if (left === 0 || !rows[0]?.is) {
    if (await hasHome(target, home)) return { rows: 0, isThereAlready: true };
    throw new CellError(`Neither ${source.schema} nor ${target.schema} there has a home ${home}.`);
  }
  await target.client.query(
    `select ${target.schema}.ensure_snapshot_day(day)
     from (select distinct (recorded_at at time zone 'UTC')::date as day from ${waiting}.snapshots) days`,
  );
  await beginThere(target);
  const settled = await settle(road);
  await target.client.query("commit");
  return { rows: settled, isThereAlready: false };
}

/** Lays the rows down, table by table and batch by batch; answers how many of each. */
async function copyRows({ home, source, target, waiting }: Road, giveUpAt: number) {
  const copied = new Map<string, number>();
  await target.client.query(`create schema ${waiting}`);
  for (const { table, key } of HOME_ROWS) {
    await target.client.query(`create table ${waiting}.${table} (like ${target.schema}.${table})`);
    // As text, of which both databases read the same values; in the order of the columns there.
    await source.client.query(
      `declare departing no scroll cursor for select row(${await columnsOf(target, table)})::text as row
       from ${source.schema}.${table} where ${whereOf({ table, key }, source.schema)} for update`,
      [home],
    );
    let count = 0;
    for (let read = ROWS_BATCH; read === ROWS_BATCH; count += read) {
      const { rows } = await source.client.query<{ row: string }>(`fetch ${ROWS_BATCH} from departing`);
      read = rows.length;
      if (Date.now() > giveUpAt)
        throw new CellError(
          `To copy ${home} takes longer than its posts should wait, ${PAUSE_MS_MAX / 1_000} s.`,
        );
      if (read > 0)
        await target.client.query(
          `insert into ${waiting}.${table} select * from unnest($1::${target.schema}.${table}[])`,
          [rows.map(({ row }) => row)],
        );
    }
    await source.client.query("close departing");
    copied.set(table, count);
  }
  return copied;
}

/** Puts what was laid down into the tables; answers how many rows. */
async function settle({ home, target, waiting }: Road): Promise<number> {
  const { client, schema } = target;
  await refuseStrangers(client, home, waiting, schema);
  let settled = 0;
  for (const { table, way } of HOME_ROWS) {
    const list = await columnsOf(target, table);
    if (table === "household_checks")
      await client.query(`delete from ${schema}.household_checks where household_id = $1`, [home]);
    const { rowCount } = await client.query(
      `insert into ${schema}.${table} (${list}) overriding system value
       select ${list} from ${waiting}.${table} ${arrival(table, way)}`,
    );
    settled += rowCount ?? 0;
  }
  // Whatever was stored and not yet judged is judged there at once.
  await client.query(`select ${schema}.request_check($1)`, [home]);
  await client.query(`drop schema ${waiting} cascade`);
  return settled;
}

/** Takes away what was copied, and nothing else. */
async function takeAway({ home, source }: Road, copied: ReadonlyMap<string, number>): Promise<void> {
  const { client, schema } = source;
  const rest = await restOf(source, home);
  for (const { table, key, way } of HOME_ROWS) {
    if (way !== "moved") continue;
    const { rowCount } = await client.query(
      `delete from ${schema}.${table} where ${whereOf({ table, key }, schema)}`,
      [home],
    );
    if (rowCount !== copied.get(table)) throw new Busy(`Somebody has just changed ${table}.`);
  }
  await leaveNothing(source, home, rest);
  await client.query(
    `insert into ${schema}.departures (household_id, began_at, left_at) values ($1, now(), now())
     on conflict (household_id) do update set left_at = excluded.left_at`,
    [home],
  );
}
