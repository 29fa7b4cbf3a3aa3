// The entry to everything: `npm start`, `npm test` and the others run this. It works on any Node from 18 on and needs
// nothing installed: it installs the lockfile's packages, then hands over to the Node 26 among them.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, watch } from "node:fs";
import path from "node:path";
import { install, MODULES, ROOT, Sentence } from "./local/install.mjs";

const NODE_MAJOR_MIN = 24;
const PARENT_POLL_MS = 500;

const VITEST = ["node_modules/vitest/vitest.mjs", "run"];
const BIOME = ["node_modules/@biomejs/biome/bin/biome", "check"];
// The browser files: the pages link to them by names that are only known once they are built.
const SITE = ["local/write-site.ts"];
// Builds the program that npm start runs, and the site.
const BUILD = ["local/machine/build/write-build.ts"];
const START = "local/start/start.ts";
const STRYKER = ["node_modules/@stryker-mutator/core/bin/stryker.js", "run"];
const GUARDS = ["tests/mutation/guards/main.ts"];
const TSC = ["node_modules/typescript/bin/tsc", "-p"];
const CHECKS = {
  site: SITE,
  lint: BIOME,
  types: [...TSC, "."],
  "types in browsers": [...TSC, "functions/pages/client"],
  architecture: [...VITEST, "--project", "architecture"],
};
/** Tests start a hundred processes from the same files: Node's cache of compiled code. */
const COMPILED = path.join(MODULES, ".cache/hearthwatch/compiled");
/** Tests in these folders use the site from its last build. */
const SITE_TESTS = /^tests\/(browser|platform|recipes|http\/openapi)\b/;
/** After a change, a watched check waits this long (ms) for further changes. */
const SETTLE_MS = 300;
const WATCHED = /^(schema|lib|functions|local|deploy|bench|tests)\/.+\.(tsx?|sql)$/;
const VERBS = {
  start: (args) => start(args),
  build: () => runAll([BUILD]),
  package: (args) => runAll([["local/machine/build/write-package.ts", ...args]]),
  test: (args) => runTests(args[0] === "--" ? args.slice(1) : args),
  site: () => runAll([SITE]),
  screenshots: (args) => runAll([["local/screenshots.ts", ...args]]),
  check: (args) => check(args),
  format: (args) => runAll([[...BIOME, "--write", ...args]]),
  generate: (args) => runAll([["node_modules/drizzle-kit/bin.cjs", "generate", ...args]]),
  deploy: (args) => runAll([["deploy/deploy.ts", ...args]]),
  doctor: (args) => runAll([["deploy/deploy.ts", "doctor", ...args]]),
  backup: (args) => runAll([["local/backup/backup.ts", ...args]]),
  restore: (args) => runAll([["local/backup/restore.ts", ...args]]),
  mutate: (args) => runAll([SITE, args.includes("--guards") ? GUARDS : [...STRYKER, ...args]]),
  simulate: (args) =>
    runAll([...(args.includes("--help") ? [] : [SITE]), ["tests/simulation/run/simulate.ts", ...args]]),
  bench: ([name, ...args]) => runAll([[benchFile(name), ...args]]),
};

