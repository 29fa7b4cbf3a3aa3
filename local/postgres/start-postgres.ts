import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { mkdir, readFile, realpath } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../processes/free-port.ts";
import { markOf, signal } from "../processes/running-process.ts";
import { StartError } from "../start/start-error.ts";
import { choosePostgresAccount, type PostgresAccount } from "./account.ts";
import { findPostgresBinaries, type PostgresBinaries } from "./binaries.ts";
import { clusterIn, ensureCluster, SUPERUSER } from "./cluster.ts";
import { stopOrphan, stopServer } from "./takeover.ts";

const START_ATTEMPTS_MAX = 4;
const START_AGAIN_MS = 500;
const READY_MS_MAX = 120_000;
const READY_POLL_MS = 10;
const STATUS_LINE = 7;
/** Another program took the port first, or the last backends of a killed server have not ended yet. */
const PASSING_TROUBLE = /could not bind|could not create any TCP|shared memory block|already exists/;

export interface EmbeddedPostgres {
  port: number;
  connectionString(database: string): string;
  /** True when a server left behind by a killed start was stopped first. */
  tookOver: boolean;
  /** Settles, with the server's last words, when it ends without being asked to. */
  died: Promise<string>;
  stop(): Promise<void>;
}

export interface PostgresOptions {
  dataDir: string;
  /** False for tests only: nothing is synced to disk. */
  durable?: boolean;
}

interface Launch {
  folder: string;
  logFile: string;
  binaries: PostgresBinaries;
  account: PostgresAccount;
  durable: boolean;
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
  const launch = { folder, logFile: path.join(dataDir, "postgres.log"), binaries, account, durable };
  const { child, port } = await launchUntilReady(launch);
  const connectionString = (database: string) =>
    `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
  return { port, connectionString, tookOver, ...supervise(child, launch) };
}

function supervise(child: ChildProcess, launch: Launch): Pick<EmbeddedPostgres, "died" | "stop"> {
  const server = markOf(child.pid ?? 0);
  const endWithUs = () => signal(child.pid ?? 0, "SIGINT");
  process.once("exit", endWithUs);
  let stopping = false;
  const died = new Promise<string>((resolve) => {
    child.once("exit", () => {
      process.off("exit", endWithUs);
      if (!stopping) void lastWords(launch.logFile).then(resolve);
    });
  });
  const stop = async () => {
    stopping = true;
    if (server !== undefined) await stopServer(server, launch.folder, launch.binaries);
  };
  return { died, stop };
}

async function launchUntilReady(launch: Launch): Promise<{ child: ChildProcess; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const child = launchServer(launch, port);
    if (await becomesReady(child, launch.folder)) return { child, port };
    const words = await lastWords(launch.logFile);
    if (attempt === START_ATTEMPTS_MAX || !PASSING_TROUBLE.test(words))
      throw new StartError(`The database in ${launch.folder} does not start: ${words}`);
    await sleep(START_AGAIN_MS);
  }
}

/** Its own session, so that a Ctrl-C in the terminal reaches it through stop(), after those who use it. */
function launchServer({ folder, logFile, binaries, account, durable }: Launch, port: number): ChildProcess {
  const settings = [`port=${port}`, "listen_addresses=127.0.0.1", "unix_socket_directories=", "timezone=UTC"];
  settings.push(
    "log_timezone=UTC",
    "jit=off",
    "max_connections=200",
    "log_min_messages=log",
    "log_checkpoints=off",
  );
  if (!durable) settings.push("fsync=off", "synchronous_commit=off", "full_page_writes=off");
  const flags = settings.flatMap((setting) => ["-c", setting]);
  const [program = "", ...args] = [...account.prefix, binaries.postgres, "-D", folder, ...flags];
  // A file, not a pipe: a server that outlives us must be able to go on writing.
  const log = openSync(logFile, "w", 0o600);
  try {
    return spawn(program, args, { ...account.ids, cwd: "/", detached: true, stdio: ["ignore", log, log] });
  } finally {
    closeSync(log);
  }
}

async function becomesReady(child: ChildProcess, folder: string): Promise<boolean> {
  const deadline = Date.now() + READY_MS_MAX;
  let ended = false;
  child.once("exit", () => {
    ended = true;
  });
  child.once("error", () => {
    ended = true;
  });
  while (!ended && Date.now() < deadline) {
    if (await saysReady(folder, child.pid)) return true;
    await sleep(READY_POLL_MS);
  }
  if (!ended) child.kill("SIGQUIT");
  return false;
}

async function saysReady(folder: string, pid: number | undefined): Promise<boolean> {
  const lines = await readFile(path.join(folder, "postmaster.pid"), "utf8").then(
    (text) => text.split("\n"),
    // It is not written yet.
    () => [],
  );
  return lines[0] === String(pid) && lines[STATUS_LINE]?.trim() === "ready";
}

async function lastWords(logFile: string): Promise<string> {
  const lines = (await readFile(logFile, "utf8")).split("\n").filter((line) => line !== "");
  const told = lines.findLast((line) => /FATAL|PANIC|ERROR|could not/.test(line)) ?? lines.at(-1);
  return told?.replace(/^\S+ \S+ UTC \[\d+\] /, "") ?? "it ended without a word.";
}
