import { afterEach, beforeEach, expect, test } from "vitest";
import { isDayStudied } from "../../../lib/alerts/drift.ts";
import { judgeDueHomes } from "../../../lib/alerts/judge-homes.actions.ts";
import { dayNumber } from "../../../lib/history/buckets.ts";
import { type Alerts, openAlerts } from "../../support/alerts.ts";

const MINUTE_MS = 60_000;
const DAYS = 60;

let world: Alerts;
beforeEach(async () => {
  world = await openAlerts();
});
afterEach(() => world.database.close());

/** Three rooms of a home that post every quarter of an hour, and the ticks beside them. */
const pass = async (hours: number, rooms: Record<string, number>) => {
  for (let step = 0; step < hours * 4; step += 1) {
    world.clock.advance(15 * MINUTE_MS);
    await world.post(rooms);
    await judgeDueHomes({ ...world.ports, forecast: async () => null });
  }
};

/** Until the study of the day is about to begin. */
const untilStudy = () => {
  const soon = () => world.clock().getTime() + 15 * MINUTE_MS;
  while (!isDayStudied(world.home, soon())) world.clock.advance(15 * MINUTE_MS);
};

/** Writes the means of the days before today; `fahrenheit` by how many days ago. */
const remember = (key: string, fahrenheit: (ago: number) => number) =>
  world.database.query(
    `insert into history_1d (device_number, position, bucket, readings, mean, low_at, high_at)
     select device.number, sensor.position, (past->>'day')::integer, 96, (past->>'mean')::float8, now(), now()
     from sensors sensor join devices device on device.id = sensor.device_id
     cross join jsonb_array_elements($2::jsonb) past where sensor.key = $1
     on conflict (device_number, position, bucket) do update set mean = excluded.mean`,
    [
      key,
      JSON.stringify(
        Array.from({ length: DAYS }, (_, index) => ({
          day: dayNumber(world.clock().getTime()) - 1 - index,
          mean: fahrenheit(index + 1),
        })),
      ),
    ],
  );

const ROOMS = { temp1: 75, temp2: 68, temp3: 66 };
/** Each of two rooms a little different from day to day. */
const steady = (mean: number) => (ago: number) => mean + ((ago * 7) % 5) / 5;

const faults = () =>
  world.database.query("select key, fault, faulty_since from sensors where fault is not null order by key");

test("a thermometer that has drifted is told once within a day, ends no alert, and is believed again once it is right", async () => {
  await pass(0.5, ROOMS);
  untilStudy();
  await remember("temp1", (ago) => 68 + 0.4 * Math.max(0, 25 - ago) + (ago % 3) / 5);
  await remember("temp2", steady(68));
  await remember("temp3", steady(66));
  await pass(1, ROOMS);
  expect(await world.alerts("sensor_fault")).toMatchObject([{ severity: "warning", closed_at: null }]);
  expect(await faults()).toEqual([{ key: "temp1", fault: "drifted", faulty_since: expect.any(Date) }]);
  const [mail] = (await world.send()).filter(({ channel }) => channel === "email");
  expect(mail?.content.text).toMatch(/has drifted away from the thermometers around it, \d+ °F too warm/);

  await pass(1, { ...ROOMS, temp1: 38 });
  expect(await world.alerts("freeze")).toMatchObject([{ closed_at: null }]);
  await pass(3, ROOMS);
  expect(await world.alerts("freeze")).toMatchObject([{ closed_at: null }]);

  await remember("temp1", (ago) => (ago <= 6 ? 68 : 68 + 0.4 * Math.max(0, 31 - ago)) + (ago % 3) / 5);
  await pass(3, { ...ROOMS, temp1: 68 });
  expect(await world.alerts("sensor_fault")).toMatchObject([{ close_reason: "recovered" }]);
  expect(await faults()).toEqual([]);
});

test("nothing is said of a room that was turned down two weeks ago", async () => {
  await pass(0.5, ROOMS);
  untilStudy();
  await remember("temp1", (ago) => (ago <= 14 ? 60 : 68) + (ago % 3) / 5);
  await remember("temp2", steady(68));
  await remember("temp3", steady(66));
  await pass(1, { ...ROOMS, temp1: 60 });
  expect(await world.alerts("sensor_fault")).toEqual([]);
});
