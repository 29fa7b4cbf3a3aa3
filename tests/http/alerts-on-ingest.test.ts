import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Alerts, openAlerts } from "../support/alerts.ts";
import { addDevice } from "../support/fixtures.ts";

let world: Alerts;
beforeEach(async () => {
  world = await openAlerts();
});
afterEach(() => world.database.close());

const MINUTE_MS = 60_000;

describe("a freeze", () => {
  test("opens on the post that shows it, before that is acknowledged", async () => {
    expect((await world.post({ temp1: 37 })).status).toBe(200);
    expect(await world.alerts()).toMatchObject([
      { kind: "freeze", severity: "warning", closed_at: null, title: "temp1 (Cellar)", episode: 1 },
    ]);
  });

  test("tells every member once by mail, with the reading, the limit and a link", async () => {
    await world.post({ temp1: 33 });
    const mails = (await world.send()).filter(({ channel }) => channel === "email");
    expect(mails).toHaveLength(1);
    expect(mails[0]?.content.subject).toMatch(/temp1|Cellar/);
    expect(mails[0]?.content.text).toMatch(/33/);
    expect(mails[0]?.content.text).toMatch(/\/a\/[0-9A-Za-z]{22}\b/);
    expect(await world.send()).toEqual([]);
  });

  test("costs one SQL call while nothing moves, and one more when something does", async () => {
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

  test("is neither opened nor closed by a late reading", async () => {
    const hourAgo = world.clock().getTime() / 1_000 - 3_600;
    await world.post([{ n: "temp1", u: "degF", v: 50 }]);
    await world.post([{ n: "temp1", u: "degF", t: hourAgo, v: 20 }]);
    expect(await world.alerts()).toEqual([]);
  });
});

describe("a leak", () => {
  test("opens on the first true and is over after five dry minutes", async () => {
    await world.post({ flood1: true });
    expect(await world.alerts()).toMatchObject([{ kind: "leak", closed_at: null }]);
    world.clock.advance(MINUTE_MS);
    await world.post({ flood1: false });
    expect(await world.alerts()).toMatchObject([{ closed_at: null }]);
    world.clock.advance(6 * MINUTE_MS);
    await world.post({ flood1: false });
    expect(await world.alerts()).toMatchObject([{ kind: "leak", close_reason: "recovered" }]);
  });
});

test("each of 24 rounds of 2 to 50 simultaneous posts makes exactly one alert", async () => {
  const ROUNDS = 24;
  for (let round = 0; round < ROUNDS; round += 1) {
    const device = await addDevice(world.database, world.home);
    const posts = 2 + ((round * 7) % 49);
    await Promise.all(Array.from({ length: posts }, () => world.post({ temp1: 37 }, device)));
  }
  const [count] = await world.database.query<{ alerts: string; notified: string }>(
    `select count(*) as alerts, (select count(*) from findings where tell_at is not null) as notified from alerts`,
  );
  expect(count).toEqual({ alerts: String(ROUNDS), notified: String(ROUNDS) });
}, 120_000);
