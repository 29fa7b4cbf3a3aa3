import { beforeEach, describe, expect, test } from "vitest";
import { ingestApp } from "../../functions/ingest/app.ts";
import { runJob } from "../../lib/jobs/run-job.actions.ts";
import { storedStatements } from "../../local/stored-functions/apply.ts";
import { addDevice, addHome, type TestDevice } from "../support/fixtures.ts";
import { type JobHouse, openJobs } from "../support/jobs.ts";

const HOUR_MS = 3_600_000;
const YEARS_MS = 4 * 365 * 24 * HOUR_MS;
/** In °F: a room without problems, and one in which pipes freeze. */
const [WARM, FROST] = [45, 30];

let house: JobHouse;
let device: TestDevice;
/** PostgreSQL's clock doesn't move with the test's clock. */
let databaseNow: () => number;
beforeEach(async () => {
  house = await openJobs(new Date().toISOString());
  for (const { name, text } of storedStatements())
    if (name === "trusted_time") await house.database.query(text);
  device = await addDevice(house.database, await addHome(house.database));
  const [row] = await house.database.sql<{ now: Date }>`select clock_timestamp() as now`;
  const movedMs = Date.now() - (row?.now.getTime() ?? 0);
  databaseNow = () => Date.now() - movedMs;
});

/** Returns an instance whose clock is off by `offMs`. */
function instance(offMs: number) {
  const app = ingestApp({ ...house.services, clock: () => new Date(databaseNow() + offMs) });
  return async (body: unknown) => {
    const request = { method: "POST", body: JSON.stringify(body) };
    expect((await app.request(`/api/ingest/${device.ingestKey}`, request)).status).toBe(200);
  };
}

const alerts = () => house.database.sql`select kind from alerts where closed_at is null`;
const isNow = (at: unknown) => at instanceof Date && Math.abs(at.getTime() - databaseNow()) < 60_000;
const moments = async (): Promise<unknown[]> => {
  const stored = await house.database.sql`select recorded_at as at from snapshots`;
  const known = await house.database.sql`select last_seen_at as at, latest_at[1] as latest from devices`;
  return [...stored.map(({ at }) => at), known[0]?.at, known[0]?.latest];
};

describe.each([
  ["years ahead", YEARS_MS],
  ["an hour ahead", HOUR_MS],
  ["an hour behind", -HOUR_MS],
])("an instance whose clock is %s", (_, offMs) => {
  test("stores and judges by the database's clock", async () => {
    await instance(offMs)({ temp1: FROST });
    expect((await moments()).map(isNow)).toEqual([true, true, true]);
    expect(await alerts()).toEqual([{ kind: "freeze" }]);
  });

  test("judges by it too where the first answer of the database was lost", async () => {
    await instance(0)({ temp1: WARM });
    house.database.failNext({ kind: "reset_after" }, "record_readings");
    await instance(offMs)({ temp1: FROST });
    const notified = await house.database.sql`
      select opened_at as at from alerts union all select at from findings`;
    expect(notified.map(({ at }) => isNow(at))).toEqual([true, true]);
  });

  test("hides nothing that another instance takes in after it", async () => {
    await instance(offMs)({ temp1: WARM });
    await instance(0)({ temp1: FROST });
    expect(await alerts()).toEqual([{ kind: "freeze" }]);
  });
});

test("an instance whose clock is years ahead runs its jobs by the database's clock", async () => {
  await instance(0)({ temp1: WARM });
  const services = { ...house.services, clock: () => new Date(databaseNow() + YEARS_MS) };
  for (const job of ["collect-history", "maintenance"] as const)
    await runJob(services, job, { trigger: "clock", at: services.clock() });
  expect(await alerts()).toEqual([]);
  expect((await moments()).map(isNow)).toEqual([true, true, true]);
  const runs = await house.database.sql<{ at: Date }>`select tick as at from job_runs`;
  expect(runs.map(({ at }) => Math.abs(at.getTime() - databaseNow()) <= HOUR_MS)).toEqual([true, true]);
});

test("a device's time that has not come is the time of receipt, however far ahead the instance is", async () => {
  const t = (databaseNow() + 30 * 24 * HOUR_MS) / 1_000;
  await instance(YEARS_MS)([{ n: "temp1", u: "degF", v: WARM, t }]);
  expect((await moments()).map(isNow)).toEqual([true, true, true]);
});
