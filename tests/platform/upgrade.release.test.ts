import { randomBytes } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import type { StoredValue } from "../../lib/history/buckets.ts";
import { listReadings } from "../../lib/history/readings.queries.ts";
import type { SensorPlace } from "../../lib/history/tables.queries.ts";
import { databaseOver } from "../../lib/kernel/db.queries.ts";
import { DAY_MS } from "../../lib/kernel/time.ts";
import { openSqlConnections } from "../../local/machine/sql-client.ts";
import { createDatabase } from "../../local/postgres/cluster.ts";
import { migrateDatabase } from "../../local/postgres/migrate.ts";
import { freePort } from "../../local/processes/free-port.ts";
import type { LocalSecrets } from "../../local/start/local-secrets.ts";
import { RESOLUTIONS } from "../../schema/vocabulary.ts";
import { dropDatabase } from "../support/kept-databases.ts";
import { lastRelease, type Release, unpackRelease } from "../support/last-release.ts";
import { memoryFolder } from "../support/memory-folder.ts";
import { lostOf, migrateWith, rowsOf } from "../support/older-database.ts";
import { openOlderHistory } from "../support/older-history.ts";
import { speak } from "../support/processes.ts";

/** Upgrades a database with data: stored data stays the same, and today's program works with it. */

const SECRETS: LocalSecrets = {
  CRON_SECRET: "c".repeat(43),
  INGEST_KEY_ENCRYPTION_SECRET: "i".repeat(43),
  SERVER_SECRET: "s".repeat(43),
};
type Keys = { ingest: string; api: string; share: string };

const released = lastRelease();
if (released === null) console.warn("SKIPPED: there is no release before this commit");

let folder: string;
let name: string;
let connectionString: string;
beforeEach(async () => {
  const server = inject("testServer").connectionString;
  folder = await memoryFolder("hearthwatch-upgrade-");
  name = `upgraded_${randomBytes(6).toString("hex")}`;
  await createDatabase(server, name);
  connectionString = Object.assign(new URL(server), { pathname: `/${name}` }).href;
});
afterEach(async () => {
  await dropDatabase(inject("testServer").connectionString, name);
  await rm(folder, { recursive: true, force: true });
});

/** Returns what today's program answers about the home with these keys. */
async function askedOf(keys: Keys): Promise<{ post: unknown; share: string; devices: string }> {
  const port = await freePort();
  const spoken = speak(["local/start/start.ts", "--production"], {
    ...SECRETS,
    DATABASE_URL: connectionString,
    DATA_DIR: path.join(folder, "data"),
    PORT: String(port),
  });
  await spoken.says("Hearthwatch is ready");
  const at = (place: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${place}`, init);
  try {
    const posted = await at(`/api/ingest/${keys.ingest}`, { method: "POST", body: '{"temp1":52}' });
    const authorization = { headers: { Authorization: `Bearer ${keys.api}` } };
    return {
      post: await posted.json(),
      share: await (await at(`/api/share/${keys.share}/latest`)).text(),
      devices: await (await at("/api/v1/devices", authorization)).text(),
    };
  } finally {
    spoken.child.kill("SIGTERM");
    await spoken.exited;
  }
}

test("a database from before 0.1.0 is refused by one sentence, and left as it is", async () => {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(`create schema drizzle;
    create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
    insert into drizzle.__drizzle_migrations (hash, created_at) values ('of the first days', 1795360202768)`);
  await client.end();
  await expect(migrateDatabase(connectionString)).rejects.toThrow(
    /^The database was made by .+ before 0\.1\.0, .+\.$/,
  );
  expect(await rowsOf(connectionString)).toEqual({});
});

/** Fills a home with a history as the last release wrote it; returns the release's folder. */
async function seedRelease(): Promise<string> {
  const release = await unpackRelease(released as Release);
  await migrateWith(connectionString, path.join(release, "drizzle"));
  const { seedDemo } = await import(path.join(release, "local/demo/seed.ts"));
  const baseUrl = "http://127.0.0.1:9";
  await seedDemo({ connectionString, baseUrl, dataDir: folder, secrets: SECRETS, history: true });
  return release;
}

describe.skipIf(released === null)(`the database of ${released?.version}`, () => {
  test("is whole after every migration since, and its home goes on", { timeout: 180_000 }, async () => {
    await seedRelease();
    const before = await rowsOf(connectionString);

    await migrateDatabase(connectionString);
    expect(lostOf(before, await rowsOf(connectionString))).toEqual([]);
    const demo = JSON.parse(await readFile(path.join(folder, "demo.json"), "utf8"));
    const { push_device, api_key, share_token } = demo;
    const keys = { ingest: push_device.ingest_key, api: api_key, share: share_token };
    const answers = await askedOf(keys);
    expect(answers.post).toMatchObject({ ok: true, readings: 1 });
    expect(answers.devices).toContain(push_device.id);
  });

  test("reads its history as it did, whether it was sealed or not", { timeout: 180_000 }, async () => {
    const release = await seedRelease();
    const connections = openSqlConnections(connectionString);
    const db = databaseOver(connections.queries, { pause: async () => {} });
    const sensors = await db.query<SensorPlace>(sql`
      select sensor.id as "sensorId", device.number as "deviceNumber", sensor.position, sensor.is_state as "isState"
      from sensors sensor join devices device on device.id = sensor.device_id`);
    const now = new Date(Date.now() + 40 * DAY_MS);
    const older = await openOlderHistory(release, connectionString);
    // Days that were sealed before their month was, days that are only rolled up, and recent days as they came.
    for (const days of [5, 40]) await older.compact(new Date(Date.now() + days * DAY_MS));
    const range = { sensors, from: new Date(now.getTime() - 60 * DAY_MS), to: now, now, limit: 1_000_000 };
    const before = [];
    for (const resolution of RESOLUTIONS) before.push(shown(await older.read(range, resolution)));
    await older.close();

    await migrateDatabase(connectionString);
    const after = [];
    for (const resolution of RESOLUTIONS) after.push(shown(await listReadings(db, { ...range, resolution })));
    expect(before.map((readings) => readings.length > 20)).toEqual(RESOLUTIONS.map(() => true));
    expect(after).toEqual(before);
    await connections.close();
  });
});

/** Leaves out the last digits of averages. */
const shown = (readings: StoredValue[]): string[] =>
  readings.map(({ sensorId, recordedAt, resolution, value, bucket }) =>
    JSON.stringify([sensorId, recordedAt, resolution, value, bucket], (_, each) =>
      typeof each === "number" ? Number(each.toPrecision(10)) : each,
    ),
  );
