import { beforeEach, describe, expect, test } from "vitest";
import { ingestApp } from "../../functions/ingest/app.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { addAlert, addDevice, addHome, type TestDevice } from "../support/fixtures.ts";
import { testClock, testServices } from "../support/services.ts";

const MINUTE_MS = 60_000;
const ROOM = { temp1: 68, humidity1: 45, flood1: false };

let database: TestDatabase;
let home: string;
let device: TestDevice;
let clock: ReturnType<typeof testClock>;
beforeEach(async () => {
  database = await openTestDatabase();
  home = await addHome(database);
  device = await addDevice(database, home);
  clock = testClock("2026-11-20T10:00:00Z");
});

async function post(body: object) {
  clock.advance(MINUTE_MS);
  const answer = await ingestApp(testServices(database, clock)).request(`/api/ingest/${device.ingestKey}`, {
    method: "POST",
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return answer.json();
}

/** Returns which positions have a deadband; null if every reading is evaluated. */
const deadbands = async (): Promise<boolean[] | null> => {
  const [row] = await database.sql<{ deadband_low: (number | null)[] | null }>`
    select deadband_low from devices`;
  return row?.deadband_low?.map((low) => low !== null) ?? null;
};
const stored = () => database.query('select recorded_at, "values" from snapshots order by recorded_at');
const known = () =>
  database.sql`select last_seen_at, latest_values, latest_at, recent_gaps, battery_pct, rssi from devices`;

describe("a calm device", () => {
  test("has a band for each of its sensors from its first post on, and then costs one call", async () => {
    await post(ROOM);
    expect(await deadbands()).toEqual([true, true, true]);
    database.resetCalls();
    await post({ ...ROOM, temp1: 69 });
    expect(database.calls()).toBe(1);
  });

  test("is stored and answered as any other", async () => {
    const posts = [ROOM, { ...ROOM, temp1: 69, battery: 77 }, { ...ROOM, humidity1: 50, rssi: -60 }];
    const answers = [];
    for (const body of posts) answers.push(await post(body));
    const [quietRows, quietDevice] = [await stored(), await known()];
    await database.sql`truncate snapshots; delete from sensors; delete from devices`;
    clock.set("2026-11-20T10:00:00Z");
    device = await addDevice(database, home);
    const again = [];
    for (const body of posts) {
      await database.sql`update devices set body_shape = null`;
      again.push(await post(body));
    }
    expect([await stored(), await known()]).toEqual([quietRows, quietDevice]);
    expect(again).toEqual(answers);
  });

  test("is judged as soon as one value leaves its band, and alerts at once", async () => {
    await post(ROOM);
    await post({ ...ROOM, flood1: true });
    expect(await database.sql`select kind from alerts`).toEqual([{ kind: "leak" }]);
    expect(await deadbands()).toEqual(null);
    await post({ ...ROOM, flood1: true });
    expect(await deadbands()).toEqual([true, true, false]);
  });
});

describe("bands are void as soon as", () => {
  const RULE = JSON.stringify({ enabled: true, name: "Warm", is: "above", limit: { value: 60, unit: "°F" } });
  test.each([
    ["the home is on vacation", "update households set vacation_since = now()"],
    ["the home's settings change", "update households set alert_settings = '{}'"],
    ["the home is snoozed", "update households set snoozed_until = now()"],
    ["the device is renamed", "update devices set name = 'Freezer'"],
    ["the device is disabled", "update devices set enabled = false"],
    ["it reads unmarked temperatures otherwise", "update devices set flat_temperature_unit = 'C'"],
    ["a sensor's settings change", "update sensors set alert_settings = '{}' where position = 1"],
    ["a sensor has another place", "update sensors set placement = 'freezer' where position = 1"],
    ["a sensor's room has been studied", "update sensors set week_floor = '{}' where position = 1"],
    [
      "a rule watches a sensor",
      `insert into alert_rules (id, household_id, sensor_id, settings, created_at, updated_at)
       select 'rul_1', d.household_id, s.id, '${RULE}', now(), now()
       from sensors s join devices d on d.id = s.device_id where s.position = 1`,
    ],
  ])("%s", async (_, change) => {
    await post(ROOM);
    expect(await deadbands()).toEqual([true, true, true]);
    const [before] = await database.sql<{ deadband_version: number }>`select deadband_version from devices`;
    await database.query(change);
    const [after] = await database.sql<{ deadband_version: number }>`select deadband_version from devices`;
    expect(await deadbands()).toBeNull();
    expect(after?.deadband_version).toBeGreaterThan(before?.deadband_version ?? 0);
  });

  test("a state of one of its sensors moves", async () => {
    await post(ROOM);
    const [sensor] = await database.sql<{ id: string }>`select id from sensors where position = 1`;
    await addAlert(database, home, { subject: sensor?.id ?? "" });
    expect(await deadbands()).toBeNull();
  });

  test("something has changed between deriving and storing them", async () => {
    await post(ROOM);
    await database.sql`update households set alert_settings = '{}'`;
    const bands = '[{"position": 1, "low": "0", "high": "99"}]';
    await database.sql`select store_deadband(${device.id}, 1, ${bands}::jsonb)`;
    expect(await deadbands()).toBeNull();
  });

  test("another device's changes leave them alone", async () => {
    await post(ROOM);
    const other = await addDevice(database, home);
    await database.sql`update devices set name = 'Shed' where id = ${other.id}`;
    const [row] = await database.sql<{ deadband_low: unknown }>`
      select deadband_low from devices where id = ${device.id}`;
    expect(row?.deadband_low).not.toBeNull();
  });
});
