import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Alerts, openAlerts } from "../support/alerts.ts";
import { addContactPoint, addSent } from "../support/contacts.ts";
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

  test("gets worse at once and closes after two good readings", async () => {
    await world.post({ temp1: 37 });
    world.clock.advance(MINUTE_MS);
    await world.post({ temp1: 34 });
    expect(await world.alerts()).toMatchObject([{ severity: "critical" }]);
    for (const temp1 of [45, 45]) {
      world.clock.advance(MINUTE_MS);
      await world.post({ temp1 });
    }
    expect(await world.alerts()).toMatchObject([{ close_reason: "recovered" }]);
    const notified = (await world.send()).map(({ content }) => content.subject);
    expect(notified.length).toBeGreaterThan(0);
  });

  test("closes with the last of many good readings that come at once, whichever is judged first", async () => {
    const devices = await Promise.all(
      Array.from({ length: 8 }, () =>
        addDevice(world.database, world.home, { name: "Cellar node", space: "Cellar" }),
      ),
    );
    for (const device of devices) expect((await world.post({ temp1: 37 }, device)).status).toBe(200);
    expect(await world.alerts("freeze")).toHaveLength(8);
    world.clock.advance(30 * MINUTE_MS);
    await Promise.all(
      devices.flatMap((device) => Array.from({ length: 25 }, () => world.post({ temp1: 44 }, device))),
    );
    const open = (await world.alerts("freeze")).filter(({ closed_at }) => closed_at === null);
    expect(open).toEqual([]);
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

  test("reaches mail, text message and phone, and goes out while snoozed", async () => {
    const { database, owner, home } = world;
    await addContactPoint(database, owner.userId, "sms", "+15555550100");
    await addContactPoint(database, owner.userId, "push", "tok");
    await database.query("update households set snoozed_until = '2027-01-01T00:00:00Z' where id = $1", [
      home,
    ]);
    await world.post({ flood1: true });
    expect((await world.send()).map(({ channel }) => channel).toSorted()).toEqual(["email", "push", "sms"]);
  });
});

describe("a snooze", () => {
  test("holds back a warning and lets a critical alert through", async () => {
    await world.database.query("update households set snoozed_until = '2027-01-01T00:00:00Z' where id = $1", [
      world.home,
    ]);
    await world.post({ temp1: 37 });
    expect(await world.alerts()).toHaveLength(1);
    expect(await world.send()).toEqual([]);
    world.clock.advance(MINUTE_MS);
    await world.post({ temp1: 33 });
    expect(await world.send()).toHaveLength(1);
  });
});

describe("a text message", () => {
  test("on the Free plan, or over the month's cap, becomes a mail that says so", async () => {
    const { database, owner, home } = world;
    await addContactPoint(database, owner.userId, "sms", "+15555550100");
    await addSent(database, home, "2026-11", 50);
    await world.post({ flood1: true });
    const sent = await world.send();
    expect(sent.map(({ channel }) => channel)).toEqual(["email"]);
    expect(sent[0]?.content.text).toContain("text message");
  });
});

describe("quiet hours", () => {
  test("hold a warning until they end, and never a critical alert", async () => {
    const { database, owner } = world;
    const hours = { quietHours: { from: "09:00", to: "11:00", timeZone: "UTC" } };
    await database.query("update memberships set notifications = $2 where user_id = $1", [
      owner.userId,
      JSON.stringify(hours),
    ]);
    await world.post({ temp1: 37 });
    expect(await world.send()).toEqual([]);
    world.clock.set("2026-11-20T11:00:00Z");
    expect(await world.send()).toHaveLength(1);
  });
});

describe("a rule of the household's own", () => {
  test("opens, and closes past its hysteresis", async () => {
    await world.post({ co2: 600 });
    const [sensor] = await world.database.query<{ id: string }>("select id from sensors");
    const settings = {
      enabled: true,
      name: "Stuffy",
      is: "above",
      limit: { value: 1_000, unit: "ppm" },
      forMs: 0,
      hysteresis: { value: 100, unit: "ppm" },
      cooldownMs: null,
      severity: "warning",
    };
    await world.database.query(
      "insert into alert_rules (id, household_id, sensor_id, settings, created_at, updated_at) values ('rul_1', $1, $2, $3, now(), now())",
      [world.home, sensor?.id, JSON.stringify(settings)],
    );
    const states: unknown[] = [];
    for (const co2 of [1_200, 950, 850]) {
      world.clock.advance(MINUTE_MS);
      await world.post({ co2 });
      states.push((await world.alerts("rule"))[0]?.closed_at === null);
    }
    expect(states).toEqual([true, true, false]);
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
