import { describe, expect, test } from "vitest";
import type { Device, DeviceList, DeviceWithKey } from "../../schema/wire/devices.ts";
import { answerOf, openApi } from "../support/api.ts";
import { addApiKey, addDevice, addHome } from "../support/fixtures.ts";
import { BASE_URL } from "../support/services.ts";

const api = await openApi();

const create = async (body: unknown, headers: Record<string, string> = {}, key = api.key) =>
  answerOf<DeviceWithKey & { error?: string }>(api.call("POST", "devices", { key, body, headers }));

const devicesOf = (home: string) =>
  api.database.sql<{ id: string }>`select id from devices where household_id = ${home}`;

describe("a new device", () => {
  test("is answered with its key, once, and can post at the address given", async () => {
    const { status, body } = await create({ name: " Crawl space ", space: "Below" });
    expect(status).toBe(201);
    expect(body).toEqual({
      device: {
        id: expect.stringMatching(/^dev_/),
        name: "Crawl space",
        space: "Below",
        type: "push",
        enabled: true,
        battery_pct: null,
        battery_days_left: null,
        rssi: null,
        last_seen_at: null,
        contact_true_means: null,
        flat_temperature_unit: "F",
        status: "new",
        clock_offset_seconds: null,
        created_at: "2026-11-20T10:00:00.000Z",
        sensors: [],
        feed: null,
      },
      ingest_key: expect.stringMatching(/^hw_ing_/),
      ingest_url: `${BASE_URL}/api/ingest/${body.ingest_key}`,
    });
    expect((await api.post({ ingestKey: body.ingest_key }, { temp1: 41 })).status).toBe(200);
  });

  test("is in the household's activity, without its key", async () => {
    const { body } = await create({ name: "Shed", space: "Garden" });
    const entries = await api.database.sql`select * from activity where subject = ${body.device.id}`;
    expect(entries).toEqual([
      expect.objectContaining({
        household_id: api.home,
        action: "device_created",
        actor_type: "api_key",
        actor_id: expect.stringMatching(/^api_/),
        details: { name: "Shed", space: "Garden" },
        ip: "203.0.113.7",
      }),
    ]);
  });

  test("beyond the 500th is a 409, however many ask at once", async () => {
    const home = await addHome(api.database, "A full home");
    const key = await addApiKey(api.database, home);
    for (let count = 0; count < 495; count += 1) await addDevice(api.database, home);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => create({ name: `n${index}`, space: "" }, {}, key)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(answers.find(({ status }) => status !== 201)).toEqual({
      status: 409,
      body: { error: "Too many devices: 500 at most in a household" },
    });
    expect(await devicesOf(home)).toHaveLength(500);
  });
});

test("an Idempotency-Key makes one device of 20 identical requests: those that come too early get Retry-After", async () => {
  const before = (await devicesOf(api.home)).length;
  const make = () => create({ name: "Once", space: "" }, { "Idempotency-Key": "once" });
  const answers = await Promise.all(Array.from({ length: 20 }, make));
  const [made, ...same] = answers.filter(({ status }) => status === 201);
  for (const answer of same) expect(answer).toEqual(made);
  for (const { status } of answers) expect([201, 409]).toContain(status);
  expect(await make()).toEqual(made);
  expect((await devicesOf(api.home)).length).toBe(before + 1);
  expect((await api.post({ ingestKey: made?.body.ingest_key ?? "" }, { temp1: 4 })).status).toBe(200);
});

