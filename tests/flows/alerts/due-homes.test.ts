import { describe, expect, test } from "vitest";
import { claimDueChecks, settleChecks } from "../../../lib/alerts/commit-changes.queries.ts";
import { judgeDueHomes } from "../../../lib/alerts/judge-homes.actions.ts";
import { ALERT_LIMITS } from "../../../lib/alerts/settings.ts";
import { type Db, dbOf } from "../../../lib/kernel/db.queries.ts";
import type { Forecast } from "../../../lib/kernel/ports.ts";
import { openAlerts } from "../../support/alerts.ts";
import { eachTest } from "../../support/each-test.ts";
import { addDevice, addHome } from "../../support/fixtures.ts";
import { readLines } from "../../support/json-lines.ts";

const MINUTE_MS = 60_000;
/** A requested check is due since the epoch, so this claims requested ones only. */
const ONLY_ASKED = new Date(0);

const world = eachTest(openAlerts);

const noForecast: Forecast = async () => null;
const judge = (forecast = noForecast, dueBy?: Date) => judgeDueHomes({ ...world.services, forecast }, dueBy);

/** Evaluates everything new, so that the home has nothing left to wait for. */
const settled = async () => {
  await world.post({ temp1: 68 });
  await world.becomeRegular();
  await judge();
  world.clock.advance(MINUTE_MS);
  expect(await judge()).toEqual({ homes: 0, notified: 0 });
};

describe("a home in which nothing goes on", () => {
  test("is evaluated when its device will have been silent for too long", async () => {
    await settled();
    world.clock.advance(43 * MINUTE_MS);
    expect(await judge()).toEqual({ homes: 0, notified: 0 });
    world.clock.advance(MINUTE_MS);
    expect(await judge()).toEqual({ homes: 1, notified: 1 });
    expect(await world.alerts("outage")).toHaveLength(1);
  });

  test.each(readLines<[string, string]>(new URL("changes-that-ask.jsonl", import.meta.url)))(
    "is evaluated once more after a change of %s",
    async (_, change) => {
      await settled();
      await world.database.query(change);
      expect((await judge(noForecast, ONLY_ASKED)).homes).toBe(1);
    },
  );

  test("is evaluated by the next tick once a room has become cold", async () => {
    await settled();
    await world.post({ temp1: 61 });
    expect((await judge(noForecast, ONLY_ASKED)).homes).toBe(0);
    await world.post({ temp1: 60 });
    expect((await judge(noForecast, ONLY_ASKED)).homes).toBe(1);
    world.clock.advance(15 * MINUTE_MS);
    expect((await judge()).homes).toBe(1);
  });
});

test("what is open is judged at every tick", async () => {
  await world.post({ flood1: true });
  for (let tick = 0; tick < 3; tick += 1) {
    world.clock.advance(15 * MINUTE_MS);
    expect((await judge()).homes).toBe(1);
  }
});

test("a home for which somebody asks while it is judged stays due", async () => {
  await world.post({ temp1: 68 });
  const claim = {
    dueBy: world.clock(),
    leaseUntil: new Date(world.clock().getTime() + 1),
    limit: 10,
    except: [],
  };
  const [check] = await claimDueChecks(world.services.db, claim);
  await world.database.sql`update households set vacation_since = now()`;
  const dueAt = new Date(world.clock().getTime() + 60 * MINUTE_MS);
  if (check !== undefined)
    await world.services.db("repeatable", (queries) => queries.execute(settleChecks([{ ...check, dueAt }])));
  expect((await judge(noForecast, ONLY_ASKED)).homes).toBe(1);
});

describe("ticks at once", () => {
  const homes = async (count: number) => {
    for (let index = 0; index < count; index += 1) {
      const home = await addHome(world.database, `Home ${index}`);
      await addDevice(world.database, home);
    }
  };

  test("share the homes between them, each home once", async () => {
    await homes(2 * ALERT_LIMITS.tickPageHomes);
    const ticks = await Promise.all([judge(), judge(), judge()]);
    expect(ticks.reduce((sum, tick) => sum + tick.homes, 0)).toBe(2 * ALERT_LIMITS.tickPageHomes + 1);
  });

  test("that die leave their homes to the next one, once their lease is over", async () => {
    await homes(3);
    const leaseUntil = new Date(world.clock().getTime() + ALERT_LIMITS.checkLeaseMs);
    expect(
      await claimDueChecks(world.services.db, { dueBy: world.clock(), leaseUntil, limit: 2, except: [] }),
    ).toHaveLength(2);
    expect((await judge()).homes).toBe(2);
    world.clock.advance(ALERT_LIMITS.checkLeaseMs);
    expect((await judge()).homes).toBe(2);
  });
});

