import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findIngestFacts } from "../../lib/alerts/facts.queries.ts";
import { judgeIngest } from "../../lib/alerts/judge-post.actions.ts";
import { dispatch } from "../../lib/messages/dispatch.actions.ts";
import type { DeviceWithKey } from "../../schema/wire/devices.ts";
import { addHome, addMember } from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";
import { sensorOf } from "../support/readings.ts";

let home: string;
let cookie: string;
const house = await openHouse();
beforeEach(async () => {
  house.clock.advance(3_600_000);
  home = await addHome(house.database, "A home", "free");
  cookie = await house.as(await addMember(house.database, home));
});
/** The invariant of all these tests: no alert is open whose device is gone or disabled. */
afterEach(async () => {
  const orphans = await house.database.sql`
    select kind, subject from alerts where closed_at is null and device_id is not null
    and not exists (select from devices where id = device_id and enabled)`;
  expect(orphans).toEqual([]);
});

const call = async <T>(method: string, path: string, body?: unknown) => {
  const answer = await house.call(method, `/api/v1/${path}`, {
    cookie,
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.status, body: (await answer.json()) as T };
};
const makeDevice = async () => {
  const { body } = await call<DeviceWithKey>("POST", "devices", { name: "Node", space: "Cellar" });
  return { id: body.device.id, ingestKey: body.ingest_key };
};
const post = (ingestKey: string, reading: object) => house.post({ ingestKey }, reading);
const collect = () =>
  house.apps.cron.request("/api/cron/collect-history", {
    method: "POST",
    headers: { Authorization: `Bearer ${house.services.cronSecret}` },
  });
const alerts = () =>
  house.database.sql<{ kind: string; close_reason: string | null; closed_at: Date | null }>`
    select kind, close_reason, closed_at from alerts where household_id = ${home} order by kind`;
const notified = async () => {
  house.sent.length = 0;
  await dispatch(house.services);
  return house.sent.map(({ content }) => content.subject);
};

/** Creates a home that freezes and leaks, and whose owner is notified. */
async function trouble() {
  const device = await makeDevice();
  await post(device.ingestKey, { temp1: 30, flood1: true });
  expect(await notified()).not.toEqual([]);
  expect(await alerts()).toMatchObject([{ closed_at: null }, { closed_at: null }]);
  house.clock.advance(60_000);
  return device;
}
const closed = (reason: string) => [
  { kind: "freeze", close_reason: reason, closed_at: house.clock() },
  { kind: "leak", close_reason: reason, closed_at: house.clock() },
];

describe("the alerts that a device owns end", () => {
  test.each([
    ["deleted", "DELETE", undefined, "removed"],
    ["switched off", "PATCH", { enabled: false }, "disabled"],
  ])("when it is %s, notify once, and leave no state if it is deleted", async (_, method, body, reason) => {
    const { id } = await trouble();
    expect((await call(method, `devices/${id}`, body)).status).toBe(200);
    expect(await alerts()).toEqual(closed(reason));
    const subjects = await notified();
    expect(subjects.length).toBeGreaterThan(0);
    expect(subjects.join()).toContain("No longer monitored");
    expect(await notified()).toEqual([]);
    const states = await house.database.sql`select from alert_states where household_id = ${home}`;
    expect(states.length).toBe(reason === "removed" ? 0 : 2);
  });

  test("but not by a new name, nor in another space", async () => {
    const { id } = await trouble();
    await call("PATCH", `devices/${id}`, { name: "Other", space: "Kitchen" });
    expect(await alerts()).toMatchObject([{ closed_at: null }, { closed_at: null }]);
  });

  test.each(["device", "rule"])("with those of the home's own rules, as the %s is deleted", async (owner) => {
    const { id, ingestKey } = await makeDevice();
    await post(ingestKey, { humidity1: 30 });
    const sensor = await sensorOf(house.database, id);
    const rule = { sensor_id: sensor, name: "Dry", is: "below", value: 35 };
    const { body } = await call<{ rule: { id: string } }>("POST", "rules", rule);
    await post(ingestKey, { humidity1: 30 });
    expect(await alerts()).toMatchObject([{ kind: "rule", closed_at: null }]);
    await house.database.sql`
      insert into alert_states (household_id, kind, subject, version, state, updated_at)
      values (${home}, 'incident', 'space:Attic', 1, '{"open": false}', now())`;
    await call("DELETE", owner === "device" ? `devices/${id}` : `rules/${body.rule.id}`);
    expect(await alerts()).toMatchObject([{ kind: "rule", close_reason: "removed" }]);
    const subjects = await house.database.sql`
      select subject from alert_states where household_id = ${home} and kind in ('rule', 'incident')`;
    expect(subjects).toEqual([]);
  });

  test("where a feed is switched off, an outage too", async () => {
    const feed = { id: "barn", url: "https://barn.example.com/state.json" };
    const saved = await call<{ feeds: { device_id: string }[] }>("POST", "pull-setup", { feeds: [feed] });
    const deviceId = saved.body.feeds[0]?.device_id ?? "";
    await house.database.sql`update devices set last_seen_at = ${house.clock()} where id = ${deviceId}`;
    for (let ticks = 0; ticks < 6; ticks += 1) {
      house.clock.advance(900_000);
      await collect();
    }
    expect(await alerts()).toMatchObject([{ kind: "outage", closed_at: null }]);
    await call("POST", "pull-setup", { feeds: [{ ...feed, enabled: false }] });
    expect(await alerts()).toMatchObject([{ kind: "outage", close_reason: "disabled" }]);
  });
});

describe("the alerts that settings switch off end", () => {
  const stillOpen = async () => (await alerts()).filter((alert) => alert.closed_at === null);

  test.each([
    [
      "its sensor's",
      async (device: string) => `sensors/${await sensorOf(house.database, device, "temp1")}/alert-settings`,
    ],
    ["its home's", async () => "alert-settings"],
  ])("in the commit that saves %s, and notify once", async (_, path) => {
    const { id } = await trouble();
    expect((await call("PUT", await path(id), { freeze: { enabled: false } })).status).toBe(200);
    expect(await alerts()).toMatchObject([
      { kind: "freeze", close_reason: "disabled", closed_at: house.clock() },
      { kind: "leak", closed_at: null },
    ]);
    expect(await notified()).toHaveLength(1);
    expect(await notified()).toEqual([]);
  });

  test("but not those of a sensor that says otherwise", async () => {
    const { id } = await trouble();
    const sensor = await sensorOf(house.database, id, "temp1");
    await call("PUT", `sensors/${sensor}/alert-settings`, { freeze: { enabled: true } });
    await call("PUT", "alert-settings", { freeze: { enabled: false }, leak: { enabled: false } });
    expect(await stillOpen()).toMatchObject([{ kind: "freeze" }]);
  });

  test("however often they are saved at once", async () => {
    await trouble();
    const saves = Array.from({ length: 5 }, () =>
      call("PUT", "alert-settings", { leak: { enabled: false } }),
    );
    expect((await Promise.all(saves)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await stillOpen()).toMatchObject([{ kind: "freeze" }]);
    expect(await notified()).toHaveLength(1);
  });

  test("at the next tick, if a reading evaluated by the old settings opened one after the save", async () => {
    const { id, ingestKey } = await makeDevice();
    await post(ingestKey, { temp1: 50 });
    const facts = await findIngestFacts(house.services.db, id, [await sensorOf(house.database, id, "temp1")]);
    if (facts === null) throw new Error("The device is not there");
    await call("PUT", "alert-settings", { freeze: { enabled: false } });
    const frost = facts.sensors.map((sensor) => ({ ...sensor, value: 30 }));
    await judgeIngest(house.services, { ...facts, sensors: frost });
    expect(await stillOpen()).toMatchObject([{ kind: "freeze" }]);
    house.clock.advance(60_000);
    await collect();
    expect(await alerts()).toMatchObject([{ kind: "freeze", close_reason: "disabled" }]);
  });
});

describe("a post at the very moment in which its device", () => {
  const ROUNDS = 6;
  test.each([
    ["is deleted", "DELETE", undefined],
    ["is switched off", "PATCH", { enabled: false }],
  ])("%s leaves nothing open", async (_, method, body) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, ingestKey } = await makeDevice();
      await post(ingestKey, { temp1: 50, flood1: false });
      house.clock.advance(1_000);
      const posts = [post(ingestKey, { temp1: 30 }), post(ingestKey, { flood1: true })];
      const [changed] = await Promise.all([call(method, `devices/${id}`, body), ...posts]);
      expect(changed.status).toBe(200);
      const open = await house.database.sql`
        select kind from alerts where device_id = ${id} and closed_at is null`;
      expect(open).toEqual([]);
    }
  });
});
