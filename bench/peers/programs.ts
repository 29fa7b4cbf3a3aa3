import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { messageOf } from "../../lib/kernel/text.ts";

const run = promisify(execFile);
const INSTALL_MS_MAX = 300_000;
/** Nothing of the system is changed: what is fetched lies here. */
const FOLDER = path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), ".cache"), "hearthwatch-peers");
const SYSTEM_FOLDERS = ["/usr/bin", "/usr/sbin", "/usr/local/bin", "/opt/homebrew/bin"];
/** The makers' usual ones, from npm's registry. */
const NODE_PACKAGES = ["express@5.3.0", "node-red@4.1.15"];

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
