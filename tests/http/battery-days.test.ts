import { beforeEach, describe, expect, test } from "vitest";
import type { Device, DeviceAnswer, DeviceList, DeviceWithKey } from "../../schema/wire/devices.ts";
import { type Api, answerOf, openApi } from "../support/api.ts";
import { addDevice, type TestDevice } from "../support/fixtures.ts";

let api: Api;
let cellar: TestDevice;
beforeEach(async () => {
  api = await openApi();
  cellar = await addDevice(api.database, api.home, { name: "Cellar node", space: "Cellar" });
  await api.post(cellar, { temp1: 68, humidity1: 50, co2: 600 });
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
    const made = await answerOf<DeviceWithKey>(api.call("POST", "devices", { body: { name: "New" } }));
    expect(made.body.device).toMatchObject({ battery_days_left: null });
  });
});
