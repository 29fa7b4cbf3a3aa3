import { rm } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { foundCell, inSchema } from "../../local/cells/found-cell.ts";
import { createDatabase } from "../../local/postgres/cluster.ts";
import { migrateDatabase } from "../../local/postgres/migrate.ts";
import { type EmbeddedPostgres, startPostgres } from "../../local/postgres/start-postgres.ts";
import { memoryFolder } from "./memory-folder.ts";
import { CITUS_TEST_URL, prepareCoordinator, trustEveryClock } from "./placed-cell.ts";
import { EMPTY_CELL, TEST_CELL } from "./test-cell.ts";

const TEMPLATE_DATABASE = "hearthwatch_template";

interface TestServer {
  /** The maintenance database: databases are created and dropped from here. */
  connectionString: string;
  template: string;
}

declare module "vitest" {
  export interface ProvidedContext {
    testServer: TestServer;
  }
}

interface SharedServer {
  users: number;
  started: Promise<{ postgres: EmbeddedPostgres; folder: string }>;
}

declare global {
  // The projects load this module separately, in one process; they share one server through here.
  var hearthwatchTestServer: SharedServer | undefined;
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  globalThis.hearthwatchTestServer ??= { users: 0, started: startServer() };
  const shared = globalThis.hearthwatchTestServer;
  shared.users += 1;
  const { postgres, folder } = await shared.started;
  project.provide("testServer", {
    connectionString: postgres.connectionString("postgres"),
    template: TEMPLATE_DATABASE,
  });
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
    globalThis.hearthwatchTestServer = undefined;
  };
}

async function startServer(): Promise<{ postgres: EmbeddedPostgres; folder: string }> {
  const folder = await memoryFolder("hearthwatch-test-");
  const postgres = await startPostgres({ dataDir: folder, durable: false });
  if (CITUS_TEST_URL !== undefined) await prepareCoordinator(CITUS_TEST_URL);
  await createDatabase(postgres.connectionString("postgres"), TEMPLATE_DATABASE);
  await migrateDatabase(postgres.connectionString(TEMPLATE_DATABASE));
  await trustEveryClock(postgres.connectionString(TEMPLATE_DATABASE));
  for (const cell of [TEST_CELL, EMPTY_CELL]) {
    if (cell === undefined) continue;
    await foundCell(postgres.connectionString(TEMPLATE_DATABASE), cell);
    await trustEveryClock(inSchema(postgres.connectionString(TEMPLATE_DATABASE), cell));
  }
  return { postgres, folder };
}
