import { expect, test } from "vitest";
import { pagesApp } from "../../functions/pages/app.ts";
import { publicApp } from "../../functions/public/app.ts";
import { WORK } from "../../lib/jobs/registry.actions.ts";
import { runJob } from "../../lib/jobs/run-job.actions.ts";
import type { SystemStatus } from "../../schema/wire/status.ts";
import { configuredBut } from "../support/channels.ts";
import { undocumented } from "../support/documented.ts";
import { openHouse } from "../support/house.ts";

const MINUTE_MS = 60_000;
const house = await openHouse();

const look = async (headers: Record<string, string> = {}) =>
  house.apps.public.request("/api/status", { headers });
const status = async () => (await (await look()).json()) as SystemStatus;
const levelOf = async (name: string) =>
  (await status()).components.find((component) => component.name === name)?.status;

const page = async (but: Partial<typeof house.services> = {}) =>
  (await pagesApp({ ...house.services, ...but }).request("/status")).text();

test("anyone can see how the service is, and holds what has not changed", async () => {
  await runJob(house.services, "collect-history", { trigger: "clock", at: house.clock() });
  const first = await look();
  expect(first.headers.get("Access-Control-Allow-Origin")).toBe("*");
  expect(first.headers.get("Cache-Control")).toBe("public, max-age=60");
  expect(await first.json()).toMatchObject({ status: "ok", incidents: [] });
  house.clock.advance(60_000);
  const again = await look({ "If-None-Match": first.headers.get("ETag") ?? "" });
  expect([again.status, await undocumented("GET", "/api/status", again)]).toEqual([304, []]);
});

const tick = () => runJob(house.services, "collect-history", { trigger: "clock", at: house.clock() });

test("a clock that falls silent is down until it ticks again", async () => {
  house.clock.advance(40 * MINUTE_MS);
  expect(await levelOf("polling")).toBe("down");
  expect(await page()).toContain("Scheduled checks are late");
  await tick();
  expect(await status()).toMatchObject({ status: "ok", incidents: [] });
});

test("a tick of a clock that was a year ahead is no sign of life once it is right", async () => {
  const year = 365 * 24 * 60 * MINUTE_MS;
  house.clock.advance(year);
  await tick();
  house.clock.advance(40 * MINUTE_MS - year);
  expect(await levelOf("polling")).toBe("down");
  await tick();
  expect(await levelOf("polling")).toBe("ok");
});

test("a job that fails degrades what it does until it goes well, without its reason", async () => {
  const failing = { ...WORK, "collect-history": () => Promise.reject(new Error("a secret reason")) };
  house.clock.advance(15 * MINUTE_MS);
  const ask = { trigger: "clock", at: house.clock() } as const;
  await expect(runJob(house.services, "collect-history", ask, failing)).rejects.toThrow("secret");
  expect(await levelOf("polling")).toBe("degraded");
  expect(await (await look()).text()).not.toContain("secret");
  house.clock.advance(15 * MINUTE_MS);
  await tick();
  expect((await status()).status).toBe("ok");
});

test("what is not configured is neither well nor ill", async () => {
  const app = publicApp({ ...house.services, configuredChannels: configuredBut("sms") });
  const shown = (await (await app.request("/api/status")).json()) as SystemStatus;
  expect(shown.components).toContainEqual({ name: "sms", status: "not_configured" });
  expect(shown.status).toBe("ok");
  expect(await page({ configuredChannels: configuredBut("sms") })).toContain("not set up");
});
