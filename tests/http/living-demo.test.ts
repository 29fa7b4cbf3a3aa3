import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { MINUTE_MS } from "../../lib/kernel/time.ts";
import { keysOf, postForSilent } from "../../local/demo/live.ts";
import { seedDemo } from "../../local/demo/seed.ts";
import { startSandbox } from "../../local/sandbox/sandbox.ts";
import { openCompanion } from "../support/companion.ts";
import { SERVER_SECRET } from "../support/services.ts";

const companion = await openCompanion();
const dataDir = await mkdtemp(path.join(tmpdir(), "hearthwatch-demo-"));
afterAll(() => rm(dataDir, { recursive: true }));
const { connectionString } = companion.database;
const secrets = {
  CRON_SECRET: SERVER_SECRET,
  SERVER_SECRET,
  INGEST_KEY_ENCRYPTION_SECRET: SERVER_SECRET,
};
const seeded = companion.clock();
const place = { connectionString, baseUrl: "https://hearthwatch.example", dataDir };
const { demo } = await seedDemo({ ...place, secrets, history: true }, seeded);

const keys = keysOf(demo);

/** Returns the posts of the demo's devices this many minutes after its creation. */
async function postedAfter(minutes: number, status = 200) {
  const posted: [key: string, body: Record<string, number>][] = [];
  const post = async (key: string, body: Record<string, number>) => {
    posted.push([key, body]);
    return status;
  };
  const now = new Date(seeded.getTime() + minutes * MINUTE_MS);
  return { posted, replaced: await postForSilent(connectionString, keys, post, now) };
}

test("a device of the demo that has been silent for a quarter of an hour posts by its own key", async () => {
  const { posted } = await postedAfter(31);
  expect(new Map(posted).get(demo.garage_device.ingest_key)).toEqual({
    temp1: expect.any(Number),
    door1: expect.any(Number),
  });
  expect(posted).toHaveLength(3);
});

test("a device that somebody else posts for is left alone", async () => {
  await companion.database.query("update devices set last_seen_at = $1 where id = $2", [
    new Date(seeded.getTime() + 40 * MINUTE_MS),
    demo.push_device.id,
  ]);
  const { posted } = await postedAfter(50);
  expect(posted.map(([key]) => key)).not.toContain(demo.push_device.ingest_key);
});

test("a device whose key was replaced is named, and posted for no longer", async () => {
  expect((await postedAfter(50, 401)).replaced).toContain("Garage node");
  expect((await postedAfter(51, 200)).posted.map(([key]) => key)).not.toContain(
    demo.garage_device.ingest_key,
  );
});

test("the sandbox shows its messages to a browser, and offers a bad night only where there is a demo", async () => {
  const asBrowser = { headers: { Accept: "text/html" } };
  const [withDemo, without] = await Promise.all([startSandbox({ demoIn: dataDir }), startSandbox()]);
  const page = async (url: string) => await (await fetch(`${url}/messages`, asBrowser)).text();
  expect(await page(withDemo.url)).toContain('action="/bad-night"');
  expect(await page(without.url)).not.toContain("bad-night");
  expect(await (await fetch(`${withDemo.url}/messages`)).json()).toEqual([]);
  const foreign = {
    method: "POST",
    headers: { Origin: "https://evil.example" },
    body: new URLSearchParams(),
  };
  expect((await fetch(`${withDemo.url}/bad-night`, foreign)).status).toBe(403);
  await Promise.all([withDemo.stop(), without.stop()]);
});
