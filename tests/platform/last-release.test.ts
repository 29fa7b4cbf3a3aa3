import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { smoke } from "../../deploy/smoke.ts";
import type { DemoFile } from "../../local/demo/demo-file.ts";
import { seedDemo } from "../../local/demo/seed.ts";
import { buildGroups } from "../../local/runtime/build.ts";
import { type Runtime, startRuntime } from "../../local/runtime/runtime.ts";
import { readWranglerConfig } from "../../local/runtime/wrangler-config.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { lastRelease, type Release, unpackRelease } from "../support/last-release.ts";
import { memoryFolder } from "../support/memory-folder.ts";
import { openTestRedis, type TestRedis } from "../support/redis.ts";
import { type SmokeRequest, smokeFault } from "../support/smoke-requests.ts";

/** While a deployment migrates, the functions of the release before are still the ones that answer. */

const released = lastRelease();
if (released === null) console.warn("SKIPPED: there is no release before this commit");

const SECRETS = {
  CRON_SECRET: "c".repeat(43),
  INGEST_KEY_ENCRYPTION_SECRET: "i".repeat(43),
  SERVER_SECRET: "s".repeat(43),
};
const START_MS_MAX = 180_000;

describe.skipIf(released === null)(`the functions of ${released?.version} on today's schema`, () => {
  let database: TestDatabase;
  let redis: TestRedis;
  let runtime: Runtime;
  let dataDir: string;
  let demo: DemoFile;
  let requests: readonly SmokeRequest[];

  beforeAll(async () => {
    const folder = await unpackRelease(released as Release);
    const config = await readWranglerConfig(path.join(folder, "wrangler.toml"));
    const asked: { SMOKE_REQUESTS: readonly SmokeRequest[] } = await import(
      path.join(folder, "tests/support/smoke-requests.ts")
    );
    requests = asked.SMOKE_REQUESTS;
    [database, redis] = await Promise.all([openTestDatabase(), openTestRedis()]);
    runtime = await startRuntime({
      config,
      bundles: await buildGroups(config.groups, config),
      env: {
        ...SECRETS,
        BASE_URL: "http://127.0.0.1:9",
        DATABASE_URL: database.connectionString,
        NEON_FETCH_ENDPOINT: database.fetchEndpoint,
        UPSTASH_REDIS_REST_URL: redis.url,
        UPSTASH_REDIS_REST_TOKEN: redis.token,
      },
      onLog: () => undefined,
    });
    dataDir = await memoryFolder("hearthwatch-release-");
    const { connectionString } = database;
    await seedDemo({ connectionString, baseUrl: runtime.url, dataDir, secrets: SECRETS, history: false });
    demo = JSON.parse(await readFile(path.join(dataDir, "demo.json"), "utf8")) as DemoFile;
  }, START_MS_MAX);
  afterAll(async () => {
    await runtime?.stop();
    await Promise.all([database?.close(), redis?.close()]);
    if (dataDir !== undefined) await rm(dataDir, { recursive: true, force: true });
  });

  test("answer every audience as they did", async () => {
    const faults: string[] = [];
    for (const request of requests) {
      const fault = await smokeFault(request, runtime.url, demo);
      if (fault !== null) faults.push(fault);
    }
    expect(faults).toEqual([]);
  });

  test("store a reading, show it, run a tick and tell the metrics", async () => {
    const { connectionString } = database;
    await smoke({ baseUrl: runtime.url, cronSecret: SECRETS.CRON_SECRET, connectionString });
    expect(await database.query("select id from households where name = 'Deployment check'")).toEqual([]);
  });
});
