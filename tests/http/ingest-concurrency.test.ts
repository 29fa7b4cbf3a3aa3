import { expect, test } from "vitest";
import { ingestApp } from "../../functions/ingest/app.ts";
import { openTestDatabase } from "../support/database.ts";
import { addDevice, addHome } from "../support/fixtures.ts";
import { postTo } from "../support/readings.ts";
import { testClock, testServices } from "../support/services.ts";

const database = await openTestDatabase();
const home = await addHome(database);

const SIMULTANEOUS = 50;

const readingsOf = (deviceId: string) =>
  database.sql<{ key: string; value: number }>`
    select sensor.key, s."values"[sensor.position] as value from devices d join sensors sensor
    on sensor.device_id = d.id join snapshots s on s.device_number = d.number where d.id = ${deviceId}
    and s."values"[sensor.position] is not null`;

test("50 simultaneous first posts create each sensor once and lose no reading", async () => {
  const app = ingestApp(testServices(database, testClock("2026-11-20T10:00:00Z")));
  const device = await addDevice(database, home);
  const posts = Array.from({ length: SIMULTANEOUS }, (_, index) =>
    postTo(app, device, { temp1: index, humidity1: 50, [`extra${index % 5}`]: index }),
  );
  const answers = await Promise.all(
    (await Promise.all(posts)).map((response) => response.json() as Promise<{ sensors_created: number }>),
  );
  expect(answers.reduce((sum, answer) => sum + answer.sensors_created, 0)).toBe(7);
  const readings = await readingsOf(device.id);
  expect(readings).toHaveLength(SIMULTANEOUS * 3);
  const temperatures = readings.filter(({ key }) => key === "temp1").map(({ value }) => value);
  expect(temperatures.toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: SIMULTANEOUS }, (_, index) => index),
  );
});

test("the same device-timed snapshot posted 50 times at once is stored once", async () => {
  const clock = testClock("2026-11-20T10:00:00Z");
  const app = ingestApp(testServices(database, clock));
  const device = await addDevice(database, home);
  const body = JSON.stringify([{ n: "probe", u: "Cel", t: clock().getTime() / 1_000 - 60, v: 4.5 }]);
  const posts = Array.from({ length: SIMULTANEOUS }, () =>
    app.request(`/api/ingest/${device.ingestKey}`, { method: "POST", body }),
  );
  expect((await Promise.all(posts)).map((response) => response.status)).toEqual(
    Array(SIMULTANEOUS).fill(200),
  );
  expect(await readingsOf(device.id)).toEqual([{ key: "probe", value: 4.5 }]);
});

test("50 simultaneous cold posts open one alert and notify once", async () => {
  const app = ingestApp(testServices(database, testClock("2026-11-20T10:00:00Z")));
  const own = await addHome(database);
  const device = await addDevice(database, own);
  await Promise.all(Array.from({ length: SIMULTANEOUS }, () => postTo(app, device, { temp1: 37 })));
  const told = "select 1 from alerts a join findings f on f.alert_id = a.id where a.household_id = $1";
  expect(await database.query(`${told} and tell_at is not null`, [own])).toHaveLength(1);
});

test("an Idempotency-Key sent 20 times at once stores one snapshot", async () => {
  const app = ingestApp(testServices(database));
  const device = await addDevice(database, home);
  const posts = Array.from({ length: 20 }, () =>
    app.request(`/api/ingest/${device.ingestKey}`, {
      method: "POST",
      body: '{"temp1":40}',
      headers: { "Idempotency-Key": "once" },
    }),
  );
  const bodies = await Promise.all((await Promise.all(posts)).map((response) => response.json()));
  expect(new Set(bodies.map((body) => JSON.stringify(body)))).toEqual(
    new Set(['{"ok":true,"readings":1,"sensors_created":1}']),
  );
  expect(await readingsOf(device.id)).toHaveLength(1);
});
