import { beforeEach, expect, test } from "vitest";
import { ingestApp } from "../../../functions/ingest/app.ts";
import { DEVICE_LIMITS } from "../../../lib/devices/limits.ts";
import { keepBatteries } from "../../../lib/devices/sensors.actions.ts";
import { maintenance } from "../../../lib/jobs/registry.actions.ts";
import { addDevice, addHome, type TestDevice } from "../../support/fixtures.ts";
import { type JobHouse, openJobs } from "../../support/jobs.ts";
import { postTo } from "../../support/readings.ts";

let house: JobHouse;
let home: string;
let device: TestDevice;
beforeEach(async () => {
  house = await openJobs("2026-11-20T10:00:01Z");
  home = await addHome(house.database);
  device = await addDevice(house.database, home);
});

const post = (body: unknown, to = device) => postTo(ingestApp(house.services), to, body);
const run = () => keepBatteries(house.services);
const kept = async (of = device) => {
  const rows = await house.database.sql<{ day: string; pct: number }>`
    select day::text, pct from battery_days join devices on number = device_number where id = ${of.id}
    order by day`;
  return rows.map(({ day, pct }) => [day, pct]);
};

test("keeps a day's last battery value, however often the hour comes", async () => {
  await post({ temp1: 40, battery: 82 });
  expect(await run()).toEqual({ batteries: 1 });
  expect(await run()).toEqual({ batteries: 0 });
  house.clock.set("2026-11-20T18:00:01Z");
  await post({ temp1: 40, battery: 81.5 });
  expect(await run()).toEqual({ batteries: 1 });
  expect(await kept()).toEqual([["2026-11-20", 81.5]]);
});

test("the last hour of a day is made good by the first run of the next", async () => {
  await post({ battery: 82 });
  await run();
  house.clock.set("2026-11-20T23:59:59Z");
  await post({ battery: 79 });
  house.clock.set("2026-11-21T00:00:01Z");
  await run();
  expect(await kept()).toEqual([["2026-11-20", 79]]);
  await post({ battery: 78 });
  house.clock.set("2026-11-21T01:00:01Z");
  await run();
  expect(await kept()).toEqual([
    ["2026-11-20", 79],
    ["2026-11-21", 78],
  ]);
});

test("a device that is silent, or tells of no battery, has no value for the day", async () => {
  const mains = await addDevice(house.database, home);
  await post({ battery: 82 });
  await post({ temp1: 40 }, mains);
  house.clock.set("2026-11-22T00:00:01Z");
  expect(await run()).toEqual({ batteries: 0 });
  expect([await kept(), await kept(mains)]).toEqual([[], []]);
});

test("every device is reached, page by page", async () => {
  await house.database.query(
    `insert into devices (id, household_id, type, name, space, battery_pct, last_seen_at, created_at)
     select 'dev_' || n, $1, 'push', 'n', '', n % 100, $2, $2 from generate_series(1, $3::integer) n`,
    [home, house.clock(), 2 * DEVICE_LIMITS.batteryPageDevices + 1],
  );
  house.database.resetCalls();
  expect(await run()).toEqual({ batteries: 2 * DEVICE_LIMITS.batteryPageDevices + 1 });
  expect(house.database.calls()).toBe(4);
});

test("days that no fit looks back to are deleted, and all that one does are kept", async () => {
  await house.database.sql`insert into battery_days select number, date '2026-11-20' - ago, 50
     from devices, generate_series(1, 60) ago`;
  await run();
  const days = await kept();
  expect([days.length, days[0]?.[0], days.at(-1)?.[0]]).toEqual([45, "2026-10-06", "2026-11-19"]);
});

test("the hourly job keeps them, and counts them", async () => {
  await post({ battery: 82 });
  expect(await maintenance(house.services, house.clock())).toMatchObject({ batteries: 1 });
  expect(await kept()).toEqual([["2026-11-20", 82]]);
});
