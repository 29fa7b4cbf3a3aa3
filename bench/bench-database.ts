import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createDatabase } from "../local/postgres/create-database.ts";
import { migrateDatabase } from "../local/postgres/migrate.ts";
import { startPostgres } from "../local/postgres/start-postgres.ts";

/** Several contenders keep theirs open beside each other. */
const CONNECTIONS_MAX = 100;

export interface BenchServer {
  /** Holds also what others keep beside the database. */
  folder: string;
  postmasterPid: number;
  connectionString(database: string): string;
  /** A migrated, empty database. */
  addDatabase(name: string): Promise<string>;
  stop(): Promise<void>;
}

/** A PostgreSQL of this measurement alone, as durable as in `npm start`, gone afterwards. */
export async function startBenchServer(): Promise<BenchServer> {
  const folder = await mkdtemp(path.join(tmpdir(), "hearthwatch-bench-"));
  const { connectionString, stop } = await startPostgres({
    dataDir: folder,
    connectionsMax: CONNECTIONS_MAX,
  });
  const pidFile = await readFile(path.join(folder, "postgres", "postmaster.pid"), "utf8");
  return {
    folder,
    postmasterPid: Number.parseInt(pidFile, 10),
    connectionString,
    addDatabase: async (name) => {
      await createDatabase(connectionString("postgres"), name);
      await migrateDatabase(connectionString(name));
      return connectionString(name);
    },
    stop: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
