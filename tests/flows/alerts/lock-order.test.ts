import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ingestApp } from "../../../functions/ingest/app.ts";
import { deleteDevice } from "../../../lib/alerts/change-devices.actions.ts";
import { ensureDaysAhead, findDays } from "../../../lib/history/compact.queries.ts";
import { done } from "../../../lib/kernel/outcome.ts";
import type { ActivityEntry } from "../../../lib/people/activity.ts";
import { openTestDatabase, type TestDatabase } from "../../support/database.ts";
import { addDevice, addHome, type TestDevice } from "../../support/fixtures.ts";
import { testClock, testServices } from "../../support/services.ts";

const NOW = new Date("2026-11-20T10:00:00Z");
const WAITING =
  "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";

let database: TestDatabase;
let services: ReturnType<typeof testServices>;
/** A client that locks one device after another by their ids, like a shard of feeds. */
let other: Client;
let home: string;
/** Sorted by id; created in the opposite order. */
let devices: TestDevice[];
beforeEach(async () => {
  database = await openTestDatabase();
  services = testServices(database);
  other = new Client({ connectionString: database.connectionString });
  await other.connect();
  home = await addHome(database);
  const made = [await addDevice(database, home), await addDevice(database, home)];
  devices = made.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  // Makes the table's physical order, and the order of requests, the opposite of the ids' order.
  for (const { id } of devices.toReversed())
    await database.query("update devices set name = name || '!' where id = $1", [id]);
  for (const device of devices.toReversed())
    await database.query(
      `insert into sensors (id, device_id, key, kind, unit, label, position, is_state, created_at)
       values ($1, $2, 'temp1', 'temperature', '°F', 'temp1', 1, false, now())`,
      [sensorOf(device), device.id],
    );
});
afterEach(() => other.end());

/** Sensors whose ids are in the opposite order of their devices'. */
const sensorOf = ({ id }: TestDevice) => (id === devices[0]?.id ? "sen_z" : "sen_a");

const entry = (): ActivityEntry => ({
  householdId: home,
  at: NOW,
  actor: { type: "system", id: null, ip: null },
  action: "sensors_changed",
  subject: null,
});

describe("the first post of a day, whose table nobody has made", () => {
  beforeEach(async () => {
    for (const { name } of await database.query<{ name: string }>(
      "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'snapshots'::regclass",
    ))
      await database.query(`drop table ${name}`);
  });

  const post = async ({ ingestKey }: TestDevice) => {
    const init = { method: "POST", body: '{"temp1": 68}' };
    return (await ingestApp(services).request(`/api/ingest/${ingestKey}`, init)).status;
  };
  const waits = (count: number) =>
    expect.poll(async () => (await database.query(WAITING)).length).toBe(count);

  test("is stored beside a roll-up that holds its device and then reads its readings", async () => {
    const [device, second] = devices as [TestDevice, TestDevice];
    await other.query("begin");
    await other.query("select from devices where id = $1 for no key update", [device.id]);
    const first = post(device);
    await waits(1);
    await other.query("set local lock_timeout = '500ms'");
    expect((await other.query("select count(*)::integer as n from snapshots")).rows).toEqual([{ n: 0 }]);
    await other.query("commit");
    expect([await first, await post(second)]).toEqual([200, 200]);
    expect(await database.query('select "values" from snapshots')).toHaveLength(2);
    expect(services.reports).toEqual([]);
  });

  test("in the last seconds of a day waits for whoever makes tomorrow's table before it has the device", async () => {
    const [device] = devices as [TestDevice];
    const clock = testClock("2026-11-20T23:58:00Z");
    services = testServices(database, clock);
    expect(await post(device)).toBe(200);
    // The next post is a usual one: it stays within the deadband.
    await database.query(
      "update devices set deadband_low = '{-1000}', deadband_high = '{1000}' where id = $1",
      [device.id],
    );
    clock.set("2026-11-20T23:59:59.500Z");
    const maker = new Client({ connectionString: database.connectionString });
    await maker.connect();
    await maker.query("begin");
    await maker.query("lock table only snapshots in share update exclusive mode");
    await other.query("begin");
    // A newer post through another instance: after waiting for it, the usual post is usual no more.
    await other.query("update devices set requested_at = requested_at + interval '1 hour' where id = $1", [
      device.id,
    ]);
    const posted = post(device);
    await waits(1);
    await other.query("commit");
    await waits(1);
    const free = await other.query("select from devices where id = $1 for no key update skip locked", [
      device.id,
    ]);
    await maker.query("commit");
    await maker.end();
    expect([await posted, free.rowCount]).toEqual([200, 1]);
  });

  test("keeps no device waiting that is removed", async () => {
    const [device, second] = devices as [TestDevice, TestDevice];
    await other.query("begin");
    await other.query("select from devices where id = $1 for no key update", [device.id]);
    const first = post(device);
    await waits(1);
    const { householdId, actor } = entry();
    const removed = await deleteDevice({ ...services, clock: () => NOW }, { householdId, actor }, second.id);
    expect(removed).toEqual(done({ ok: true }));
    await other.query("commit");
    expect(await first).toBe(200);
  });
});

test("the clock makes the tables of today and of the next two days", async () => {
  const now = new Date("2031-12-30T23:59:59Z");
  await ensureDaysAhead(services.db, now);
  await ensureDaysAhead(services.db, now);
  const days = await findDays(services.db);
  expect(days.slice(-3)).toEqual(["2031-12-30", "2031-12-31", "2032-01-01"]);
});
