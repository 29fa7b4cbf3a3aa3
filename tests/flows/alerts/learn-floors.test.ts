import { expect, test } from "vitest";
import { learnFloors } from "../../../lib/alerts/judge-homes.actions.ts";
import { compactDays } from "../../../lib/history/compact.actions.ts";
import { HOUR_MS } from "../../../lib/kernel/time.ts";
import { openAlerts } from "../../support/alerts.ts";
import { eachTest } from "../../support/each-test.ts";

const world = eachTest(openAlerts);

type Row = { week_floor: { celsius: (number | null)[]; days: number } | null };

const floors = () => world.database.sql<Row>`select week_floor from sensors order by key`;

test("a room's coldest hours of the week are kept, once a day, in °C", async () => {
  const began = world.clock().getTime();
  for (const fahrenheit of [68, 59, 64.4]) {
    await world.post({ temp1: fahrenheit, humidity1: 40 });
    world.clock.advance(HOUR_MS / 4);
  }
  expect(await learnFloors(world.services)).toEqual({ floors: 1 });
  const [humidity, temperature] = await floors();
  expect(humidity?.week_floor).toBeNull();
  expect(temperature?.week_floor?.days).toBe(1);
  expect(temperature?.week_floor?.celsius[new Date(began).getUTCHours()]).toBeCloseTo(15);
  expect(await learnFloors(world.services)).toEqual({ floors: 0 });
  world.clock.advance(25 * HOUR_MS);
  expect(await learnFloors(world.services)).toEqual({ floors: 1 });
});

test.each([
  [3, 601],
  [1, 500],
])("of 601 new rooms, a run learns all that have waited for %i hours: %i", async (hours, floors) => {
  await world.post({ temp1: 68 });
  await world.database.sql`
    insert into sensors (id, device_id, position, key, label, kind, unit, is_state, created_at)
    select 'sen_' || n, device_id, n, 'probe' || n, 'Probe', kind, unit, is_state, created_at
    from sensors, generate_series(2, 601) n`;
  world.clock.advance(hours * HOUR_MS);
  expect(await learnFloors(world.services)).toEqual({ floors });
});

test("days whose readings are compacted teach as much as today's", async () => {
  const days = (count: number) =>
    Array.from({ length: count * 24 }, (_, hour) => ({ n: "probe", u: "Cel", t: -hour * 3_600 }));
  await world.post(days(4).map((reading, hour) => ({ ...reading, v: 18 + (hour % 5) })));
  await learnFloors(world.services);
  const [learned] = await floors();
  await compactDays(world.services);
  await world.database
    .sql`delete from snapshots where recorded_at < date_trunc('day', ${world.clock()}::timestamptz at time zone 'UTC') at time zone 'UTC'`;
  await world.database.sql`update sensors set week_floor = null, week_floor_at = null`;
  await learnFloors(world.services);
  expect(await floors()).toEqual([learned]);
});

test("what a week says of a place is proposed, and an owner's word ends the proposal", async () => {
  const hours = Array.from({ length: 121 }, (_, hour) => hour);
  await world.post(hours.map((hour) => ({ n: "probe", u: "Cel", v: 3 + (hour % 2) / 2, t: -hour * 3_600 })));
  await learnFloors(world.services);
  const guesses = () => world.database.sql<{ placement_guess: unknown }>`select placement_guess from sensors`;
  expect(await guesses()).toEqual([
    { placement_guess: expect.objectContaining({ placement: "fridge", isApplied: false }) },
  ]);
  await world.database.sql`update sensors set placement = 'room', placement_guess = null`;
  world.clock.advance(25 * HOUR_MS);
  await learnFloors(world.services);
  expect(await guesses()).toEqual([{ placement_guess: null }]);
});

test("a frost that goes on teaches nothing of an unnamed place, and is usual there once it has come and gone", async () => {
  await world.database.sql`update devices set name = 'T2', space = ''`;
  const lowestAfter = async (...celsius: number[]) => {
    for (const v of celsius) {
      await world.post([{ n: "probe", u: "Cel", v }]);
      world.clock.advance(HOUR_MS);
    }
    world.clock.advance(25 * HOUR_MS);
    await learnFloors(world.services);
    return Math.min(...((await floors())[0]?.week_floor?.celsius ?? []).filter((low) => low !== null));
  };
  expect(await lowestAfter(8)).toBe(8);
  expect(await lowestAfter(...Array<number>(25).fill(8))).toBe(8);
  expect(await lowestAfter(1, 1)).toBe(8);
  expect(await lowestAfter(8, 8)).toBe(1);
});
