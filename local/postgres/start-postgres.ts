import { execFile } from "node:child_process";
import { mkdir, readFile, realpath, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import {
  commandLineOf,
  markOf,
  type ProcessMark,
  signal,
  waitForExit,
} from "../processes/running-process.ts";
import { StartError } from "../start/start-error.ts";
import { choosePostgresAccount } from "./account.ts";
import { findPostgresBinaries, type PostgresBinaries } from "./binaries.ts";
import { clusterIn, ensureCluster, SUPERUSER } from "./cluster.ts";
import { KeptServer } from "./keep-server.ts";
import { lastWords, launchUntilReady } from "./launch-server.ts";
import { removeLeftSockets, socketQuery } from "./socket.ts";

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
  await removeLeftSockets(folder);
  const logFile = path.join(dataDir, "postgres.log");
  const launch = { folder, logFile, binaries, account, durable, connectionsMax: options.connectionsMax };
  const { child, port } = await launchUntilReady(launch);
  const query = await socketQuery(folder, port);
  const connectionString = (database: string) =>
    `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}${query}`;
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

const FAST_STOP_MS_MAX = 30_000;
const IMMEDIATE_STOP_MS_MAX = 10_000;

/** A kill -9 of ours leaves the server running: stop the one of THIS folder, and only that. */
async function stopOrphan(folder: string, binaries: PostgresBinaries): Promise<boolean> {
  const pidFile = path.join(folder, "postmaster.pid");
  const lines = await readFile(pidFile, "utf8").then(
    (text) => text.split("\n"),
    () => [],
  );
  const orphan = markOf(Number.parseInt(lines[0] ?? "", 10));
  if (orphan === undefined) return false;
  if (!(await servesFolder(orphan, folder))) {
    // The number has been given to another program since; PostgreSQL would refuse to start because of it.
    await rm(pidFile, { force: true });
    return false;
  }
  await stopServer(orphan, folder, binaries);
  return true;
}

/** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
async function stopServer(server: ProcessMark, folder: string, binaries: PostgresBinaries) {
  if (process.platform === "win32") {
    await promisify(execFile)(binaries.pgCtl, ["stop", "-D", folder, "-m", "fast", "-w"]);
    return;
  }
  signal(server.pid, "SIGINT");
  if (await waitForExit(server, FAST_STOP_MS_MAX)) return;
  signal(server.pid, "SIGQUIT");
  if (await waitForExit(server, IMMEDIATE_STOP_MS_MAX)) return;
  throw new StartError(
    `The database process ${server.pid} of ${folder} does not stop; end it and try again.`,
  );
}

async function servesFolder(server: ProcessMark, folder: string): Promise<boolean> {
  const command = commandLineOf(server.pid);
  // Windows tells no command line: there the pid file is believed.
  if (process.platform === "win32") return true;
  return command.includes("postgres") && command.includes(await realpath(folder));
}
