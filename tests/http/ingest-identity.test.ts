import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestApp } from "../../functions/ingest/app.ts";
import { databaseOver, dbOf, neonQueries } from "../../lib/kernel/db.queries.ts";
import { secretHash } from "../../lib/kernel/statements.queries.ts";
import { storeIngest } from "../../lib/readings/ingest.queries.ts";
import { readPayload } from "../../lib/readings/read-payload.ts";
import { storedStatements } from "../../local/stored-functions/apply.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { addDevice, addHome, type TestDevice } from "../support/fixtures.ts";
import { postTo } from "../support/readings.ts";
import { testClock, testServices } from "../support/services.ts";

let database: TestDatabase;
let home: string;
beforeAll(async () => {
  database = await openTestDatabase();
  home = await addHome(database);
});
afterAll(() => database.close());

const storedOf = async ({ id }: TestDevice) => {
  const rows = await database.sql<{ at: Date; value: number }>`
    select s.recorded_at as at, s."values"[1] as value from snapshots s join devices d
    on d.number = s.device_number where d.id = ${id} order by s.recorded_at`;
  return rows;
};
const valuesOf = async (device: TestDevice) =>
  (await storedOf(device)).map(({ value }) => value).toSorted((a, b) => a - b);

describe("two requests never share a moment", () => {
  test("where a later post has come before both of them", async () => {
    const device = await addDevice(database, home);
    const clock = testClock("2026-11-20T10:00:05Z");
    const app = ingestApp(testServices(database, clock));
    const post = (temp1: number) => postTo(app, device, { temp1 });
    await post(40);
    clock.set("2026-11-20T10:00:03Z");
    await post(41);
    await post(42);
    expect((await storedOf(device)).map(({ value }) => value)).toEqual([41, 42, 40]);
  });

  test("where they give one sensor two values of the same time; the same value twice is one reading", async () => {
    const device = await addDevice(database, home);
    const clock = testClock("2026-11-20T10:00:05Z");
    const app = ingestApp(testServices(database, clock));
    const post = (v: number) =>
      postTo(app, device, [{ n: "pipe", u: "Cel", v, t: clock().getTime() / 1_000 - 60 }]);
    for (const value of [4, 5, 4, 5, 6]) await post(value);
    expect(await valuesOf(device)).toEqual([4, 5, 6]);
  });
});

/** The faults of an attempt. A call's last attempt always gets its answer. */
const FAULTS = ["lost_before", "lost_after", "late"] as const;
type Fault = (typeof FAULTS)[number];

/** Each call's attempts fail as `plan` says. Late ones run when `settle` is called, in the given order. */
function faultyDatabase(plan: Fault[][]) {
  const late: (() => Promise<unknown>)[] = [];
  let call = 0;
  const db = dbOf(async (_kind, work) => {
    const faults = plan[call++] ?? [];
    const queries = neonQueries(database.connectionString, database.fetchEndpoint);
    const real = databaseOver(queries, { pause: async () => {} });
    for (const fault of faults) {
      if (fault === "late") late.push(() => real("once", work));
      if (fault === "lost_after") await real("once", work);
    }
    return await real("once", work);
  });
  return { db, late };
}

const payload = (value: number) => {
  const read = readPayload({ temp1: value }, { now: new Date() });
  if (!read.ok) throw new Error("refused");
  return read.value;
};

describe("a database that executes, loses the answer and executes late", () => {
  beforeAll(async () => {
    const [real] = storedStatements().filter(({ name }) => name === "trusted_time");
    await database.query(real?.text ?? "");
  });

  /** How far the clock of the instance that takes a request is off. */
  const offsetMs = fc.constantFrom(0, 0, 0, 5, -20, 900, 3_000, -90_000, 3_600_000, 126_230_400_000);
  const request = fc.record({
    offsetMs,
    faults: fc.array(fc.constantFrom(...FAULTS), { maxLength: 2 }),
  });

  test("stores every request exactly once, whatever the clocks of the instances say", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(request, { minLength: 2, maxLength: 14 }),
        fc.infiniteStream(fc.nat()),
        async (requests, order) => {
          const device = await addDevice(database, home);
          const { db, late } = faultyDatabase(requests.map(({ faults }) => faults));
          const said = Date.now();
          const keyHash = await secretHash(device.ingestKey);
          const store = (value: number, offset: number) =>
            storeIngest(db, {
              keyHash,
              requestId: value * 7_919 + 1,
              now: new Date(said + offset),
              idempotencyKey: null,
              payload: payload(value),
            });
          // The first request creates the device's sensor; the others then run concurrently.
          await store(0, requests[0]?.offsetMs ?? 0);
          await Promise.all(requests.slice(1).map(({ offsetMs: offset }, index) => store(index + 1, offset)));
          const shuffled = late.toSorted(() => ((order.next().value ?? 0) % 3) - 1);
          await Promise.all(shuffled.map((execute) => execute()));
          expect(await valuesOf(device)).toEqual(requests.map((_, index) => index));
        },
      ),
      { numRuns: 15 },
    );
  });
});