try {
  const [verb = "", ...args] = process.argv.slice(2);
  const run = VERBS[verb];
  if (run === undefined) throw new Sentence(`Usage: node run.mjs ${Object.keys(VERBS).join("|")}`);
  if (verb === "bench") benchFile(args[0]);
  await install();
  process.exitCode = await run(args);
} catch (error) {
  if (!(error instanceof Sentence)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** Starts in this process if its Node is new enough: a second process would only wait for the first. */
async function start(args) {
  if (process.platform === "win32" || Number.parseInt(process.versions.node, 10) < NODE_MAJOR_MIN)
    return runAll([[START, ...args]]);
  process.argv.splice(1, process.argv.length, START, ...args);
  if (process.env.npm_lifecycle_event !== undefined)
    watchParent(() => process.kill(process.pid, "SIGTERM")).unref();
  await import(`./${START}`);
}

function findNode() {
  const binary = process.platform === "win32" ? "node.exe" : "node";
  // npm installs only the package for this machine's system and processor.
  const bundled = readdirSync(MODULES)
    .filter((name) => /^node-(bin-)?(linux|win|darwin)-/.test(name))
    .map((name) => path.join(MODULES, name, "bin", binary))
    .find(existsSync);
  if (bundled !== undefined) return bundled;
  if (Number.parseInt(process.versions.node, 10) >= NODE_MAJOR_MIN) return process.execPath;
  throw new Sentence(
    `Hearthwatch needs Node ${NODE_MAJOR_MIN} or newer on this machine, and this is ${process.version}.`,
  );
}

async function runAll(commands, env = {}) {
  for (const command of commands) {
    const code = await runNode(command, env);
    if (code !== 0) return code;
  }
  return 0;
}

/**
 * Runs tests. A run of single files builds no site first, unless one is missing or these tests open pages. `--release`
 * adds what only a release needs: whole histories of one machine, upgrades, both platforms, every page.
 */
async function runTests(given) {
  const args = given.filter((arg) => arg !== "--release");
  const files = args.filter((arg) => /^tests\/.+/.test(arg));
  const built = existsSync(path.join(ROOT, "dist/site-names.json"));
  const needsSite = !built || files.length === 0 || files.some((file) => SITE_TESTS.test(file));
  // Also removes compiled code of files that no longer exist.
  if (files.length === 0) rmSync(COMPILED, { recursive: true, force: true });
  const isRelease = args.length < given.length || files.some((file) => file.includes(".release."));
  const env = {
    NODE_COMPILE_CACHE: COMPILED,
    RELEASE: isRelease ? "1" : "",
    ...movedClock(process.env.CLOCK),
  };
  const code = await runAll([...(needsSite ? [BUILD] : []), [...VITEST, ...args]], env);
  if (!isRelease && files.length === 0)
    console.log("Not run: tests/**/*.release.test.ts (`npm run check -- --release` and CI run them).");
  return code;
}

/** `CLOCK=2028-02-29T10:00:00Z npm test`: every test process starts at that time, and its clock runs from there. */
function movedClock(clock) {
  if (clock === undefined) return {};
  const ahead = Math.round((Date.parse(clock) - Date.now()) / 1_000);
  if (Number.isNaN(ahead)) throw new Sentence(`CLOCK is no time: ${clock}`);
  const library = path.join(MODULES, ".cache/hearthwatch/moved-clock.so");
  mkdirSync(path.dirname(library), { recursive: true });
  const source = path.join(ROOT, "tests/support/moved-clock.c");
  const compiled = spawnSync("cc", ["-O2", "-shared", "-fPIC", "-o", library, source], { stdio: "inherit" });
  if (compiled.status !== 0) throw new Sentence("CLOCK needs Linux and a C compiler called cc.");
  return { LD_PRELOAD: library, CLOCK_AHEAD_SECONDS: String(ahead) };
}

/**
 * `--only NAME` runs one of the checks, `--without NAME` all others, `--watch` runs them again after every change, and
 * `--release` runs all of them, and the tests that only a release needs.
 */
async function check(args) {
  if (args.includes("--release"))
    return (await report(CHECKS)) || runTests(["--release", ".release.test.ts"]);
  const [only, without] = ["--only", "--without"].map((option) =>
    args.includes(option) ? args[args.indexOf(option) + 1] : undefined,
  );
  const names = Object.keys(CHECKS);
  const unknown = [only, without].find((name) => name !== undefined && !names.includes(name));
  if (unknown !== undefined)
    throw new Sentence(`There is no check named ${unknown}. There are: ${names.join(", ")}.`);
  const chosen = Object.entries(CHECKS).filter(([name]) => name !== without && name === (only ?? name));
  if (!args.includes("--watch")) return report(Object.fromEntries(chosen));
  for (;;) {
    await report(Object.fromEntries(chosen));
    console.log("Waiting for a change. Ctrl-C ends.");
    await changeBelow(ROOT);
  }
}

/** Resolves once a source file has changed and no other has for a moment. */
function changeBelow(folder) {
  return new Promise((resolve) => {
    let settled;
    const watcher = watch(folder, { recursive: true }, (_event, file) => {
      if (file === null || !WATCHED.test(file.replaceAll("\\", "/"))) return;
      clearTimeout(settled);
      settled = setTimeout(() => {
        watcher.close();
        resolve();
      }, SETTLE_MS);
    });
  });
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

/** Passes signals on. The IPC channel tells the child if we are killed. */
function runNode(command, env = {}) {
  const node = findNode();
  const searchPath = [path.dirname(node), process.env.PATH].join(path.delimiter);
  const child = spawn(node, command, {
    cwd: ROOT,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { ...process.env, ...env, PATH: searchPath },
  });
  const forward = (signal) => child.kill(signal);
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, forward);
  const parentWatch =
    process.env.npm_lifecycle_event === undefined ? undefined : watchParent(() => forward("SIGTERM"));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      clearInterval(parentWatch);
      for (const name of ["SIGINT", "SIGTERM"]) process.off(name, forward);
      resolve(code ?? (signal === "SIGINT" ? 130 : 1));
    });
  });
}

/** A killed npm passes nothing on. Its end shows in a changed parent, of its shell or of us. */
function watchParent(gone) {
  const before = ancestors();
  return setInterval(() => {
    if (ancestors() !== before) gone();
  }, PARENT_POLL_MS);
}

/** Our parent (npm's shell) and, on Linux, its parent (npm). */
function ancestors() {
  const stat = `/proc/${process.ppid}/stat`;
  if (!existsSync(stat)) return String(process.ppid);
  return `${process.ppid} ${readFileSync(stat, "utf8").split(") ").at(-1)?.split(" ")[1]}`;
}

function benchFile(name) {
  const file = `bench/${name}.ts`;
  const known = benches();
  if (known.some((bench) => bench.name === name)) return file;
  throw new Sentence(
    [
      "Usage: npm run bench NAME",
      "",
      ...known.map((bench) => `  ${bench.name.padEnd(18)} ${bench.about}`),
    ].join("\n"),
  );
}

/** A benchmark describes itself in its first line: `// npm run bench NAME: …`. Files without it are parts of others. */
function benches() {
  const folder = path.join(ROOT, "bench");
  const files = readdirSync(folder).filter((file) => file.endsWith(".ts"));
  return files.flatMap((file) => {
    const [first] = readFileSync(path.join(folder, file), "utf8").split("\n", 1);
    const found = /^\/\/ npm run bench (\S+): (.+)$/.exec(first);
    return found === null ? [] : [{ name: found[1], about: found[2] }];
  });
}
