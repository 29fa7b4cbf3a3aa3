import { mkdir, realpath } from "node:fs/promises";
import path from "node:path";
import { markOf } from "../processes/running-process.ts";
import { choosePostgresAccount } from "./account.ts";
import { findPostgresBinaries } from "./binaries.ts";
import { clusterIn, ensureCluster, SUPERUSER } from "./cluster.ts";
import { KeptServer } from "./keep-server.ts";
import { lastWords, launchUntilReady } from "./launch-server.ts";
import { stopOrphan, stopServer } from "./takeover.ts";

export interface EmbeddedPostgres {
  port: number;
  connectionString(database: string): string;
  /** True when a server left behind by a killed start was stopped first. */
  tookOver: boolean;
  stop(): Promise<void>;
}

interface PostgresOptions {
  dataDir: string;
  /** False for tests only: nothing is synced to disk. */
  durable?: boolean;
  /** As many as one home needs when absent. */
  connectionsMax?: number;
  /** Is told when the server ends by itself, and when it runs again. */
  onLog?: (line: string) => void;
}

export async function startPostgres(options: PostgresOptions): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true });
  const dataDir = await realpath(options.dataDir);
  const durable = options.durable ?? true;
  const cluster = clusterIn(dataDir);
  const { folder } = cluster;
  const binaries = await findPostgresBinaries();
  const account = await choosePostgresAccount(folder, binaries.postgres);
  const tookOver = await stopOrphan(folder, binaries);
  const password = await ensureCluster({ cluster, binaries, account, durable });
  const logFile = path.join(dataDir, "postgres.log");
  const launch = { folder, logFile, binaries, account, durable, connectionsMax: options.connectionsMax };
  const { child, port } = await launchUntilReady(launch);
  const connectionString = (database: string) =>
    `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
  const server = new KeptServer({
    child,
    // Whoever is connected has its address.
    launch: async () => (await launchUntilReady(launch, port)).child,
    lastWords: () => lastWords(launch.logFile),
    stop: async ({ pid }) => {
      const mark = markOf(pid ?? 0);
      if (mark !== undefined) await stopServer(mark, folder, binaries);
    },
    onLog: options.onLog ?? ((line) => console.error(line)),
  });
  return { port, connectionString, tookOver, stop: () => server.stop() };
}
