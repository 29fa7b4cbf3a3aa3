import { readFileSync } from "node:fs";
import path from "node:path";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import { Client } from "pg";
import { messageOf } from "../../lib/kernel/text.ts";
import { StartError } from "../start/project.ts";
import { applyStoredFunctions, dropStoredFunctions } from "../stored-functions/apply.ts";
import { upgradeHistory } from "./upgrade-0.1.0-history.ts";

const MIGRATIONS_FOLDER = path.resolve(import.meta.dirname, "../../drizzle");
/** Turns the tables of 0.1.0 into those of the baseline. */
const UPGRADE = path.join(MIGRATIONS_FOLDER, "upgrade-0.1.0.sql");
/** When 0.1.0's newest migration was created. Its migrations are now part of the baseline. */
const MADE_BY_RELEASE = 1_795_695_066_110;
/** An arbitrary lock number that nobody else uses. Two starts on one database take turns. */
export const MIGRATION_LOCK = 7_215_410;
const LOCK_MS_MAX = 60_000;
/** The first version whose CREATE TABLE can set a column's storage. */
const POSTGRES_MAJOR_MIN = 16;

export async function migrateDatabase(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect().catch((error: unknown) => {
    throw new StartError(`The database cannot be reached: ${messageOf(error)}.`);
  });
  try {
    await refuseOldServer(client);
    await client.query(`SET lock_timeout = ${LOCK_MS_MAX}`);
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await client.query("RESET lock_timeout");
    await inTransaction(client, async () => {
      const isUpgrade = await applyMigrations(client);
      // In the same transaction as the tables, so that no request meets old functions.
      await applyStoredFunctions(client);
      if (isUpgrade) await upgradeHistory(client);
    });
    // The first posts after a start find the partitions of their days.
    await client.query("SELECT ensure_days_ahead(now())");
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The migrations could not be applied: ${messageOf(error)}.`);
  } finally {
    // Ends the session, and so releases the lock.
    await client.end();
  }
}

async function refuseOldServer(client: Client): Promise<void> {
  const { rows } = await client.query<{ major: number; version: string }>(
    "select current_setting('server_version_num')::integer / 10000 as major, current_setting('server_version') as version",
  );
  const [server] = rows;
  if (server === undefined || server.major >= POSTGRES_MAJOR_MIN) return;
  throw new StartError(
    `The database runs PostgreSQL ${server.version}; Hearthwatch needs ${POSTGRES_MAJOR_MIN} or newer.`,
  );
}

const ourMigrations = (): MigrationMeta[] => readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER });

/** Returns when this program's newest migration was created, in epoch milliseconds: the database's version. */
export const newestMigration = (): number =>
  Math.max(...ourMigrations().map(({ folderMillis }) => folderMillis));

async function inTransaction(client: Client, work: () => Promise<void>): Promise<void> {
  await client.query("BEGIN");
  try {
    await work();
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

const JOURNAL = "drizzle.__drizzle_migrations";

/** Keeps the list of applied migrations as Drizzle does. Returns whether the tables were those of 0.1.0. */
async function applyMigrations(client: Client): Promise<boolean> {
  await client.query("CREATE SCHEMA IF NOT EXISTS drizzle");
  await client.query(
    `CREATE TABLE IF NOT EXISTS ${JOURNAL} (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)`,
  );
  const { rows } = await client.query<{ made: string | null }>(
    `SELECT max(created_at) AS made FROM ${JOURNAL}`,
  );
  const made = rows[0]?.made ?? null;
  const before = made === null ? null : Number(made);
  const migrations = ourMigrations();
  const baselineMade = migrations[0]?.folderMillis ?? 0;
  refuseOther(before, newestMigration());
  const missing = migrations.filter(({ folderMillis }) => before === null || folderMillis > before);
  if (missing.length > 0) await dropStoredFunctions(client);
  let isOld = false;
  for (const { sql, hash, folderMillis } of missing) {
    const isUpgrade = before !== null && folderMillis === baselineMade;
    isOld ||= isUpgrade;
    for (const statement of isUpgrade ? [readFileSync(UPGRADE, "utf8")] : sql) await client.query(statement);
    await client.query(`INSERT INTO ${JOURNAL} (hash, created_at) VALUES ($1, $2)`, [hash, folderMillis]);
  }
  return isOld;
}

/** Refuses a database that is newer than this program, which would misread it, or older than 0.1.0. */
function refuseOther(before: number | null, newest: number): void {
  if (before === null) return;
  if (before < MADE_BY_RELEASE)
    throw new StartError(
      "The database was made by a version of Hearthwatch from before 0.1.0, which cannot be upgraded; keep it for that version, and start this one with an empty database: another DATA_DIR, or another DATABASE_URL.",
    );
  if (before > newest)
    throw new StartError(
      "The database was upgraded by a newer version of Hearthwatch, and this version would misread it; start that version or a newer one, or restore a backup from before the upgrade.",
    );
}
