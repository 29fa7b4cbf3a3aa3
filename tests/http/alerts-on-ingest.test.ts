import { beforeEach, expect, test } from "vitest";
import { type Alerts, openAlerts } from "../support/alerts.ts";
import { addDevice } from "../support/fixtures.ts";

let world: Alerts;
beforeEach(async () => {
  world = await openAlerts();
});

test("a freeze costs one SQL call while nothing moves, and one more when something does", async () => {
  await world.post({ temp1: 52 });
  // The first reading of a cold space asks for a tick, the second finds nothing to do.
  await world.post({ temp1: 52 });
  world.database.resetCalls();
  await world.post({ temp1: 51 });
  expect(world.database.calls()).toBe(1);
  world.database.resetCalls();
  await world.post({ temp1: 37 });
  expect(world.database.calls()).toBe(2);
});

test("each of 8 rounds of 2 to 50 simultaneous posts makes exactly one alert", async () => {
  const ROUNDS = 8;
  for (let round = 0; round < ROUNDS; round += 1) {
    const device = await addDevice(world.database, world.home);
    const posts = 2 + round * 6;
    await Promise.all(Array.from({ length: posts }, () => world.post({ temp1: 37 }, device)));
  }
  const [count] = await world.database.query<{ alerts: string; notified: string }>(
    `select count(*) as alerts, (select count(*) from findings where tell_at is not null) as notified from alerts`,
  );
  expect(count).toEqual({ alerts: String(ROUNDS), notified: String(ROUNDS) });
}, 120_000);
