// Part of run.mjs: plain JavaScript for any Node from 18 on, without dependencies.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

export const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
export const MODULES = path.join(ROOT, "node_modules");
const LOCKFILE = path.join(ROOT, "package-lock.json");
const STAMP = path.join(MODULES, ".hearthwatch-lock");
const NPM_RECORD = path.join(MODULES, ".package-lock.json");
const INSTALL_LOCK = path.join(ROOT, ".local", "install.lock");
const INSTALL_MS_MAX = 15 * 60_000;
const LOCK_POLL_MS = 500;

/** An error that is shown to the person as it is, without a stack. */
export class Sentence extends Error {}

/** Installs the lockfile's packages unless they are installed. Two concurrent runs take turns. */
export async function install() {
  if (isInstalled()) return;
  const deadline = Date.now() + INSTALL_MS_MAX;
  refuseReadOnly();
  while (!takeInstallLock()) {
    if (Date.now() > deadline)
      throw new Sentence(`Another install does not end; delete ${INSTALL_LOCK} and try again.`);
    await sleep(LOCK_POLL_MS);
  }
  try {
    if (!isInstalled()) runNpm();
  } finally {
    rmSync(INSTALL_LOCK, { force: true });
  }
}

/** The dependencies are inside the checkout, so the checkout must be writable. */
function refuseReadOnly() {
  try {
    mkdirSync(path.dirname(INSTALL_LOCK), { recursive: true });
    accessSync(ROOT, constants.W_OK);
  } catch (error) {
    throw new Sentence(
      `Hearthwatch installs its dependencies into ${ROOT}, which cannot be written (${error.code}).`,
    );
  }
}

function runNpm() {
  console.log("Installing the dependencies with npm (once; about a minute) …");
  // npm passes the path of its own script. Otherwise npm is a program on the PATH (on Windows a shell script).
  const known = process.env.npm_execpath?.endsWith("npm-cli.js");
  const [program, ...first] = known ? [process.execPath, process.env.npm_execpath] : ["npm"];
  const options = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  const shell = !known && process.platform === "win32";
  const run = spawnSync(program, [...first, "ci", ...options], { cwd: ROOT, stdio: "inherit", shell });
  if (run.error !== undefined)
    throw new Sentence(`npm cannot be run (${run.error.message}); install Node with npm and try again.`);
  if (run.status !== 0)
    throw new Sentence(
      "npm could not install the dependencies (see above); check the network and try again.",
    );
  writeFileSync(STAMP, lockHash());
}

function isInstalled() {
  const hash = lockHash();
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === hash) return true;
  // Somebody may have run npm by hand since: npm writes its own record last of all.
  return existsSync(NPM_RECORD) && statSync(NPM_RECORD).mtimeMs >= statSync(LOCKFILE).mtimeMs;
}

function lockHash() {
  try {
    const text = readFileSync(LOCKFILE, "utf8");
    JSON.parse(text);
    return createHash("sha256").update(text).digest("hex");
  } catch (error) {
    throw new Sentence(
      `package-lock.json cannot be read (${error.message}); restore it with: git checkout package-lock.json`,
    );
  }
}

function takeInstallLock() {
  try {
    writeFileSync(INSTALL_LOCK, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
  const holder = Number(readFileSync(INSTALL_LOCK, "utf8"));
  // Its holder was killed, so this frees it for the next attempt.
  if (holder > 0 && !isAlive(holder)) rmSync(INSTALL_LOCK, { force: true });
  return false;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
