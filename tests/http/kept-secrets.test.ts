import { expect, test, vi } from "vitest";
import { ingestApp } from "../../functions/ingest/app.ts";
import { localLimiter } from "../../lib/kernel/limiter.vendor.ts";
import { bodyNotes } from "../../lib/readings/record-readings.actions.ts";
import { RATE_LIMITS } from "../../schema/limits.ts";
import { openTestDatabase } from "../support/database.ts";
import { addDevice, addHome } from "../support/fixtures.ts";
import { testClock, testServices } from "../support/services.ts";

const database = await openTestDatabase();

/** Records everything that is put into a Map from now on, as text. */
function keptInMaps(): string[] {
  const kept: string[] = [];
  const { set } = Map.prototype;
  vi.spyOn(Map.prototype, "set").mockImplementation(function (this: Map<unknown, unknown>, key, value) {
    for (const given of [key, value])
      if (typeof given !== "object" || Array.isArray(given) || given?.constructor === Object)
        kept.push(JSON.stringify(given) ?? "");
    return set.call(this, key, value);
  });
  return kept;
}

test("an instance remembers no ingest key in clear, be it known, unknown or over its limit", async () => {
  const clock = testClock("2026-11-20T10:00:00Z");
  const services = { ...testServices(database, clock), limiter: localLimiter(clock) };
  const app = ingestApp({ ...services, noteBody: bodyNotes(services) });
  const keys: string[] = [];
  for (let made = 0; made < 2; made += 1)
    keys.push((await addDevice(database, await addHome(database))).ingestKey);
  await database.sql`delete from devices where ingest_key_hash = sha256(${keys[0]}::bytea)`;
  const statuses = new Set<number>();
  const kept = keptInMaps();
  for (const key of keys)
    for (let sent = 0; sent < RATE_LIMITS.ingest.limit + 2; sent += 1) {
      const body = sent % 2 === 0 ? '{"temp1":60}' : "{oops";
      statuses.add((await app.request(`/api/ingest/${key}`, { method: "POST", body })).status);
    }
  vi.restoreAllMocks();
  expect([...statuses].toSorted()).toEqual([200, 400, 401, 429]);
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.filter((text) => keys.some((key) => text.includes(key)))).toEqual([]);
});
