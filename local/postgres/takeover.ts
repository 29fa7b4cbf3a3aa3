import { execFile } from "node:child_process";
import { readFile, realpath, rm } from "node:fs/promises";
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
import type { PostgresBinaries } from "./binaries.ts";

const FAST_STOP_MS_MAX = 30_000;
const IMMEDIATE_STOP_MS_MAX = 10_000;

/** A kill -9 of ours leaves the server running: stop the one of THIS folder, and only that. */
export async function stopOrphan(folder: string, binaries: PostgresBinaries): Promise<boolean> {
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
export async function stopServer(server: ProcessMark, folder: string, binaries: PostgresBinaries) {
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
