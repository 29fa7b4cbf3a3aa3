import { afterAll, beforeAll, expect, test } from "vitest";
import { WORK } from "../../lib/jobs/registry.actions.ts";
import { runJob } from "../../lib/jobs/run-job.actions.ts";
import { clockWatch } from "../../lib/jobs/watch-clock.actions.ts";
import type { SystemStatus } from "../../schema/wire/status.ts";
import { type House, openHouse } from "../support/house.ts";

const MINUTE_MS = 60_000;
let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.database.close());

const look = async (headers: Record<string, string> = {}) =>
  house.apps.public.request("/api/status", { headers });
const status = async () => (await (await look()).json()) as SystemStatus;
const levelOf = async (name: string) =>
  (await status()).components.find((component) => component.name === name)?.status;

test("anyone can see how the service is, and holds what has not changed", async () => {
  await runJob(house.ports, "collect-history", { trigger: "clock", at: house.clock() });
  const first = await look();
  expect(first.headers.get("Access-Control-Allow-Origin")).toBe("*");
  expect(first.headers.get("Cache-Control")).toBe("public, max-age=60");
  expect(await first.json()).toMatchObject({ status: "ok", incidents: [] });
  house.clock.advance(60_000);
  const again = await look({ "If-None-Match": first.headers.get("ETag") ?? "" });
  expect(again.status).toBe(304);
});

const tick = () => runJob(house.ports, "collect-history", { trigger: "clock", at: house.clock() });

test("a clock that falls silent is down, and its incident lasts until it has ticked twice", async () => {
  house.clock.advance(40 * MINUTE_MS);
  expect(await levelOf("polling")).toBe("down");
  await clockWatch(house.ports)();
  await clockWatch(house.ports)();
  expect((await status()).incidents).toMatchObject([{ automatic: true, impact: "down", closed_at: null }]);
  house.clock.advance(MINUTE_MS);
  await tick();
  expect((await status()).status).toBe("down");
  house.clock.advance(15 * MINUTE_MS);
  await tick();
  expect(await status()).toMatchObject({
    status: "ok",
    incidents: [
      { closed_at: house.clock().toISOString(), updates: [{ kind: "opened" }, { kind: "closed" }] },
    ],
  });
  const feed = await house.apps.public.request("/api/status/feed");
  expect(feed.headers.get("Content-Type")).toBe("application/atom+xml; charset=utf-8");
  expect(await feed.text()).toContain("Over: Feeds are not polled");
});

test("a job that fails three ticks opens an incident without its reason, and closes it after two that go well", async () => {
  const failing = {
    ...WORK,
    "collect-history": async () => {
      throw new Error("a secret reason");
    },
  };
  const open = async () => (await status()).incidents.filter(({ closed_at }) => closed_at === null);
  for (const count of [0, 0, 1, 1]) {
    house.clock.advance(15 * MINUTE_MS);
    const ask = { trigger: "clock", at: house.clock() } as const;
    await expect(runJob(house.ports, "collect-history", ask, failing)).rejects.toThrow("secret");
    expect(await open()).toHaveLength(count);
  }
  expect(await open()).toMatchObject([{ title: "Polling feeds and judging silence fails" }]);
  expect(await (await look()).text()).not.toContain("secret");
  for (const count of [1, 0]) {
    house.clock.advance(15 * MINUTE_MS);
    await tick();
    expect(await open()).toHaveLength(count);
  }
});
