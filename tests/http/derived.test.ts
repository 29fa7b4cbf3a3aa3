import { beforeEach, describe, expect, test } from "vitest";
import { shareApp } from "../../functions/share/app.ts";
import type { Device, DeviceAnswer, DeviceList, DeviceWithKey } from "../../schema/wire/devices.ts";
import type { SharedLatest } from "../../schema/wire/shared-home.ts";
import { type Api, answerOf, openApi } from "../support/api.ts";
import { addDevice, addShareLink, type TestDevice } from "../support/fixtures.ts";

let api: Api;
let cellar: TestDevice;
let token: string;
beforeEach(async () => {
  api = await openApi();
  cellar = await addDevice(api.database, api.home, { name: "Cellar node", space: "Cellar" });
  token = await addShareLink(api.database, api.home);
  await api.post(cellar, { temp1: 68, humidity1: 50, co2: 600 });
});

const idOf = async (key: string) => {
  const rows = await api.database.query<{ id: string }>("select id from sensors where key = $1", [key]);
  return rows[0]?.id;
};
const get = (query = "") => shareApp(api.services).request(`/api/share/${token}/latest${query}`);
const hide = (key: string) => api.database.query("update sensors set visible = false where key = $1", [key]);

describe("a share link's latest", () => {
  test("ends with the dew point of temperature and humidity of one place", async () => {
    const answer = (await (await get()).json()) as SharedLatest;
    expect(Object.keys(answer)).toEqual(["name", "readings", "by_id", "by_key", "derived"]);
    expect(answer.derived).toEqual([
      {
        kind: "dew_point",
        key: "dew_point_temp1",
        label: "temp1: dew point",
        device: "Cellar node",
        space: "Cellar",
        unit: "°F",
        value_num: 48.6593,
        of: [await idOf("temp1"), await idOf("humidity1")],
        recorded_at: "2026-11-20T10:00:00.000Z",
      },
    ]);
    expect(answer.readings.map(({ key }) => key)).toEqual(["temp1", "humidity1", "co2"]);
  });
});

describe("a device", () => {
  const list = async () => {
    const answer = await answerOf<DeviceList>(api.call("GET", "devices"));
    return answer.body.devices;
  };
  const battery = (device: { id: string }, pct: number, fallsPerDay: number) =>
    api.database.query(
      `insert into battery_days select number, date '2026-11-20' - ago, $2::float8 + $3::float8 * ago
       from devices, generate_series(0, 20) ago where id = $1`,
      [device.id, pct, fallsPerDay],
    );

  test("has its dew point, hidden sensors or not: whoever asks is its owner", async () => {
    await hide("humidity1");
    const of = [await idOf("temp1"), await idOf("humidity1")];
    const dewPoint = { kind: "dew_point", of, unit: "°F", value_num: 48.6593 };
    const [device] = await list();
    expect(device?.derived).toEqual([{ ...dewPoint, recorded_at: "2026-11-20T10:00:00.000Z" }]);
    api.clock.set("2026-11-21T10:00:01Z");
    expect((await list())[0]?.derived).toEqual([]);
  });

  test("has the days that its battery will last, in every answer with a device", async () => {
    await battery(cellar, 40, 2);
    const shown = async (method: string, path: string, body?: unknown): Promise<Device> =>
      (await answerOf<DeviceAnswer>(api.call(method, path, { body }))).body.device;
    const path = `devices/${cellar.id}`;
    const devices = [
      (await list())[0],
      await shown("GET", path),
      await shown("PATCH", path, { name: "Pump" }),
      await shown("POST", `${path}/rotate-ingest-key`),
    ];
    expect(devices.map((device) => device?.battery_days_left)).toEqual([20, 20, 20, 20]);
    expect(devices.map((device) => device?.derived.length)).toEqual([1, 1, 1, 1]);
    const made = await answerOf<DeviceWithKey>(api.call("POST", "devices", { body: { name: "New" } }));
    expect(made.body.device).toMatchObject({ battery_days_left: null, derived: [] });
  });
});
