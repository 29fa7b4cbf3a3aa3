import { rm } from "node:fs/promises";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { createDatabase } from "../../local/postgres/cluster.ts";
import { migrateDatabase } from "../../local/postgres/migrate.ts";
import { startPostgres } from "../../local/postgres/start-postgres.ts";
import { memoryFolder } from "./memory-folder.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** A data folder with a migrated database, which is stopped. */
    preparedData: string;
  }
}

/** Prepares it once for all files: each first start would take seconds. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await memoryFolder("hearthwatch-prepared-");
  const dataDir = path.join(folder, "data");
  const postgres = await startPostgres({ dataDir, durable: false });
  await createDatabase(postgres.connectionString("postgres"), "hearthwatch");
  await migrateDatabase(postgres.connectionString("hearthwatch"));
  await postgres.stop();
  project.provide("preparedData", dataDir);
  return () => rm(folder, { recursive: true, force: true });
}
