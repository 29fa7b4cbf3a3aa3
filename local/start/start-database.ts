import { createDatabase } from "../postgres/create-database.ts";
import { migrateDatabase } from "../postgres/migrate.ts";
import { startPostgres } from "../postgres/start-postgres.ts";
import type { StartSettings } from "./settings.ts";
import type { StartSteps } from "./steps.ts";

const DATABASE = "hearthwatch";

interface DatabaseService {
  connectionString: string;
}

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
  return database;
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
