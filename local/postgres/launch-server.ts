import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../processes/free-port.ts";
import { StartError } from "../start/start-error.ts";
import type { PostgresAccount } from "./account.ts";
import type { PostgresBinaries } from "./binaries.ts";
import { serverSettings } from "./server-settings.ts";

const START_ATTEMPTS_MAX = 4;
const START_AGAIN_MS = 500;
const READY_MS_MAX = 120_000;
const READY_POLL_MS = 10;
const STATUS_LINE = 7;
/** Another program took the port first, or the last backends of a killed server have not ended yet. */
const PASSING_TROUBLE = /could not bind|could not create any TCP|shared memory block|already exists/;

interface Launch {
  folder: string;
  logFile: string;
  binaries: PostgresBinaries;
  account: PostgresAccount;
  durable: boolean;
  connectionsMax?: number | undefined;
}

/** Its own session, so that a Ctrl-C in the terminal reaches it through stop(), after those who use it. */
function launchServer(
  { folder, logFile, binaries, account, durable, connectionsMax }: Launch,
  port: number,
): ChildProcess {
  const flags = [`port=${port}`, ...serverSettings(durable, undefined, connectionsMax)].flatMap((setting) => [
    "-c",
    setting,
  ]);
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
export async function launchUntilReady(
  launch: Launch,
  samePort?: number,
): Promise<{ child: ChildProcess; port: number }> {
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

export async function lastWords(logFile: string): Promise<string> {
  const lines = (await readFile(logFile, "utf8")).split("\n").filter((line) => line !== "");
  const told = lines.findLast((line) => /FATAL|PANIC|ERROR|could not/.test(line)) ?? lines.at(-1);
  return told?.replace(/^\S+ \S+ UTC \[\d+\] /, "") ?? "it ended without a word.";
}
