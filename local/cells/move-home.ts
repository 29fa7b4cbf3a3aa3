import { setTimeout as sleep } from "node:timers/promises";
import { Client, DatabaseError, escapeIdentifier } from "pg";
import { CellError } from "./cell-error.ts";
import { HOME_ROWS, STAYS, whereOf } from "./home-rows.ts";

const LOCK_MS_MAX = 2_000;
const ATTEMPTS_MAX = 120;
const PAUSE_MS = 500;
/** Somebody else held what this needs, or was held by it: serialization_failure, deadlock_detected, lock_not_available. */
const OTHERS_FIRST = new Set(["40001", "40P01", "55P03"]);

type Move = { home: string; from: string; to: string };
type Moved = { rows: number; isThereAlready: boolean };

/** Somebody is at it for a moment: the same is tried again. */
class Busy extends Error {
  override name = "Busy" as const;
}

/**
 * Moves a home with all that it has, and its people, from one schema of a database to another, in one transaction: whoever
 * is cut off in the middle has changed nothing, and calls it again. A post waits for it at its device's row and finds no
 * device then. Messages and feeds that are on their way are waited for.
 * @throws CellError
 */
export async function moveHome(connectionString: string, move: Move): Promise<Moved> {
  const client = new Client({ connectionString });
  // The statement that is cut off says so itself.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await makeTables(client, move);
    for (let tried = 1; ; tried += 1) {
      try {
        return await inOneGo(client, move);
      } catch (error) {
        if (!mayPass(error) || tried >= ATTEMPTS_MAX) throw error;
        await sleep(PAUSE_MS);
      }
    }
  } finally {
    await client.end();
  }
}

const mayPass = (error: unknown): boolean =>
  error instanceof Busy || (error instanceof DatabaseError && OTHERS_FIRST.has(error.code ?? ""));

/** The days and months that the other place has tables of, before anything is locked. */
async function makeTables(client: Client, { from, to }: Move): Promise<void> {
  const { rows: schemas } = await client.query("select nspname from pg_namespace where nspname in ($1, $2)", [
    from,
    to,
  ]);
  if (schemas.length < 2) throw new CellError(`There are no two schemas "${from}" and "${to}".`);
  const target = escapeIdentifier(to);
  const tables = `select to_date(substring(relname from '\\d+$'), case when relname like 'snapshots%' then 'YYYYMMDD'
      else 'YYYYMM' end)::text as day, relname like 'snapshots%' as is_day
    from pg_class where relnamespace = $1::regnamespace and relispartition and relkind = 'r'`;
  const { rows } = await client.query<{ day: string; is_day: boolean }>(tables, [escapeIdentifier(from)]);
  for (const { day, is_day } of rows)
    await client.query(`select ${target}.ensure_${is_day ? "snapshot_day" : "history_month"}($1)`, [day]);
}

