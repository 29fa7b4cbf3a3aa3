import { mkdtemp, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { smoke } from "../../deploy/smoke.ts";
import { writeBuildOutput } from "../../deploy/vercel/build-output.ts";
import { readWranglerConfig } from "../../deploy/wrangler-toml.ts";
import { GROUP_NAMES } from "../../functions/_platform/variables.ts";
import { JOB_NAMES } from "../../lib/jobs/jobs.ts";
import type { DemoFile } from "../../local/demo/demo-file.ts";
import { seedDemo } from "../../local/demo/seed.ts";
import { startSandbox } from "../../local/sandbox/sandbox.ts";
import { sandboxEnv } from "../../local/start/sandbox.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { memoryFolder } from "../support/memory-folder.ts";
import { openTestRedis } from "../support/redis.ts";
import { tellSandbox } from "../support/sandbox.ts";
import { askAgain, smokeFault, smokeRequests } from "../support/smoke-requests.ts";
import { launchBuildOutput } from "../support/vercel-launcher.ts";
import { type Edge, startEdge } from "./edge.ts";
import { environmentOf, NOWHERE, SECRETS } from "./served-groups.ts";

/** The deployments as the platforms run them: bundles in workerd, Build Output functions under Node. */

const VERCEL_BYTES_MAX = 250 * 1024 * 1024;
const ARRIVAL_MS_MAX = 120_000;

type Deployment = { url: string; stop(): Promise<void> };
type Message = { channel: string; subject: string };

const folder = await memoryFolder("hearthwatch-deployed-");
const [redis, sandbox] = await Promise.all([openTestRedis(), startSandbox()]);
afterAll(async () => {
  await sandbox?.stop();
  await redis?.close();
  await rm(folder, { recursive: true, force: true });
});

const environment = (database: TestDatabase, url = NOWHERE) => ({
  ...environmentOf({ database, redis }, url),
  ...sandboxEnv(sandbox),
});

const onWorkers =
  (workers: Parameters<typeof startEdge>[0]["workers"]) =>
  (database: TestDatabase): Promise<Edge> =>
    startEdge({ workers, env: environment(database), sandboxUrl: sandbox.url });

async function onVercel(database: TestDatabase): Promise<Deployment & { frozen(): number }> {
  const output = path.join(folder, "vercel");
  const built = await writeBuildOutput(await readWranglerConfig(), { folder: output, jobs: JOB_NAMES });
  for (const { group, bytes } of built) expect(bytes, group).toBeLessThan(VERCEL_BYTES_MAX);
  const launched = await launchBuildOutput(output, (url) => environment(database, url));
  const told = built.map(
    ({ group, bytes }) =>
      `${group} ${Math.ceil(bytes / 1024)} KB ${Math.round(launched.importMs[group] ?? 0)} ms`,
  );
  console.log(`one file a function (of ${VERCEL_BYTES_MAX / 1024} KB), and its import: ${told.join(", ")}`);
  return launched;
}

const DEPLOYMENTS: [string, (database: TestDatabase) => Promise<Deployment>][] = [
  ["the groups, in workerd", onWorkers(GROUP_NAMES)],
  ["Vercel's functions, frozen after each answer", onVercel],
];

/** `npm test` only tests the groups in workerd. */
const PLAYED = process.env.RELEASE === "1" ? DEPLOYMENTS : DEPLOYMENTS.slice(0, 1);

describe.each(PLAYED)("%s", (_, deploy) => {
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
    for (const request of smokeRequests(demo)) {
      const fault = await smokeFault(request, deployment.url);
      if (fault !== null) faults.push(fault);
    }
    expect(faults).toEqual([]);
  });

  test("a body that does not say its length is refused once it is too large", async () => {
    const parts = () => Readable.from(Array(65).fill(Buffer.alloc(1_024)));
    const url = `${deployment.url}/api/ingest/${demo.push_device.ingest_key}`;
    const post = () =>
      fetch(url, { method: "POST", body: parts(), duplex: "half" } as unknown as RequestInit);
    const answer = await askAgain(post);
    expect([answer.status, await answer.text()]).toEqual([413, expect.stringContaining("Payload too large")]);
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

  test("passes the check that follows a deployment, and keeps nothing of it", async () => {
    const { connectionString } = database;
    await smoke({ baseUrl: deployment.url, cronSecret: SECRETS.CRON_SECRET, connectionString });
    expect(await database.sql`select id from households where name = 'Deployment check'`).toEqual([]);
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
