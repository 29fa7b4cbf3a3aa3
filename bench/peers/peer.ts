import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, stat } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { messageOf } from "../../lib/kernel/text.ts";
import type { Load } from "../load.ts";
import { answers } from "../machine-process.ts";

const STARTS_MS_MAX = 30_000;
const STARTS_POLL_MS = 50;
const BLOCK_BYTES = 512;
export const READINGS_A_POST = 3;

const run = promisify(execFile);
const INSTALL_MS_MAX = 300_000;
/** Nothing of the system is changed: what is fetched lies here. */
const FOLDER = path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), ".cache"), "hearthwatch-peers");
const SYSTEM_FOLDERS = ["/usr/bin", "/usr/sbin", "/usr/local/bin", "/opt/homebrew/bin"];
/** The makers' usual ones, from npm's registry. */
const NODE_PACKAGES = ["express@5.3.0", "node-red@4.1.15"];

/** What takes the same posts of the same home as we do. */
export interface Peer {
  name: string;
  /** An answer means that the readings outlive a power cut. */
  isDurable: boolean;
  /** What it tells anybody of its own accord. */
  judges: "rooms" | "a limit" | "nothing";
  send: Load["send"];
  /** Their CPU time counts, with that of all below them. */
  pids: number[];
  /** Its PostgreSQL, which is one of them or below one; absent where it has none. */
  postmaster?: number;
  /** Bytes of disk that it holds now; null where another one stores into the same. */
  held(): Promise<number | null>;
  stop(): Promise<void>;
}

/** A peer, or why it is not measured on this machine. */
export type Entry = Peer | { name: string; skipped: string };

/** Three readings of one device, as its maker sends them. */
export interface Post {
  device: string;
  temp1: number;
  humidity1: number;
  door1: boolean;
}

/** Values that vary, so that nothing is stored twice, of rooms in which all is well. */
export const postOf = (index: number, devices: number): Post => ({
  device: `node-${index % devices}`,
  temp1: 62 + (index % 97) / 10,
  humidity1: 30 + (index % 20),
  door1: index % 2 === 0,
});

/** InfluxDB's line protocol, which others read, too. */
export const lineOf = ({ device, temp1, humidity1, door1 }: Post): string =>
  `home,device=${device} temp1=${temp1},humidity1=${humidity1},door1=${door1}`;

/** A program that answers `ready` once it is up; what it says is read and dropped. */
export async function startProgram(
  program: string,
  args: string[],
  { env = {}, ready }: { env?: Record<string, string>; ready?: string } = {},
) {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  await isUp(child, program, ready);
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  return { pid: child.pid ?? 0, stop };
}

async function isUp(child: ChildProcess, program: string, ready: string | undefined): Promise<void> {
  const until = Date.now() + STARTS_MS_MAX;
  while (ready !== undefined && !(await answers(ready))) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`);
    if (Date.now() > until) throw new Error(`${program} did not answer in ${STARTS_MS_MAX} ms`);
    await sleep(STARTS_POLL_MS);
  }
}

/** Bytes of disk that a folder takes. */
export async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = files.map(({ parentPath, name }) =>
    stat(path.join(parentPath, name)).then(
      ({ blocks }) => blocks * BLOCK_BYTES,
      // Merged into another one meanwhile.
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0);
}

export type Found = { at: string } | { skipped: string };

/**
 * The path of a program: installed, or fetched from Debian's registry into a folder of ours, where it starts no service
 * and needs no rights.
 */
export async function findProgram(program: string, debianPackage: string): Promise<Found> {
  const unpacked = path.join(FOLDER, "debian");
  for (const folder of [...SYSTEM_FOLDERS, path.join(unpacked, "usr/bin")]) {
    const at = path.join(folder, program);
    if (existsSync(at)) return { at };
  }
  try {
    await mkdir(unpacked, { recursive: true });
    await run("apt-get", ["download", debianPackage], { cwd: unpacked, timeout: INSTALL_MS_MAX });
    const fetched = (await readdir(unpacked)).find((file) => file.startsWith(`${debianPackage}_`));
    if (fetched === undefined) return { skipped: "apt-get fetched nothing" };
    await run("dpkg-deb", ["--extract", fetched, "."], { cwd: unpacked });
  } catch (error) {
    return { skipped: `not installed, and not to be had: ${firstLine(error)}` };
  }
  const at = path.join(unpacked, "usr/bin", program);
  return existsSync(at) ? { at } : { skipped: `Debian's ${debianPackage} has no ${program}` };
}

/** The folder in which Express and Node-RED are installed. */
export async function findNodePackages(): Promise<Found> {
  const at = path.join(FOLDER, "npm");
  if (existsSync(path.join(at, "node_modules/node-red"))) return { at };
  try {
    await mkdir(at, { recursive: true });
    const npm = path.join(path.dirname(process.execPath), "npm");
    const args = ["install", "--prefix", at, "--ignore-scripts", "--no-audit", "--no-fund", ...NODE_PACKAGES];
    await run(existsSync(npm) ? npm : "npm", args, { cwd: at, timeout: INSTALL_MS_MAX });
    return { at };
  } catch (error) {
    return { skipped: `npm could not install it: ${firstLine(error)}` };
  }
}

const firstLine = (error: unknown): string => messageOf(error).split("\n")[0] ?? "";