async function inOneGo(client: Client, { home, from, to }: Move): Promise<Moved> {
  const [source, target] = [escapeIdentifier(from), escapeIdentifier(to)];
  await client.query("begin");
  try {
    await client.query(`set local lock_timeout = ${LOCK_MS_MAX}`);
    if (!(await holdHome(client, home, source))) {
      const { rowCount } = await client.query(`select from ${target}.households where id = $1`, [home]);
      if (rowCount === 0) throw new CellError(`Neither "${from}" nor "${to}" has a home ${home}.`);
      await client.query("rollback");
      return { rows: 0, isThereAlready: true };
    }
    await refuseUnlike(client, source, target);
    await refuseStrangers(client, home, { source, target });
    const rows = await moveRows(client, home, { source, target });
    await leaveNothing(client, home, { source, target });
    await client.query("commit");
    return { rows, isThereAlready: false };
  } catch (error) {
    // A connection that is gone has rolled back by itself.
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

/** In the order of everybody: the household, its devices by their ids. Whoever seals, rolls up or posts waits. */
async function holdHome(client: Client, home: string, source: string): Promise<boolean> {
  const { rowCount } = await client.query(`select from ${source}.households where id = $1 for update`, [
    home,
  ]);
  if (rowCount === 0) return false;
  await client.query(`select from ${source}.devices where household_id = $1 order by id for update`, [home]);
  await client.query("select pg_advisory_xact_lock(hashtext('held_values'))");
  const { rowCount: onTheirWay } = await client.query(
    `select from ${source}.outbox where household_id = $1 and lease_until > now()
     union all select from ${source}.pull_feeds where household_id = $1 and lease_until > now()`,
    [home],
  );
  if (onTheirWay !== 0) throw new Busy("A message or a feed of the home is on its way.");
  return true;
}

/** Both have the same tables, and have sealed the same days. */
async function refuseUnlike(client: Client, source: string, target: string): Promise<void> {
  const columns = `select string_agg(relname || '.' || attname, ' ' order by relname, attname) as all
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = $1::regnamespace and relkind in ('r', 'p') and not relispartition and attnum > 0
      and not attisdropped and relname = any ($2)`;
  const tables = [...HOME_ROWS.map(({ table }) => table), ...Object.keys(STAYS)];
  const sealed = (schema: string) =>
    client.query(`select before::text, months_before::text from ${schema}.sealed_days for share`);
  const [there, here] = [
    await client.query(columns, [source, tables]),
    await client.query(columns, [target, tables]),
  ];
  if (there.rows[0]?.all !== here.rows[0]?.all)
    throw new CellError(`${source} and ${target} are of different versions: start both with the newer one.`);
  if (JSON.stringify((await sealed(source)).rows) !== JSON.stringify((await sealed(target)).rows))
    throw new CellError(`${source} and ${target} have not sealed the same days: let both clocks run first.`);
}

type Places = { source: string; target: string };

/** Two accounts of one address are two people until they say otherwise. */
async function refuseStrangers(client: Client, home: string, { source, target }: Places): Promise<void> {
  const { rows } = await client.query<{ email: string }>(
    `select theirs.email from ${source}.users join ${target}.users theirs on theirs.email = users.email
     where theirs.id <> users.id and ${whereOf({ table: "users", key: { column: "id", of: "people" } }, source)}`,
    [home],
  );
  if (rows.length > 0)
    throw new CellError(
      `In ${target} there is another account of ${rows.map((row) => row.email).join(", ")}.`,
    );
}

async function moveRows(client: Client, home: string, { source, target }: Places): Promise<number> {
  await client.query(`select from ${source}.household_looks where household_id = $1 for update`, [home]);
  let moved = 0;
  for (const { table, key, way } of HOME_ROWS) {
    const list = await columnsOf(client, source, table);
    const which = whereOf({ table, key }, source);
    if (table === "household_looks")
      await client.query(`delete from ${target}.household_looks where household_id = $1`, [home]);
    // What is taken away is what is put down: nothing that others change meanwhile is lost or comes twice.
    const taken =
      way === "moved"
        ? `delete from ${source}.${table} where ${which} returning ${list}`
        : `select ${list} from ${source}.${table} where ${which} for update`;
    const { rowCount } = await client.query(
      `with taken as (${taken}) insert into ${target}.${table} (${list}) overriding system value
       select ${list} from taken ${table === "activity" ? "order by id" : ""} ${way === "copied" ? "on conflict do nothing" : ""}`,
      [home],
    );
    moved += rowCount ?? 0;
  }
  return moved;
}

async function columnsOf(client: Client, source: string, table: string): Promise<string> {
  const { rows } = await client.query<{ list: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as list from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [`${source}.${table}`],
  );
  return rows[0]?.list ?? "";
}

/** The home is gone here: its photos stay in the store, and who has no other home here has no account here either. */
async function leaveNothing(client: Client, home: string, { source, target }: Places): Promise<void> {
  await client.query(
    `delete from ${source}.removed_objects where key in (
       select 'photos/' || id from ${target}.card_photos where household_id = $1)`,
    [home],
  );
  await client.query(`delete from ${source}.households where id = $1`, [home]);
  await client.query(
    `delete from ${source}.users where id in (select user_id from ${target}.memberships where household_id = $1)
     and not exists (select from ${source}.memberships where user_id = users.id)`,
    [home],
  );
  // Whatever was stored and not yet judged is judged there at once.
  await client.query(`select ${target}.ask_for_look($1)`, [home]);
}