describe("the list", () => {
  const list = async (query: string, key?: string) =>
    answerOf<DeviceList>(api.call("GET", `devices${query}`, key === undefined ? {} : { key }));

  test("shows every device with its sensors as they are now", async () => {
    const home = await addHome(api.database);
    const key = await addApiKey(api.database, home);
    const device = await addDevice(api.database, home, { name: "Cellar node", space: "Cellar" });
    await addDevice(api.database, home, { name: "Off", enabled: false });
    await api.post(device, { temp1: 39.5, flood1: true, battery: 87, rssi: -61 });
    const { status, body } = await list("", key);
    expect(status).toBe(200);
    expect(body.next_cursor).toBeNull();
    expect(body.devices[0]).toEqual({
      id: device.id,
      name: "Cellar node",
      space: "Cellar",
      type: "push",
      enabled: true,
      status: "ok",
      clock_offset_seconds: null,
      battery_pct: 87,
      battery_days_left: null,
      rssi: -61,
      last_seen_at: "2026-11-20T10:00:00.000Z",
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      sensors: [
        {
          id: expect.stringMatching(/^sen_/),
          key: "temp1",
          label: "temp1",
          kind: "temperature",
          unit: "°F",
          unit_assumed: false,
          visible: true,
          value_num: 39.5,
          value_bool: null,
          recorded_at: "2026-11-20T10:00:00.000Z",
          placement: "room",
          placement_source: "default",
          placement_proposal: null,
          true_means: null,
          fault: null,
          faulty_since: null,
        },
        expect.objectContaining({ key: "flood1", unit: null, value_num: 1, value_bool: true }),
      ],
      contact_true_means: null,
      flat_temperature_unit: "F",
      feed: null,
    });
    expect(body.devices[1]).toMatchObject({ status: "disabled", last_seen_at: null, sensors: [] });
  });

  test("comes in pages, complete and without repeats while devices are added", async () => {
    const home = await addHome(api.database);
    const key = await addApiKey(api.database, home);
    const made = [];
    for (let index = 0; index < 9; index += 1)
      made.push((await create({ name: `d${index}`, space: "" }, {}, key)).body.device.id);
    const seen: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const { body } = await list(`?limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`, key);
      seen.push(...body.devices.map(({ id }) => id));
      cursor = body.next_cursor;
      if (seen.length < 9) await create({ name: "late", space: "" }, {}, key);
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(made.every((id) => seen.includes(id))).toBe(true);
  });
});

describe("one device", () => {
  test("is shown, changed and removed with all that it ever read", async () => {
    const device = await addDevice(api.database, api.home);
    await api.post(device, { temp1: 40 });
    const path = `devices/${device.id}`;
    expect((await answerOf<{ device: Device }>(api.call("GET", path))).body.device.name).toBe("Cellar node");
    const changed = await answerOf<{ device: Device }>(
      api.call("PATCH", path, {
        body: { name: "Pump", space: "", enabled: false, flat_temperature_unit: "C" },
      }),
    );
    expect(changed.body.device).toMatchObject({
      name: "Pump",
      space: "",
      enabled: false,
      status: "disabled",
    });
    expect(changed.body.device.sensors).toHaveLength(1);
    const [row] = await api.database.sql`select * from devices where id = ${device.id}`;
    expect(row).toMatchObject({ flat_temperature_unit: "C", household_id: api.home });
    const number = row?.number;
    const history = () => api.database.sql`select 1 from snapshots where device_number = ${number}`;
    expect(await history()).toHaveLength(1);
    expect(await answerOf(api.call("DELETE", path))).toEqual({ status: 200, body: { ok: true } });
    expect(await history()).toHaveLength(0);
    expect((await api.post(device, { temp1: 40 })).status).toBe(401);
    expect((await api.call("GET", path)).status).toBe(404);
    const actions = await api.database.sql`
      select action from activity where subject = ${device.id} order by id`;
    expect(actions).toEqual([{ action: "device_changed" }, { action: "device_deleted" }]);
  });

  test("that polls has no key to rotate", async () => {
    const device = await addDevice(api.database, api.home);
    await api.database.sql`update devices set type = 'pull', ingest_key_hash = null where id = ${device.id}`;
    expect(await answerOf(api.call("POST", `devices/${device.id}/rotate-ingest-key`))).toEqual({
      status: 409,
      body: { error: "Only a push device has an ingest key" },
    });
  });
});
