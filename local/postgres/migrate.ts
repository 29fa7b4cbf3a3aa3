import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { Client } from "pg";
import { messageOf } from "../../lib/domain/error-text.ts";
import { StartError } from "../start/start-error.ts";

const MIGRATIONS_FOLDER = path.resolve(import.meta.dirname, "../../drizzle");
/** Any number that nobody else locks; two starts on one database take turns. */
const MIGRATION_LOCK = 7_215_410;
const LOCK_MS_MAX = 60_000;

export async function migrateDatabase(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect().catch((error: unknown) => {
    throw new StartError(`The database cannot be reached: ${messageOf(error)}.`);
  });
  try {
    await client.query(`SET lock_timeout = ${LOCK_MS_MAX}`);
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await client.query("RESET lock_timeout");
    await migrate(drizzle({ client }), { migrationsFolder: MIGRATIONS_FOLDER });
    // The first posts after a start find the tables of their days.
    await client.query("SELECT ensure_days_ahead(now())");
  } catch (error) {
    throw new StartError(`The migrations could not be applied: ${rootMessage(error)}.`);
  } finally {
    // Ends the session, and with it the lock.
    await client.end();
  }
}

/** Drizzle wraps Postgres' own words in a repetition of the whole statement. */
function rootMessage(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause === undefined ? messageOf(error) : rootMessage(cause);
}
