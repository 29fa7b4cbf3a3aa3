import { afterEach, beforeEach, expect, test } from "vitest";
import { learnFloors } from "../../lib/flows/alerts/learn-floors.ts";
import { type Alerts, openAlerts } from "../support/alerts.ts";

const HOUR_MS = 3_600_000;

let world: Alerts;
beforeEach(async () => {
  world = await openAlerts();
});
afterEach(() => world.database.close());

type Row = { week_floor: { celsius: (number | null)[]; days: number } | null };

const floors = () => world.database.query<Row>("select week_floor from sensors order by key");

test("a room's coldest hours of the week are kept, once a day, in °C", async () => {
  const began = world.clock().getTime();
  for (const fahrenheit of [68, 59, 64.4]) {
    await world.post({ temp1: fahrenheit, humidity1: 40 });
    world.clock.advance(HOUR_MS / 4);
  }
  expect(await learnFloors(world.ports)).toEqual({ floors: 1 });
  const [humidity, temperature] = await floors();
  expect(humidity?.week_floor).toBeNull();
  expect(temperature?.week_floor?.days).toBe(1);
  expect(temperature?.week_floor?.celsius[new Date(began).getUTCHours()]).toBeCloseTo(15);
  expect(await learnFloors(world.ports)).toEqual({ floors: 0 });
  world.clock.advance(25 * HOUR_MS);
  expect(await learnFloors(world.ports)).toEqual({ floors: 1 });
});
