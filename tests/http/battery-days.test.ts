import { beforeEach, describe, expect, test } from "vitest";
import { dispatch } from "../../lib/messages/dispatch.actions.ts";
import type { Device, DeviceAnswer, DeviceList, DeviceWithKey } from "../../schema/wire/devices.ts";
import { type Api, answerOf, openApi } from "../support/api.ts";
import { addDevice, type TestDevice } from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";

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
      `update devices set battery_pct = $2::real, charged_pct = $2::real + 20 * $3::real, charged_at = last_seen_at - interval '20 days'
       where id = $1`,
      [device.id, pct, fallsPerDay],
    );

  test("has the days that its battery will last, in every answer with a device", async () => {
    await battery(cellar, 41, 2);
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

  test("begins to count anew where its battery rises by five percent, and by no less", async () => {
    const chargedAfter = async (battery: number) => {
      await api.post(cellar, { temp1: 68, battery });
      const [row] = await api.database.sql`select charged_pct from devices where id = ${cellar.id}`;
      return row?.charged_pct;
    };
    expect(await chargedAfter(90)).toBe(90);
    expect(await chargedAfter(60)).toBe(90);
    expect(await chargedAfter(64)).toBe(90);
    expect(await chargedAfter(69)).toBe(69);
  });
});

test("a battery that is nearly empty stands in the mail about its device's leak, since it may be false", async () => {
  const house = await openHouse();
  await house.post(await addDevice(house.database, house.home), { flood1: true, battery: 9 });
  await dispatch(house.services);
  expect(house.sent.map(({ content }) => content.text)).toEqual([
    expect.stringContaining("Battery: 9%, so low"),
  ]);
});
