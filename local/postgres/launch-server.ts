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
/** Another program took the port first, or the last backends of a killed server have not ended yet. */
const PASSING_TROUBLE = /could not bind|could not create any TCP|shared memory block|already exists/;

const GIGABYTE = 1024 ** 3;
/** A Raspberry Pi with one or two gigabytes, or a container that may take no more. */
const SMALL_BYTES_MAX = 2 * GIGABYTE;
/** Ours at most, and a few for backups and for people. */
const CONNECTIONS_MAX = 40;
/** Tests ask many databases of one server at once. */
const TEST_CONNECTIONS_MAX = 200;

/** Whatever a test stores is gone after it, and small enough for no statistics and for one plan. */
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

/** Its own session, so that a Ctrl-C in the terminal reaches it through stop(), after those who use it. */
function launchServer({ folder, logFile, binaries, account, durable, connectionsMax }: Launch, port: number) {
  const settings = [`port=${port}`, ...serverSettings(durable, connectionsMax)];
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

/** On any free port, unless it has to be the one that it had. */
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

async function becomesReady(child: ChildProcess, folder: string): Promise<boolean> {
  const deadline = Date.now() + READY_MS_MAX;
  let ended = false;
  for (const event of ["exit", "error"])
    child.once(event, () => {
      ended = true;
    });
  while (!ended && Date.now() < deadline) {
    // Empty until it is written.
    const text = await readFile(path.join(folder, "postmaster.pid"), "utf8").catch(() => "");
    const lines = text.split("\n");
    if (lines[0] === String(child.pid) && lines[STATUS_LINE]?.trim() === "ready") return true;
    await sleep(READY_POLL_MS);
  }
  if (!ended) child.kill("SIGQUIT");
  return false;
}

export const lastWords = async (logFile: string): Promise<string> =>
  reasonIn(await readFile(logFile, "utf8"));

/** Of what a program of PostgreSQL's has said, why it ended. */
export function reasonIn(said: string): string {
  const lines = said.split("\n").filter((line) => line.trim() !== "");
  const reason = lines.findLast((line) => /error|fatal|panic|could not/i.test(line)) ?? lines.at(-1);
  return reason?.replace(/^\S+ \S+ UTC \[\d+\] /, "") ?? "it ended without a word";
}

/**
 * How the embedded PostgreSQL runs. One home's database is small and read by one process: it gets a modest share of
 * the memory, no helpers for work that it does not have, and a log before its files that fits on a memory card.
 */
function serverSettings(
  durable: boolean,
  connectionsMax: number = durable ? CONNECTIONS_MAX : TEST_CONNECTIONS_MAX,
): string[] {
  // Of the machine, or what its container leaves of it.
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
