import { readFileSync } from "node:fs";
import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { Client, escapeIdentifier } from "pg";
import { messageOf } from "../../lib/kernel/text.ts";
import { StartError } from "../start/start-error.ts";

const MIGRATIONS_FOLDER = path.resolve(import.meta.dirname, "../../drizzle");
/** Any number that nobody else locks; two starts on one database take turns. */
const MIGRATION_LOCK = 7_215_410;
const LOCK_MS_MAX = 60_000;
/** Its CREATE TABLE is the first that says how a column is stored. */
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
    const migrationsSchema = await journalSchema(client);
    await refuseNewer(client, escapeIdentifier(migrationsSchema));
    await migrate(drizzle({ client }), { migrationsFolder: MIGRATIONS_FOLDER, migrationsSchema });
    // The first posts after a start find the tables of their days.
    await client.query("SELECT ensure_days_ahead(now())");
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The migrations could not be applied: ${rootMessage(error)}.`);
  } finally {
    // Ends the session, and with it the lock.
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

/** When the newest migration of this program was made, in epoch milliseconds: the database's version. */
export function newestMigration(): number {
  const journal: { entries: { when: number }[] } = JSON.parse(
    readFileSync(path.join(MIGRATIONS_FOLDER, "meta", "_journal.json"), "utf8"),
  );
  return Math.max(...journal.entries.map(({ when }) => when));
}

/** Where the applied migrations are listed: a schema of another name than PostgreSQL's own keeps its list itself. */
async function journalSchema(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>("select current_schema() as name");
  const name = rows[0]?.name ?? "public";
  return name === "public" ? "drizzle" : name;
}

/** A program that does not know the newest tables would misread them. */
async function refuseNewer(client: Client, schema: string): Promise<void> {
  const journal = `${schema}.__drizzle_migrations`;
  const { rows: tables } = await client.query("select to_regclass($1) as name", [journal]);
  if (tables[0]?.name === null) return;
  const { rows } = await client.query(`select max(created_at) as made from ${journal}`);
  if (Number(rows[0]?.made ?? 0) <= newestMigration()) return;
  throw new StartError(
    "The database was upgraded by a newer version of Hearthwatch, and this version would misread it; start that version or a newer one, or restore a backup from before the upgrade.",
  );
}

/** Drizzle wraps Postgres' own words in a repetition of the whole statement. */
function rootMessage(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause === undefined ? messageOf(error) : rootMessage(cause);
}
