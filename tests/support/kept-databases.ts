import { randomBytes } from "node:crypto";
import { escapeIdentifier, type Pool } from "pg";
import { inject } from "vitest";
import { createDatabase } from "../../local/postgres/cluster.ts";
import { withClient } from "../../local/postgres/with-client.ts";
import { type Connections, openConnections } from "./connections.ts";

/** More than the files of a worker have open at once. */
const KEPT_MAX = 3;
/** Deleted rows keep their space: a database that has grown by this much is slower than a new one. */
const GROWN_BYTES_MAX = 8 * 1024 * 1024;

interface KeptDatabase {
  connections: Connections;
  drop(): Promise<unknown>;
}

/** The state of a new database, apart from its rows. */
interface Made {
  shape: Shape;
  /** A query for the tables that have rows. */
  filled: string;
}

interface Shape {
  /** Covers tables, functions, triggers … */
  digest: string;
  partitions: string[];
  bytes: number;
  connected: number;
}

/** Databases of earlier files, whose connections have already parsed and planned most of the next file's statements. */
const kept: KeptDatabase[] = [];
let made: Promise<Made> | undefined;

/** Returns a migrated, empty database. */
export async function takeDatabase(): Promise<KeptDatabase> {
  for (let database = kept.pop(); database !== undefined; database = kept.pop()) {
    if (await emptied(database.connections)) return database;
    await discard(database);
  }
  const { connectionString, drop } = await copyTemplate();
  const database = { connections: openConnections(connectionString), drop };
  made ??= look(database.connections.pool);
  await made;
  return database;
}

/** Keeps a database for the next file; a busy one isn't worth waiting for. */
export async function giveBack(database: KeptDatabase): Promise<void> {
  const { pools, pool } = database.connections;
  if (kept.length >= KEPT_MAX || pools.counts.busy > 0 || pool.totalCount > pool.idleCount)
    await discard(database);
  else kept.push(database);
}

async function discard({ connections, drop }: KeptDatabase): Promise<void> {
  await connections.close();
  await drop();
}

/** Creates a new database, which the caller drops. */
async function copyTemplate(): Promise<{ connectionString: string; drop(): Promise<unknown> }> {
  const server = inject("testServer");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await createDatabase(server.connectionString, name, server.template);
  const url = new URL(server.connectionString);
  url.pathname = `/${name}`;
  return { connectionString: url.href, drop: () => dropDatabase(server.connectionString, name) };
}

export const dropDatabase = (connectionString: string, name: string) =>
  withClient(connectionString, (client) =>
    client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`),
  );

async function look(pool: Pool): Promise<Made> {
  const tables = await pool.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace`,
  );
  const cases = tables.rows.map(({ name }) => `case when exists (select from ${name}) then '${name}' end`);
  return {
    shape: await shapeOf(pool),
    filled: `select array_remove(array[${cases.join(", ")}], null) as names`,
  };
}

/** Empties a database. Returns false if that would take longer than a new one. */
async function emptied({ pool, pools }: Connections): Promise<boolean> {
  const before = await made;
  if (before === undefined) return false;
  const { digest, partitions, bytes, connected } = await shapeOf(pool);
  // Another process may still write to it.
  if (connected > pool.totalCount + pools.counts.open) return false;
  if (digest !== before.shape.digest || bytes > before.shape.bytes + GROWN_BYTES_MAX) return false;
  if (before.shape.partitions.some((name) => !partitions.includes(name))) return false;
  const added = partitions.filter((name) => !before.shape.partitions.includes(name));
  const { rows } = await pool.query<{ names: string[] }>({ name: "filled", text: before.filled });
  await pool.query(
    [
      "begin",
      // Turns triggers off, and foreign keys, which would need an order of deletion.
      "set local session_replication_role = replica",
      ...added.map((name) => `drop table ${name}`),
      ...(rows[0]?.names ?? []).map((name) => `delete from ${name}`),
      RESTART_SEQUENCES,
      "commit",
    ].join(";"),
  );
  return true;
}

async function shapeOf(pool: Pool): Promise<Shape> {
  const { rows } = await pool.query<Shape>({ name: "shape", text: SHAPE });
  const [row] = rows;
  if (row === undefined) throw new Error("The database says nothing of its shape");
  return row;
}

const RESTART_SEQUENCES = `select setval(seqrelid, seqstart, false) from pg_sequence
  where seqrelid::regclass::text not like 'drizzle.%' and pg_sequence_last_value(seqrelid) is not null`;

/** The first object id after PostgreSQL's own. */
const OURS = 16_384;
const TABLES = `select oid from pg_class where oid >= ${OURS} and relkind in ('r', 'p', 'v', 'm') and not relispartition`;

/** `xmin` is the transaction that wrote a row of the catalog; a copied database has its template's. */
const SHAPE = `
  select
    (select md5(string_agg(mark, ',' order by mark)) from (
      select 'function ' || oid || xmin as mark from pg_proc where oid >= ${OURS}
      union all
      select concat_ws(' ', 'table', oid, relname, relkind, relpersistence, relrowsecurity, relacl, reloptions)
      from pg_class where oid >= ${OURS} and not relispartition and relkind in ('r', 'p', 'v', 'm', 'S', 'f')
      union all
      select concat_ws(' ', 'column', attrelid, attnum, xmin) from pg_attribute
      where attnum > 0 and attrelid in (${TABLES})
      union all
      select 'default ' || oid || xmin from pg_attrdef where adrelid in (${TABLES})
      union all
      select 'constraint ' || oid || xmin from pg_constraint where conrelid in (${TABLES})
      union all
      select 'trigger ' || oid || xmin from pg_trigger where not tgisinternal and tgrelid in (${TABLES})
      union all
      select 'index ' || indexrelid from pg_index where indrelid in (${TABLES})
      union all
      select concat_ws(' ', 'namespace', oid, xmin, obj_description(oid, 'pg_namespace')) from pg_namespace
      where nspname !~ '^pg_(temp|toast)'
      union all
      select concat_ws(' ', 'setting', setdatabase, setrole, setconfig) from pg_db_role_setting
      where setdatabase = (select oid from pg_database where datname = current_database())
      union all
      select 'migration ' || id || hash from drizzle.__drizzle_migrations
    ) marks) as digest,
    (select coalesce(array_agg(oid::regclass::text), '{}') from pg_class where relispartition and relkind = 'r') as partitions,
    (select count(*)::int from pg_stat_activity where datname = current_database()) as connected,
    pg_database_size(current_database())::int as bytes`;
