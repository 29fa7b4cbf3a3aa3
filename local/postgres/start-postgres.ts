import { type ChildProcess, execFile } from "node:child_process";
import { mkdir, readFile, realpath, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { messageOf } from "../../lib/kernel/text.ts";
import { SECOND_MS } from "../../lib/kernel/time.ts";
import {
  commandLineOf,
  markOf,
  type ProcessMark,
  signal,
  waitForExit,
} from "../processes/running-process.ts";
import { StartError } from "../start/start-error.ts";
import { choosePostgresAccount, findPostgresBinaries, type PostgresBinaries } from "./binaries.ts";
import { clusterIn, ensureCluster, SUPERUSER } from "./cluster.ts";
import { lastWords, launchUntilReady } from "./launch-server.ts";

const PAUSE_MS = 500;
const PAUSE_MS_MAX = 30_000;

const FAST_STOP_MS_MAX = 30_000;
const IMMEDIATE_STOP_MS_MAX = 10_000;

interface KeepServerOptions {
  child: ChildProcess;
  /** Starts it once more on the same port, and resolves when it is ready. */
  launch(): Promise<ChildProcess>;
  lastWords(): Promise<string>;
  stop(child: ChildProcess): Promise<void>;
  onLog(line: string): void;
  pauseMs?: number;
}

/**
 * Starts a PostgreSQL that ends without being asked to again, for as long as this process lives. The pauses grow while
 * it does not stay up. Until it is back, requests are refused with a sentence, and a device sends its reading again.
 */
export class KeptServer {
  readonly #options: KeepServerOptions;
  #child: ChildProcess;
  #ends = 0;
  #startedAt = Date.now();
  #isStopping = false;
  #pause: NodeJS.Timeout | undefined;
  #launching: Promise<void> = Promise.resolve();

  constructor(options: KeepServerOptions) {
    this.#options = options;
    this.#child = options.child;
    this.#watch(options.child);
    process.once("exit", this.#endWithUs);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#pause);
    await this.#launching;
    process.off("exit", this.#endWithUs);
    await this.#options.stop(this.#child);
  }

  #watch(child: ChildProcess): void {
    this.#child = child;
    this.#startedAt = Date.now();
    const ended = () => {
      if (!this.#isStopping) void this.#options.lastWords().then((words) => this.#startAgain(words));
    };
    if (child.exitCode === null && child.signalCode === null) child.once("exit", ended);
    else ended();
  }

  #startAgain(words: string): void {
    if (this.#isStopping) return;
    this.#ends = Date.now() - this.#startedAt > PAUSE_MS_MAX ? 1 : this.#ends + 1;
    const { pauseMs = PAUSE_MS, onLog } = this.#options;
    const waitMs = Math.min(pauseMs * 2 ** (this.#ends - 1), PAUSE_MS_MAX);
    onLog(`PostgreSQL ended: ${words} It is started again in ${waitMs / SECOND_MS} s.`);
    this.#pause = setTimeout(() => {
      this.#launching = this.#launch();
    }, waitMs);
  }

  async #launch(): Promise<void> {
    this.#startedAt = Date.now();
    try {
      this.#watch(await this.#options.launch());
      this.#options.onLog("PostgreSQL runs again.");
    } catch (error) {
      this.#startAgain(messageOf(error));
    }
  }

  readonly #endWithUs = (): void => {
    if (this.#child.exitCode === null) signal(this.#child.pid ?? 0, "SIGINT");
  };
}

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
  /** Called when the server ends by itself, and when it runs again. */
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
    // Everyone who is connected has its address.
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
