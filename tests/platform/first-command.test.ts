import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { PROJECT_FOLDER } from "../../local/start/project.ts";

let checkout: string;

/** Copies the files that a first command reads before anything is installed. */
beforeEach(() => {
  checkout = mkdtempSync(path.join(tmpdir(), "hearthwatch-checkout-"));
  mkdirSync(path.join(checkout, "local"));
  for (const file of ["run.mjs", "local/install.mjs", "package.json", "package-lock.json"])
    copyFileSync(path.join(PROJECT_FOLDER, file), path.join(checkout, file));
});
afterEach(() => rmSync(checkout, { recursive: true, force: true }));

function run(folder: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["run.mjs", ...args], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, npm_config_registry: "http://127.0.0.1:9", npm_config_fetch_retries: "0" },
  });
  return { status, said: stdout + stderr };
}

test("a broken lockfile is named, with the command that restores it", () => {
  writeFileSync(path.join(checkout, "package-lock.json"), "{ broken");
  const { status, said } = run(checkout, "start");
  expect(status).toBe(1);
  expect(said).toContain("package-lock.json cannot be read");
  expect(said).toContain("git checkout package-lock.json");
  expect(said).not.toContain("    at ");
});

test("a registry that cannot be reached ends in npm's own error and one sentence", () => {
  const { status, said } = run(checkout, "start");
  expect(status).toBe(1);
  expect(said).toContain("npm could not install the dependencies");
  expect(said).toMatch(/npm error/);
});

test("a checkout that isn't built and can't be written is one sentence", () => {
  const files = ["local/start/start.ts", "local/start/project.ts", "local/machine/build/build-marks.ts"];
  for (const file of files) cpSync(path.join(PROJECT_FOLDER, file), path.join(checkout, file));
  writeFileSync(path.join(checkout, "dist"), "");
  const { status, stderr } = spawnSync(process.execPath, files.slice(0, 1), {
    cwd: checkout,
    encoding: "utf8",
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Hearthwatch builds .* cannot be written \(E\w+\).*\n$/);
});

test("npm run bench without a name lists the measurements", () => {
  const { status, said } = run(PROJECT_FOLDER, "bench");
  expect(status).toBe(1);
  expect(said).toMatch(/^ {2}ingest {2,}\S/m);
  expect(said).not.toContain("seeded");
});

test("npm start -- --help tells the settings and starts nothing", () => {
  const { status, said } = run(PROJECT_FOLDER, "start", "--help");
  expect(status).toBe(0);
  expect(said).toContain("DATA_DIR");
  expect(said).not.toContain("Hearthwatch is starting");
});

test("npm start refuses an argument that it does not know", () => {
  const { status, said } = run(PROJECT_FOLDER, "start", "--porduction");
  expect(status).toBe(1);
  expect(said).toContain('npm start does not know "--porduction"');
});
