import { Client } from "pg";
import { createDatabase } from "../postgres/cluster.ts";
import { migrateDatabase } from "../postgres/migrate.ts";
import { startPostgres } from "../postgres/start-postgres.ts";
import type { StartSettings } from "./settings.ts";
import type { StartSteps } from "./steps.ts";

const DATABASE = "hearthwatch";

interface DatabaseService {
  connectionString: string;
}

/** Homes that began on a trial, from before a machine gave its homes Pro, or elsewhere. */
const KEEP_PRO = `update households set plan = 'pro', trial_ends_at = null, downgraded_at = null
  where trial_ends_at is not null`;

/** The database of DATABASE_URL, else the embedded one, with all migrations. */
export async function startDatabase(settings: StartSettings, steps: StartSteps): Promise<DatabaseService> {
  const database =
    settings.databaseUrl === undefined
      ? await embeddedDatabase(settings, steps)
      : { connectionString: settings.databaseUrl };
  await steps.run("Migrations", async () => {
    await migrateDatabase(database.connectionString);
    return { made: undefined, report: "applied" };
  });
  if (settings.handedOn.PLANS === "pro") await keepPro(database.connectionString);
  return database;
}

async function keepPro(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(KEEP_PRO);
  } finally {
    await client.end();
  }
}

function embeddedDatabase({ dataDir }: StartSettings, steps: StartSteps) {
  return steps.run("PostgreSQL", async () => {
    const postgres = await startPostgres({ dataDir });
    const connectionString = postgres.connectionString(DATABASE);
    try {
      await createDatabase(postgres.connectionString("postgres"), DATABASE);
    } catch (error) {
      await postgres.stop();
      throw error;
    }
    const again = postgres.tookOver ? ", after stopping the one a killed start left behind" : "";
    const report = `embedded, on port ${postgres.port}${again}`;
    return { made: { connectionString }, report, close: postgres.stop };
  });
}
