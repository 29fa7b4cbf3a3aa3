import { readFile, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freePort } from "../../local/processes/free-port.ts";
import { isRunning } from "../../local/processes/running-process.ts";
import { memoryFolder } from "../support/memory-folder.ts";
import { prepareData } from "../support/prepared-data.ts";
import { descendantsOf } from "../support/process-family.ts";
import { type Spoken, speak } from "../support/processes.ts";

const READY = "Hearthwatch is ready";

let dataDir: string;
let port: number;
let started: Spoken[];

beforeEach(async () => {
  dataDir = path.join(await memoryFolder("hearthwatch-start-"), "data");
  port = await freePort();
  started = [];
});
afterEach(async () => {
  for (const { child, exited } of started) {
    child.kill("SIGTERM");
    await exited;
  }
  await rm(path.dirname(dataDir), { recursive: true, force: true });
});

/** Without the demo: these tests are about the platform. */
function start(env: Record<string, string> = {}): Spoken {
  const spoken = speak(["local/start/start.ts"], {
    DATA_DIR: dataDir,
    PORT: String(port),
    SEED_DEMO: "0",
    ...env,
  });
  started.push(spoken);
  return spoken;
}

async function databaseUrl(): Promise<string> {
  const password = (await readFile(path.join(dataDir, "postgres.password"), "utf8")).trim();
  const databasePort = (await readFile(path.join(dataDir, "postgres", "postmaster.pid"), "utf8")).split(
    "\n",
  )[3];
  return `postgresql://hearthwatch:${password}@127.0.0.1:${databasePort}/hearthwatch`;
}

async function query(text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: await databaseUrl() });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

test("it comes up, answers, refuses a second start, and SIGTERM leaves nothing running", async () => {
  const first = start();
  await first.says(READY);
  const answer = await fetch(`http://127.0.0.1:${port}/api/no-such-route`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([404, expect.stringContaining("json")]);
  for (const name of ["secrets.json", "postgres.password"])
    expect((await stat(path.join(dataDir, name))).mode & 0o777).toBe(0o600);

  const second = start({ PORT: String(await freePort()) });
  expect(await second.exited).toBe(1);
  expect(second.output()).toContain(`already runs on ${dataDir} (process ${first.child.pid})`);
  expect(second.output()).not.toContain("    at ");

  const family = descendantsOf(first.child.pid ?? 0);
  if (process.platform !== "win32") expect(family.length).toBeGreaterThan(2);
  first.child.kill("SIGTERM");
  expect(await first.exited, first.output()).toBe(0);
  // A process that has been told to end may take a moment to be gone.
  await expect.poll(() => family.filter(isRunning), { timeout: 60_000 }).toEqual([]);
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow("fetch failed");
});

test("a port that is taken is one sentence", async () => {
  const other = createServer().listen(port, "127.0.0.1");
  const refused = start();
  expect(await refused.exited).toBe(1);
  expect(refused.output()).toContain(`Port ${port} on 127.0.0.1 is in use`);
  expect(refused.output()).not.toContain("    at ");
  other.close();
});

test("after a kill -9 the next start takes over and every committed row is there", async () => {
  await prepareData(dataDir);
  const killed = start();
  await killed.says(READY);
  await query("create table kept as select n from generate_series(1, 1000) n");
  const family = descendantsOf(killed.child.pid ?? 0);
  killed.child.kill("SIGKILL");
  await killed.exited;

  const next = start();
  await next.says(READY);
  expect(next.output()).toContain("after stopping the one a killed start left behind");
  expect(await query("select count(*)::int as n from kept")).toEqual([{ n: 1000 }]);
  await expect.poll(() => family.filter(isRunning), { timeout: 60_000 }).toEqual([]);
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBeLessThan(500);
});

test("a database that dies is started again, with every committed row", async () => {
  await prepareData(dataDir);
  const running = start();
  await running.says(READY);
  await query("create table kept as select n from generate_series(1, 1000) n");
  for (let times = 1; times <= 2; times += 1) {
    const pid = Number.parseInt(await readFile(path.join(dataDir, "postgres", "postmaster.pid"), "utf8"), 10);
    process.kill(pid, "SIGKILL");
    await running.says(new RegExp(`(PostgreSQL ended: [^]*PostgreSQL runs again[^]*){${times}}`));
    expect(await query("select count(*)::int as n from kept")).toEqual([{ n: 1000 }]);
    expect((await fetch(`http://127.0.0.1:${port}/api/status`)).status).toBe(200);
  }
  expect(running.child.exitCode).toBeNull();
});
