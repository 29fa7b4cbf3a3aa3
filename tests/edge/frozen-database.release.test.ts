import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { STORE_LIMITS } from "../../lib/kernel/db.queries.ts";
import { startPostgres } from "../../local/postgres/start-postgres.ts";
import { openDatabaseAt } from "../support/database.ts";
import { addDevice, addHome } from "../support/fixtures.ts";
import { memoryFolder } from "../support/memory-folder.ts";
import { prepareData } from "../support/prepared-data.ts";
import { openTestRedis } from "../support/redis.ts";
import { serveGroups } from "./served-groups.ts";

const IN_FLIGHT = 30;
/** Longer than an attempt, so that every post is retried while its first attempt is still waiting. */
const FROZEN_MS = STORE_LIMITS.storeAttemptMs + 1_000;

// A server of its own: a frozen shared one would give other tests no connection.
const folder = await memoryFolder("hearthwatch-frozen-");
const dataDir = path.join(folder, "data");
await prepareData(dataDir);
const postgres = await startPostgres({ dataDir, durable: false });
const database = await openDatabaseAt(postgres.connectionString("hearthwatch"));
const redis = await openTestRedis(true);
const runtime = await serveGroups(["ingest"], { database, redis });
afterAll(async () => {
  await runtime?.stop();
  await redis?.close();
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

const parentOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[1]);

/** Returns the processes of PostgreSQL itself and of all connections to this database. */
async function processes(): Promise<number[]> {
  const rows = await database.sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database()`;
  const pids = rows.map(({ pid }) => pid);
  return [parentOf(pids[0] ?? 0), ...pids];
}

const signalAll = (pids: number[], signal: NodeJS.Signals) => {
  for (const pid of pids) process.kill(pid, signal);
};

test.skipIf(process.platform !== "linux")(
  "a PostgreSQL that stands still for 7 seconds loses no post in flight and stores none twice",
  async () => {
    const { ingestKey } = await addDevice(database, await addHome(database));
    const post = (temp1: number) =>
      fetch(`${runtime.url}/api/ingest/${ingestKey}`, { method: "POST", body: JSON.stringify({ temp1 }) });
    expect((await post(0)).status).toBe(200);
    const pids = await processes();
    signalAll(pids, "SIGSTOP");
    const answers = Array.from({ length: IN_FLIGHT }, (_, index) => post(index + 1));
    await sleep(FROZEN_MS);
    signalAll(pids, "SIGCONT");
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses).toEqual(Array(IN_FLIGHT).fill(200));
    const rows = await database.query<{ value: number }>(
      'select "values"[1] as value from snapshots order by value',
    );
    expect(rows.map(({ value }) => value)).toEqual(
      Array.from({ length: IN_FLIGHT + 1 }, (_, index) => index),
    );
  },
);
