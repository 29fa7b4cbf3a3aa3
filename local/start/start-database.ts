import { createDatabase } from "../postgres/cluster.ts";
import { migrateDatabase } from "../postgres/migrate.ts";
import { startPostgres } from "../postgres/start-postgres.ts";
import { withClient } from "../postgres/with-client.ts";
import type { StartSettings } from "./settings.ts";
import type { StartSteps } from "./steps.ts";

const DATABASE = "hearthwatch";

/** Homes that began on a trial, from before a machine gave its homes Pro, or elsewhere. */
const KEEP_PRO = `update households set plan = 'pro', trial_ends_at = null, downgraded_at = null
  where trial_ends_at is not null`;

/** Answers the address of the database: that of DATABASE_URL, else the embedded one, with all migrations. */
export async function startDatabase(settings: StartSettings, steps: StartSteps): Promise<string> {
  const connectionString = settings.databaseUrl ?? (await embeddedDatabase(settings, steps));
  await steps.run("Migrations", async () => {
    await migrateDatabase(connectionString);
    return { made: undefined, report: "applied" };
  });
  if (settings.handedOn.PLANS === "pro")
    await withClient(connectionString, (client) => client.query(KEEP_PRO));
  return connectionString;
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
    return { made: connectionString, report, close: postgres.stop };
  });
}
