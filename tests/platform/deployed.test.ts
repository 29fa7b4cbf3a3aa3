import { mkdtemp, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { smoke } from "../../deploy/smoke.ts";
import { writeBuildOutput } from "../../deploy/vercel/build-output.ts";
import { waitForClock } from "../../deploy/wait-for-clock.ts";
import type { DemoFile } from "../../local/demo/demo-file.ts";
import { seedDemo } from "../../local/demo/seed.ts";
import { buildGroups } from "../../local/runtime/build.ts";
import { type Runtime, startRuntime } from "../../local/runtime/runtime.ts";
import { type FunctionGroup, readWranglerConfig } from "../../local/runtime/wrangler-config.ts";
import { type Sandbox, startSandbox } from "../../local/sandbox/sandbox.ts";
import { sandboxEnv } from "../../local/start/sandbox.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { memoryFolder } from "../support/memory-folder.ts";
import { openTestRedis, type TestRedis } from "../support/redis.ts";
import { tellSandbox } from "../support/sandbox.ts";
import { SMOKE_REQUESTS, smokeFault } from "../support/smoke-requests.ts";
import { startUpCpuMs } from "../support/start-up-cpu.ts";
import { launchBuildOutput } from "../support/vercel-launcher.ts";
import { dryRun } from "../support/wrangler-dry-run.ts";

/**
 * What is deployed, as the platforms run it: wrangler's bundles in workerd, Build Output functions under
 * Node.
 */

const SECRETS = {
  CRON_SECRET: "c".repeat(43),
  INGEST_KEY_ENCRYPTION_SECRET: "i".repeat(43),
  SERVER_SECRET: "s".repeat(43),
};
/** What Cloudflare takes on the free plan, and Vercel as one function. */
const WORKER_GZIP_BYTES_MAX = 3 * 1024 * 1024;
/** How much more wrangler may make of a function than our own bundle of it, which `bundle-size.test.ts` weighs. */
const BESIDE_OURS_MAX = 1.02;
/** CPU that a Worker may take before its first request, by Cloudflare's limits. It is told, not asserted. */
const WORKER_START_MS_MAX = 1_000;
/**
 * The smallest, and the one with queues and timers. A dry run takes seconds of CPU: the household's one worker, which holds all
 * of the others, is wrangler's too, and `bundle-size.test.ts` weighs each.
 */
const BY_WRANGLER: ReadonlySet<string> = new Set(["ingest", "cron"]);
const VERCEL_BYTES_MAX = 250 * 1024 * 1024;
const ARRIVAL_MS_MAX = 120_000;

type Deployment = { url: string; stop(): Promise<void> };
type Message = { channel: string; subject: string };

const config = await readWranglerConfig();
let folder: string;
let redis: TestRedis;
let sandbox: Sandbox;

beforeAll(async () => {
  folder = await memoryFolder("hearthwatch-deployed-");
  [redis, sandbox] = await Promise.all([openTestRedis(), startSandbox()]);
});
afterAll(async () => {
  await sandbox?.stop();
  await redis?.close();
  await rm(folder, { recursive: true, force: true });
});

const environment = (database: TestDatabase, url: string) => ({
  ...SECRETS,
  ...sandboxEnv(sandbox),
  BASE_URL: url,
  DATABASE_URL: database.connectionString,
  NEON_FETCH_ENDPOINT: database.fetchEndpoint,
  UPSTASH_REDIS_REST_URL: redis.url,
  UPSTASH_REDIS_REST_TOKEN: redis.token,
});

/** wrangler's own bundles of what `isWranglers` says; of the others our own, which are made by the same bundler. */
async function onWorkers(
  groups: FunctionGroup[],
  database: TestDatabase,
  isWranglers: (group: FunctionGroup) => boolean = () => true,
): Promise<Deployment> {
  const [wranglers, ours] = [groups.filter(isWranglers), groups.filter((group) => !isWranglers(group))];
  const dryRuns = await Promise.all(wranglers.map((group) => dryRun(group.group, folder)));
  const weighed = new Map(
    (await buildGroups(wranglers, config)).map((bundle) => [bundle.group, bundle.gzipBytes]),
  );
  for (const { group, gzipBytes } of dryRuns) {
    expect(gzipBytes, group).toBeLessThan(WORKER_GZIP_BYTES_MAX);
    expect(gzipBytes, group).toBeLessThan((weighed.get(group) ?? 0) * BESIDE_OURS_MAX);
  }
  const cpuMs = await startUpCpuMs(
    folder,
    dryRuns.map(({ group }) => group),
  );
  const told = dryRuns.map(
    ({ group, gzipBytes }) =>
      `${group} ${Math.ceil(gzipBytes / 1024)} KB ${Math.round(cpuMs[group] ?? Number.NaN)} ms`,
  );
  console.log(
    `gzip (of ${WORKER_GZIP_BYTES_MAX / 1024} KB) and CPU at the start (of ${WORKER_START_MS_MAX} ms): ${told.join(", ")}`,
  );
  const port = 0;
  const runtime: Runtime = await startRuntime({
    config: { ...config, groups },
    bundles: [...dryRuns, ...(await buildGroups(ours, config))],
    env: environment(database, "http://127.0.0.1:9"),
    port,
    egress: { redirectUrl: sandbox.url },
    onLog: () => undefined,
  });
  return runtime;
}

async function onVercel(database: TestDatabase): Promise<Deployment & { frozen(): number }> {
  const output = path.join(folder, "vercel");
  const built = await writeBuildOutput(config, { folder: output, plan: "pro" });
  for (const { group, bytes } of built) expect(bytes, group).toBeLessThan(VERCEL_BYTES_MAX);
  const launched = await launchBuildOutput(output, (url) => environment(database, url));
  const told = built.map(
    ({ group, bytes }) =>
      `${group} ${Math.ceil(bytes / 1024)} KB ${Math.round(launched.importMs[group] ?? 0)} ms`,
  );
  console.log(`one file a function (of ${VERCEL_BYTES_MAX / 1024} KB), and its import: ${told.join(", ")}`);
  return launched;
}

const household = config.household === undefined ? [] : [{ ...config.household, routes: ["/*"] }];
const DEPLOYMENTS: [string, (database: TestDatabase) => Promise<Deployment>][] = [
  [
    "the groups as wrangler bundles them, in workerd",
    (database) => onWorkers(config.groups, database, ({ group }) => BY_WRANGLER.has(group)),
  ],
  ["a household's one worker, in workerd", (database) => onWorkers(household, database)],
  ["Vercel's functions, frozen after each answer", onVercel],
];

describe.each(DEPLOYMENTS)("%s", (_, deploy) => {
  let database: TestDatabase;
  let deployment: Deployment;
  let demo: DemoFile;
  beforeAll(async () => {
    database = await openTestDatabase();
    deployment = await deploy(database);
    const dataDir = await mkdtemp(path.join(folder, "demo-"));
    const place = { connectionString: database.connectionString, baseUrl: deployment.url, dataDir };
    await seedDemo({ ...place, secrets: SECRETS, history: false });
    demo = JSON.parse(await readFile(path.join(dataDir, "demo.json"), "utf8")) as DemoFile;
  });
  afterAll(async () => {
    await deployment?.stop();
    await database?.close();
  });

  test("answers every audience", async () => {
    const faults: string[] = [];
    for (const request of SMOKE_REQUESTS) {
      const fault = await smokeFault(request, deployment.url, demo);
      if (fault !== null) faults.push(fault);
    }
    expect(faults).toEqual([]);
  });

  test("an alert arrives by mail although nobody asks the function again", async () => {
    await tellSandbox(sandbox.url, "DELETE", "/messages");
    const posted = await fetch(`${deployment.url}/api/ingest/${demo.push_device.ingest_key}`, {
      method: "POST",
      body: '{"flood1":true}',
    });
    expect(posted.status).toBe(200);
    const mails = async () => {
      const messages = (await (await fetch(`${sandbox.url}/messages`)).json()) as Message[];
      return messages.filter(({ channel }) => channel === "email").length;
    };
    await expect.poll(mails, { timeout: ARRIVAL_MS_MAX, interval: 200 }).toBeGreaterThan(0);
  });

  test("the clock's tick runs once", async () => {
    const tick = () =>
      fetch(`${deployment.url}/api/cron/collect-history`, {
        headers: { Authorization: `Bearer ${SECRETS.CRON_SECRET}` },
      }).then((answer) => answer.json());
    expect(await tick()).toMatchObject({ ok: true, job: "collect-history" });
    expect(await tick()).toEqual({ ok: true, skipped: true });
  });

  test("tells whoever asks that its clock has called, and no call by hand is taken for one", async () => {
    const call = (method: string) =>
      fetch(`${deployment.url}/api/cron/dispatch`, {
        method,
        headers: { Authorization: `Bearer ${SECRETS.CRON_SECRET}` },
      });
    const { connectionString } = database;
    const printed: string[] = [];
    const print = (line: string) => void printed.push(line);
    const quick = { connectionString, print, checkEveryMs: 50, tellEveryMs: 200 };
    const waiting = waitForClock({ ...quick, waitMs: 60_000 });
    await expect.poll(() => printed.length, { timeout: 60_000 }).toBeGreaterThan(0);
    expect((await call("POST")).status).toBe(200);
    const notifiedBefore = printed.length;
    await expect.poll(() => printed.length, { timeout: 60_000 }).toBeGreaterThan(notifiedBefore);
    expect((await call("GET")).status).toBe(200);
    expect(await waiting).toMatchObject({ job: "dispatch" });
    expect(await database.query("select id from clock_checks")).toEqual([]);
  });

  test("passes the check that follows a deployment, and keeps nothing of it", async () => {
    const { connectionString } = database;
    await smoke({ baseUrl: deployment.url, cronSecret: SECRETS.CRON_SECRET, connectionString });
    expect(await database.query("select id from households where name = 'Deployment check'")).toEqual([]);
  });

  test("readings are streamed as CSV", async () => {
    const answer = await fetch(`${deployment.url}/api/v1/readings?format=csv`, {
      headers: { Authorization: `Bearer ${demo.api_key}` },
    });
    expect(answer.headers.get("Content-Type")).toContain("text/csv");
    const lines = (await answer.text()).trim().split(/\r?\n/);
    expect(lines[0]).toContain("recorded_at");
    expect(lines.length).toBeGreaterThan(2);
  });

  test("functions on Vercel were frozen in between", () => {
    if ("frozen" in deployment) expect((deployment as { frozen(): number }).frozen()).toBeGreaterThan(10);
    else expect(deployment.url).toMatch(/^http/);
  });
});
