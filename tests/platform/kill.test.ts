import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { freePort } from "../../local/processes/free-port.ts";
import { addDevice, addHome, type TestDevice } from "../support/fixtures.ts";
import { memoryFolder } from "../support/memory-folder.ts";
import { prepareData } from "../support/prepared-data.ts";
import type { Spoken } from "../support/processes.ts";
import { isRunning, signal } from "../support/running-process.ts";
import { type StartedPlatform, startedPlatform } from "../support/started-platform.ts";

/** Enough for 3,000 posts within the limit of 60 a minute. */
const DEVICES = 50;
const IN_FLIGHT = 12;
/** The kill comes after this many answers. The stream continues until nothing answers. */
const ACKNOWLEDGED_BEFORE_KILL = 150;
const POSTS_MAX = 2_500;
const SETTLE_MS = 300;
const RESTART_MS = 500;

const folder = await memoryFolder("hearthwatch-kill-");
const dataDir = path.join(folder, "data");
const port = await freePort();
const spawned: Spoken[] = [];
afterAll(async () => {
  for (const { child, exited } of spawned) {
    child.kill("SIGTERM");
    await exited;
  }
  await rm(folder, { recursive: true, force: true });
});

const start = () => startedPlatform(dataDir, port, (spoken) => spawned.push(spoken));

await prepareData(dataDir);
let platform = await start();

test("a database that dies is started again, with every committed row", async () => {
  await platform.query("create table kept as select n from generate_series(1, 1000) n");
  for (let times = 1; times <= 2; times += 1) {
    const pid = Number.parseInt(await readFile(path.join(dataDir, "postgres", "postmaster.pid"), "utf8"), 10);
    process.kill(pid, "SIGKILL");
    await platform.spoken.says(new RegExp(`(PostgreSQL ended: [^]*PostgreSQL runs again[^]*){${times}}`));
    expect((await fetch(`${platform.url}/api/status`)).status).toBe(200);
    expect(await platform.query("select count(*)::int as n from kept")).toEqual([{ n: 1000 }]);
  }
  expect(platform.spoken.child.exitCode).toBeNull();
});

type Stream = { sent: number; acknowledged: Set<number> };

/** Posts the numbers from `first` on, each once, until the server is gone. */
async function stream(platform: StartedPlatform, devices: TestDevice[], first: number, kill: () => void) {
  const done: Stream = { sent: 0, acknowledged: new Set() };
  let gone = false;
  const sender = async () => {
    while (!gone && done.sent < POSTS_MAX) {
      const value = first + done.sent++;
      const key = devices[value % devices.length]?.ingestKey;
      const answer = await post(`${platform.url}/api/ingest/${key}`, value);
      if (answer === "unknown") gone = true;
      else if (done.acknowledged.add(value).size === ACKNOWLEDGED_BEFORE_KILL) kill();
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, sender));
  return done;
}

/** An incomplete answer counts as none: the sender can't know the result. */
async function post(url: string, value: number): Promise<"stored" | "unknown"> {
  try {
    const answer = await fetch(url, { method: "POST", body: JSON.stringify({ count: value }) });
    if (answer.status !== 200) return "unknown";
    expect(await answer.json()).toMatchObject({ ok: true, readings: 1 });
    return "stored";
  } catch (error) {
    if (error instanceof TypeError) return "unknown";
    throw error;
  }
}

async function storedTimes(platform: StartedPlatform): Promise<Map<number, number>> {
  const rows = await platform.query<{ value: number; times: number }>(
    `select s."values"[1] as value, count(*)::integer as times from snapshots s group by 1`,
  );
  return new Map(rows.map(({ value, times }) => [value, times]));
}

const KILLS: [string, (platform: StartedPlatform) => void][] = [
  ["npm start alone", ({ spoken }) => void spoken.child.kill("SIGKILL")],
  [
    "npm start, the database and the runtime at once",
    ({ spoken, family }) => {
      const all = family();
      spoken.child.kill("SIGKILL");
      for (const { pid } of all) signal(pid, "SIGKILL");
    },
  ],
  [
    "the database alone, and npm start once it is being started again",
    ({ spoken, family }) => {
      for (const { pid } of family()) signal(pid, "SIGKILL");
      setTimeout(() => spoken.child.kill("SIGKILL"), RESTART_MS);
    },
  ],
];

test("a kill -9 in the middle of a stream of posts loses no acknowledged reading", async () => {
  const home = await addHome(platform);
  const devices: TestDevice[] = [];
  for (let made = 0; made < DEVICES; made += 1) devices.push(await addDevice(platform, home));
  let first = 1;
  for (const [name, kill] of KILLS) {
    const running = platform;
    const family = running.family();
    const { sent, acknowledged } = await stream(running, devices, first, () => kill(running));
    expect(acknowledged.size, name).toBeGreaterThanOrEqual(ACKNOWLEDGED_BEFORE_KILL);
    await running.disconnect();
    await running.spoken.exited;
    expect(sent, `${name}: the kill did not come in the middle`).toBeLessThan(POSTS_MAX);
    await sleep(SETTLE_MS);

    platform = await start();
    // The next start stops what the killed one left behind.
    await expect.poll(() => family.filter(isRunning)).toEqual([]);
    const stored = await storedTimes(platform);
    const numbers = Array.from({ length: sent }, (_, index) => first + index);
    const lost = numbers.filter((value) => acknowledged.has(value) && stored.get(value) !== 1);
    const twice = numbers.filter((value) => (stored.get(value) ?? 0) > 1);
    expect({ lost, twice }, name).toEqual({ lost: [], twice: [] });
    first += sent;
  }
  expect(Math.max(...(await storedTimes(platform)).keys())).toBeLessThan(first);
  await platform.disconnect();
});
