import { expect, test, vi } from "vitest";
import { ingestApp } from "../../functions/ingest/app.ts";
import { localLimiter } from "../../lib/kernel/limiter.vendor.ts";
import { bodyNotes } from "../../lib/readings/record-readings.actions.ts";
import { RATE_LIMITS } from "../../schema/limits.ts";
import { openTestDatabase } from "../support/database.ts";
import { addDevice, addHome } from "../support/fixtures.ts";
import { testClock, testServices } from "../support/services.ts";

const database = await openTestDatabase();

/** What maps are given while `work` runs: the keys that are text, and the text within the values. */
async function keptDuring(work: () => Promise<void>): Promise<string[]> {
  const kept: string[] = [];
  const { set } = Map.prototype;
  vi.spyOn(Map.prototype, "set").mockImplementation(function (this: Map<unknown, unknown>, key, value) {
    for (const given of [key, value])
      if (typeof given === "string") kept.push(given);
      else if (Array.isArray(given) || given?.constructor === Object) kept.push(JSON.stringify(given));
    return set.call(this, key, value);
  });
  await work().finally(() => vi.restoreAllMocks());
  return kept;
}

test("an instance remembers no ingest key in clear, be it known, unknown or over its limit", async () => {
  const clock = testClock("2026-11-20T10:00:00Z");
  const services = { ...testServices(database, clock), limiter: localLimiter(clock) };
  const written = Promise.withResolvers<void>();
  const noteBody = bodyNotes({ ...services, pause: () => written.promise });
  const app = ingestApp({ ...services, noteBody });
  const { ingestKey } = await addDevice(database, await addHome(database));
  const unknown = (await addDevice(database, await addHome(database))).ingestKey;
  await database.sql`delete from devices where ingest_key_hash = sha256(${unknown}::bytea)`;
  const post = (key: string, body: string) =>
    app.request(`/api/ingest/${key}`, {
      method: "POST",
      body,
      headers: { "CF-Connecting-IP": "203.0.113.9" },
    });
  const kept = await keptDuring(async () => {
    const statuses = new Set<number>();
    for (const key of [ingestKey, unknown])
      for (let sent = 0; sent < RATE_LIMITS.ingest.limit + 2; sent += 1)
        statuses.add((await post(key, sent % 2 === 0 ? '{"temp1":60}' : "{oops")).status);
    expect([...statuses].toSorted()).toEqual([200, 400, 401, 429]);
  });
  written.resolve();
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.filter((text) => text.includes(ingestKey) || text.includes(unknown))).toEqual([]);
});
