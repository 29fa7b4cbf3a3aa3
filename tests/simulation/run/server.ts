import { rm } from "node:fs/promises";
import { createDatabase } from "../../../local/postgres/cluster.ts";
import { migrateDatabase } from "../../../local/postgres/migrate.ts";
import { startPostgres } from "../../../local/postgres/start-postgres.ts";
import { memoryFolder } from "../../support/memory-folder.ts";

export const TEMPLATE = "simulated_template";

export type SimulatedServer = { connectionString: string; stop(): Promise<void> };

/** Starts a PostgreSQL in a temporary folder, with a migrated template. */
export async function startServer(): Promise<SimulatedServer> {
  const folder = await memoryFolder("hearthwatch-simulation-");
  const postgres = await startPostgres({ dataDir: folder, durable: false });
  const connectionString = postgres.connectionString("postgres");
  await createDatabase(connectionString, TEMPLATE);
  await migrateDatabase(postgres.connectionString(TEMPLATE));
  const stop = async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { connectionString, stop };
}