describe("a home that can't be judged", () => {
  const failing: Forecast = async ({ latitude }) => {
    if (latitude === 1) throw new Error("no such weather");
    return null;
  };
  const place = (home: string, latitude: number) =>
    world.database.sql`update households set latitude = ${latitude}, longitude = 1 where id = ${home}`;

  test("delays nobody else, is reported by name, and is retried at the next tick", async () => {
    const other = await addHome(world.database, "The other home");
    await world.post({ flood1: true }, await addDevice(world.database, other));
    await place(world.home, 1);
    await expect(judge(failing)).rejects.toThrow(`Homes not judged: ${world.home}: no such weather`);
    const dueAt = await world.database.sql`select household_id from household_checks order by due_at`;
    expect(dueAt).toEqual([{ household_id: other }, { household_id: world.home }]);
    world.clock.advance(15 * MINUTE_MS);
    expect((await judge()).homes).toBe(2);
  });
});

test("each home of a page has its own turn: a post meanwhile waits for one home alone", async () => {
  await world.post({ temp1: 45 });
  const other = await addDevice(world.database, await addHome(world.database, "The other home"));
  await world.post({ temp1: 45 }, other);
  let turns = 0;
  const pause = async () => {
    turns += 1;
    if (turns === 1) await world.post({ temp1: 30 });
  };
  world.clock.advance(MINUTE_MS);
  expect((await judgeDueHomes({ ...world.services, forecast: noForecast, pause })).homes).toBe(2);
  expect(turns).toBeGreaterThanOrEqual(2);
  expect(await world.alerts("freeze")).toMatchObject([{ severity: "critical" }]);
});

describe("a page of homes", () => {
  const silentHomes = async (count: number): Promise<string[]> => {
    await world.post({ temp1: 50 });
    const homes = [world.home];
    for (let index = 1; index < count; index += 1) {
      const home = await addHome(world.database, `Home ${index}`);
      await world.post({ temp1: 50 }, await addDevice(world.database, home));
      homes.push(home);
    }
    await world.database.sql`update devices set recent_gaps = array_fill(300, array[20])`;
    await world.database.sql`update households set latitude = 45, longitude = -93`;
    world.clock.advance(2 * 60 * MINUTE_MS);
    return homes;
  };
  const callsOf = async (work: (db: Db) => Promise<unknown>): Promise<number> => {
    let calls = 0;
    await work(
      dbOf((kind, statements) => {
        calls += 1;
        return world.services.db(kind, statements);
      }),
    );
    return calls;
  };

  test("takes as many database calls as one home", async () => {
    const services = { ...world.services, forecast: noForecast };
    const [first = ""] = await silentHomes(6);
    const later = new Date(world.clock().getTime() + 60 * MINUTE_MS).toISOString();
    await world.database.sql`update household_checks set due_at = ${later} where household_id <> ${first}`;
    const ofOne = await callsOf((db) => judgeDueHomes({ ...services, db }));
    await world.database.sql`update household_checks set due_at = 'epoch' where household_id <> ${first}`;
    expect(await callsOf((db) => judgeDueHomes({ ...services, db }))).toBe(ofOne);
    expect(await world.database.sql`select id from alerts where kind = 'outage'`).toHaveLength(6);
  });

  test.each([
    ["refuses one of them", "23514"],
    ["doesn't finish one of them in time", "57014"],
  ])("is committed home by home where the database %s", async (_, code) => {
    const [first = "", second = ""] = await silentHomes(2);
    await world.database.query(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'no such home' using errcode = '${code}'; end $$`);
    await world.database.query(`create trigger refuse before insert on alert_states for each row
      when (new.household_id = '${first}') execute function refuse()`);
    await expect(judge()).rejects.toThrow(`Homes not judged: ${first}: no such home`);
    expect(await world.database.sql`select household_id from alerts`).toEqual([{ household_id: second }]);
  });
});
