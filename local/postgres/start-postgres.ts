import { type ChildProcess, execFile, execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, realpath, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { messageOf } from "../../lib/kernel/text.ts";
import { textIfThere } from "../processes/whole-files.ts";
import { StartError } from "../start/project.ts";
import { choosePostgresAccount, findPostgresBinaries } from "./binaries.ts";
import { clusterIn, ensureCluster, SUPERUSER } from "./cluster.ts";
import { isRunning, type Launch, lastWords, launchUntilReady } from "./launch-server.ts";

const PAUSE_SECONDS = 1;
const FAST_STOP_SECONDS_MAX = 30;
const IMMEDIATE_STOP_SECONDS_MAX = 10;

export type EmbeddedPostgres = Awaited<ReturnType<typeof startPostgres>>;

/** `durable` is false only in tests: nothing is synced to disk. `connectionsMax` defaults to what one home needs. */
type PostgresOptions = { dataDir: string; durable?: boolean; connectionsMax?: number };

export async function startPostgres(options: PostgresOptions) {
  await mkdir(options.dataDir, { recursive: true });
  const dataDir = await realpath(options.dataDir);
  const durable = options.durable ?? true;
  const cluster = clusterIn(dataDir);
  const { folder } = cluster;
  const binaries = await findPostgresBinaries();
  const account = await choosePostgresAccount(folder, binaries.postgres);
  const logFile = path.join(dataDir, "postgres.log");
  const launch = { folder, logFile, binaries, account, durable, connectionsMax: options.connectionsMax };
  const tookOver = await stopOrphan(launch);
  const password = await ensureCluster({ cluster, binaries, account, durable });
  const { child, port } = await launchUntilReady(launch);
  const connectionString = (database: string) =>
    `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
  const stop = keepRunning(child, port, launch);
  /** `tookOver` is true if a server that a killed start left behind was stopped first. */
  return { port, connectionString, tookOver, stop };
}

/**
 * Restarts a PostgreSQL that ends unasked, as long as this process lives, on the same port as before. Until then
 * requests are refused with a sentence, and devices send their readings again. Returns a function that stops it.
 */
function keepRunning(first: ChildProcess, port: number, launch: Launch) {
  let child = first;
  let isStopping = false;
  const endWithUs = () => void child.kill("SIGINT");
  process.once("exit", endWithUs);
  const keep = async () => {
    while (!isStopping) {
      if (isRunning(child)) await once(child, "exit");
      if (isStopping) return;
      const words = await lastWords(launch.logFile);
      console.error(`PostgreSQL ended: ${words}. It is started again in ${PAUSE_SECONDS} s.`);
      await sleep(PAUSE_SECONDS * 1_000);
      if (isStopping) return;
      try {
        child = (await launchUntilReady(launch, port)).child;
        console.error("PostgreSQL runs again.");
      } catch (error) {
        console.error(messageOf(error));
      }
    }
  };
  const kept = keep();
  return async () => {
    isStopping = true;
    process.off("exit", endWithUs);
    if (isRunning(child)) await stopServer(launch);
    await kept;
    // Stops a server that was being started meanwhile.
    if (isRunning(child)) await stopServer(launch);
  };
}

/** A kill -9 of this process leaves the server running. Stops the server of this folder, and no other. */
async function stopOrphan(launch: Launch): Promise<boolean> {
  const pidFile = path.join(launch.folder, "postmaster.pid");
  const text = await textIfThere(pidFile);
  const command = text === null ? "" : await commandLineOf(Number.parseInt(text, 10), launch.folder);
  // PostgreSQL itself detects remaining parts of a dead server.
  if (command === "") return false;
  const isOurs = command.includes("postgres") && command.includes(launch.folder);
  if (isOurs) await stopServer(launch);
  // The process id belongs to another program now, and PostgreSQL would refuse to start because of it.
  else await rm(pidFile, { force: true });
  return isOurs;
}

/** A fast shutdown rolls open transactions back; everything committed is on disk. */
async function stopServer({ folder, binaries, account }: Launch): Promise<void> {
  const stop = (mode: string, seconds: number) => {
    const command = [binaries.pgCtl, "stop", "-D", folder, "-m", mode, "-t", String(seconds)];
    const [program = "", ...args] = [...account.prefix, ...command];
    return promisify(execFile)(program, args, { ...account.ids, cwd: "/" });
  };
  await stop("fast", FAST_STOP_SECONDS_MAX)
    .catch(() => stop("immediate", IMMEDIATE_STOP_SECONDS_MAX))
    .catch((error: unknown) => {
      throw new StartError(`The database in ${folder} does not stop: ${messageOf(error)}`);
    });
}

/** Returns "" if there is no such process. Windows shows no command line, so the pid file is trusted there. */
async function commandLineOf(pid: number, folder: string): Promise<string> {
  try {
    if (process.platform === "linux") return await readFile(`/proc/${pid}/cmdline`, "utf8");
    if (process.platform === "win32") return process.kill(pid, 0) ? `postgres ${folder}` : "";
    return execFileSync("ps", ["-p", String(pid), "-o", "args="], { encoding: "utf8" });
  } catch {
    return "";
  }
}
