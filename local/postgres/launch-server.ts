import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { totalmem } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../processes/free-port.ts";
import { StartError } from "../start/project.ts";
import type { PostgresAccount, PostgresBinaries } from "./binaries.ts";

const START_ATTEMPTS_MAX = 4;
const START_AGAIN_MS = 500;
const READY_MS_MAX = 120_000;
const READY_POLL_MS = 10;
const STATUS_LINE = 7;
/** Another program took the port first, or a killed server's last backends haven't ended yet. */
const PASSING_TROUBLE = /could not bind|could not create any TCP|shared memory block|already exists/;

const GIGABYTE = 1024 ** 3;
/** A Raspberry Pi with one or two gigabytes, or a container with such a limit. */
const SMALL_BYTES_MAX = 2 * GIGABYTE;
/** Our own connections at most, and some for backups and people. */
const CONNECTIONS_MAX = 40;
/** Tests use many databases on one server at once. */
const TEST_CONNECTIONS_MAX = 200;

/** A test's data is deleted after it, and too small to need statistics or more than one plan. */
const OF_TESTS = [
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "autovacuum=off",
  "plan_cache_mode=force_generic_plan",
  "min_wal_size=8MB",
];

export interface Launch {
  folder: string;
  logFile: string;
  binaries: PostgresBinaries;
  account: PostgresAccount;
  durable: boolean;
  connectionsMax?: number | undefined;
}

/** Starts the server in its own session, so that Ctrl-C reaches it only through stop(), after its users. */
function launchServer({ folder, logFile, binaries, account, durable, connectionsMax }: Launch, port: number) {
  const settings = [`port=${port}`, ...serverSettings(durable, connectionsMax)];
  const flags = settings.flatMap((setting) => ["-c", setting]);
  const [program = "", ...args] = [...account.prefix, binaries.postgres, "-D", folder, ...flags];
  // A file, not a pipe: a server that outlives us must be able to continue writing.
  const log = openSync(logFile, "w", 0o600);
  try {
    return spawn(program, args, { ...account.ids, cwd: "/", detached: true, stdio: ["ignore", log, log] });
  } finally {
    closeSync(log);
  }
}

/** Uses any free port, unless it must be the previous one. */
export async function launchUntilReady(launch: Launch, samePort?: number) {
  for (let attempt = 1; ; attempt += 1) {
    const port = samePort ?? (await freePort());
    const child = launchServer(launch, port);
    if (await becomesReady(child, launch.folder)) return { child, port };
    const words = await lastWords(launch.logFile);
    if (attempt === START_ATTEMPTS_MAX || !PASSING_TROUBLE.test(words))
      throw new StartError(`The database in ${launch.folder} does not start: ${words}`);
    await sleep(START_AGAIN_MS);
  }
}

export const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode === null && signalCode === null;

async function becomesReady(child: ChildProcess, folder: string): Promise<boolean> {
  const deadline = Date.now() + READY_MS_MAX;
  // A program that can't be started has no process id, and says why by an event.
  child.once("error", () => undefined);
  while (child.pid !== undefined && isRunning(child) && Date.now() < deadline) {
    // Empty until it is written.
    const text = await readFile(path.join(folder, "postmaster.pid"), "utf8").catch(() => "");
    const lines = text.split("\n");
    if (lines[0] === String(child.pid) && lines[STATUS_LINE]?.trim() === "ready") return true;
    await sleep(READY_POLL_MS);
  }
  child.kill("SIGQUIT");
  return false;
}

export const lastWords = async (logFile: string): Promise<string> =>
  reasonIn(await readFile(logFile, "utf8"));

/** Returns the reason for its end from the output of a PostgreSQL program. */
export function reasonIn(said: string): string {
  const lines = said.split("\n").filter((line) => line.trim() !== "");
  const reason = lines.findLast((line) => /error|fatal|panic|could not/i.test(line)) ?? lines.at(-1);
  return reason?.replace(/^\S+ \S+ UTC \[\d+\] /, "") ?? "it ended without a word";
}

/**
 * The settings of the embedded PostgreSQL. A home's database is small and read by one process: it gets a modest share
 * of the memory, no helpers for work that it doesn't have, and a write-ahead log that fits on a memory card.
 */
function serverSettings(
  durable: boolean,
  connectionsMax: number = durable ? CONNECTIONS_MAX : TEST_CONNECTIONS_MAX,
): string[] {
  // The machine's memory, or its container's limit.
  const isSmall = Math.min(totalmem(), process.constrainedMemory() || totalmem()) <= SMALL_BYTES_MAX;
  const settings = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "timezone=UTC",
    "log_timezone=UTC",
    "jit=off",
    "log_min_messages=log",
    "log_checkpoints=off",
    `max_connections=${connectionsMax}`,
    `shared_buffers=${isSmall ? "32MB" : "128MB"}`,
    `work_mem=${isSmall ? "2MB" : "4MB"}`,
    `maintenance_work_mem=${isSmall ? "32MB" : "64MB"}`,
    `max_parallel_workers_per_gather=${isSmall ? 0 : 1}`,
    "autovacuum_max_workers=2",
    "max_logical_replication_workers=0",
    "io_method=sync",
    "min_wal_size=48MB",
    "max_wal_size=256MB",
  ];
  if (durable) return settings;
  return [...settings, ...OF_TESTS];
}
