import { afterAll, beforeAll, expect, test } from "vitest";
import { runJob } from "../../lib/flows/jobs/run-job.ts";
import type { SystemStatus } from "../../schema/wire/status.ts";
import { type House, openHouse } from "../support/house.ts";

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

test("a clock that falls silent is down, and its incident is in the feed until after it ended", async () => {
  house.clock.advance(40 * 60_000);
  expect(await levelOf("polling")).toBe("down");
  await house.database.query(
    "insert into incidents (subject, opened_at, reason) values ('clock', $1, 'secret')",
    [house.clock()],
  );
  expect((await status()).incidents).toMatchObject([{ closed_at: null }]);
  house.clock.advance(60_000);
  await runJob(house.ports, "collect-history", { trigger: "clock", at: house.clock() });
  expect(await status()).toMatchObject({
    status: "ok",
    incidents: [{ closed_at: house.clock().toISOString() }],
  });
  const feed = await house.apps.public.request("/api/status/feed");
  expect(feed.headers.get("Content-Type")).toBe("application/atom+xml; charset=utf-8");
  const text = await feed.text();
  expect(text).toContain("Over: Feeds are not polled");
  expect(text).not.toContain("secret");
});
