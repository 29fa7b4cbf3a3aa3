import { rm } from "node:fs/promises";
import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { createDatabase } from "../../local/postgres/cluster.ts";
import { migrateDatabase } from "../../local/postgres/migrate.ts";
import { type EmbeddedPostgres, startPostgres } from "../../local/postgres/start-postgres.ts";
import { memoryFolder } from "./memory-folder.ts";

const TEMPLATE_DATABASE = "hearthwatch_template";

interface TestServer {
  /** The maintenance database, from which databases are created and dropped. */
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
  // The projects load this module separately, in one process; they share one server through this variable.
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
  await createDatabase(postgres.connectionString("postgres"), TEMPLATE_DATABASE);
  await migrateDatabase(postgres.connectionString(TEMPLATE_DATABASE));
  await trustEveryClock(postgres.connectionString(TEMPLATE_DATABASE));
  return { postgres, folder };
}

/** Makes every clock trusted, because tests have their own times. Tests of wrong clocks restore the real function. */
async function trustEveryClock(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(
    "create or replace function trusted_time(said timestamptz) returns timestamptz language sql volatile as 'select said'",
  );
  await client.end();
}
