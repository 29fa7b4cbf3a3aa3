import { expect, test } from "vitest";
import { ingestApp } from "../../functions/ingest/app.ts";
import { localLimiter } from "../../lib/kernel/limiter.vendor.ts";
import { RATE_LIMITS } from "../../schema/limits.ts";
import { openTestDatabase } from "../support/database.ts";
import { addDevice, addHome } from "../support/fixtures.ts";
import { postTo } from "../support/readings.ts";
import { testClock, testServices } from "../support/services.ts";

const database = await openTestDatabase();
const home = await addHome(database);

/** One machine without Redis, where the process counts alone. */
async function openDevice() {
  const clock = testClock("2026-11-20T10:00:00Z");
  const app = ingestApp({ ...testServices(database, clock), limiter: localLimiter(clock) });
  const { ingestKey } = await addDevice(database, home);
  const post = () => postTo(app, { ingestKey }, { temp1: 60 });
  return { clock, post };
}

test("one process lets exactly 60 posts of a minute through, and says when the next may come", async () => {
  const { clock, post } = await openDevice();
  const statuses: number[] = [];
  for (let sent = 0; sent < RATE_LIMITS.ingest.limit + 5; sent += 1) {
    clock.advance(100);
    statuses.push((await post()).status);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(RATE_LIMITS.ingest.limit);
  const refused = await post();
  const seconds = Number(refused.headers.get("Retry-After"));
  expect(refused.status).toBe(429);
  expect(refused.headers.get("RateLimit")).toBe(`"ingest";r=0;t=${seconds}`);
  expect(await refused.json()).toEqual({ error: expect.stringMatching(/^Rate limit exceeded: 60 requests/) });
  clock.advance(seconds * 1_000 - 1_000);
  expect((await post()).status).toBe(429);
  clock.advance(2_000);
  expect((await post()).status).toBe(200);
});

test("a device has all of its 60 posts again a minute after a burst", async () => {
  const { clock, post } = await openDevice();
  for (const at of ["2026-11-20T10:00:20Z", "2026-11-20T10:01:20Z"]) {
    clock.set(new Date(at));
    for (let sent = 0; sent < RATE_LIMITS.ingest.limit; sent += 1) expect((await post()).status).toBe(200);
  }
});

test("a device at exactly 60 a minute is never refused, however its posts jitter by up to a second", async () => {
  const { clock, post } = await openDevice();
  const start = clock().getTime();
  for (let sent = 0; sent < 3 * RATE_LIMITS.ingest.limit; sent += 1) {
    const jitterMs = ((sent * 7_919) % 1_999) - 999;
    clock.set(new Date(start + 1_000 + sent * 1_000 + jitterMs));
    expect((await post()).status).toBe(200);
  }
});
