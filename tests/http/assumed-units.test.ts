import { beforeEach, describe, expect, test } from "vitest";
import type { Device } from "../../schema/wire/devices.ts";
import { type Api, answerOf, openApi } from "../support/api.ts";
import { addDevice, type TestDevice } from "../support/fixtures.ts";
import { sensorOf } from "../support/readings.ts";

let api: Api;
let device: TestDevice;
beforeEach(async () => {
  api = await openApi();
  device = await addDevice(api.database, api.home, { name: "Study node", space: "Study" });
});

const shown = async () => {
  const { body } = await answerOf<{ device: Device }>(api.call("GET", `devices/${device.id}`));
  return body.device.sensors.map(
    ({ key, unit, unit_assumed: isAssumed, value_num: value }) =>
      `${key} ${value} ${unit}${isAssumed ? "?" : ""}`,
  );
};
const sensorId = (key: string) => sensorOf(api.database, device.id, key);
const choose = async (key: string, unit: string) =>
  answerOf<{ error?: string }>(api.call("PATCH", `sensors/${await sensorId(key)}`, { body: { unit } }));
const post = async (body: unknown) => {
  expect((await api.post(device, body)).status).toBe(200);
  api.clock.advance(60_000);
};

describe("a bare temperature", () => {
  test("is stored as it was sent, and its unit is marked as assumed", async () => {
    await post({ temperature: 21, humidity: 40 });
    expect(await shown()).toEqual(["temperature 21 °F?", "humidity 40 %"]);
  });

  test.each([
    ["a number that no room has in °C", { temperature: 68 }, ["temperature 68 °F"]],
    ["a key that the specification names", { temp1: 21 }, ["temp1 21 °F"]],
    [
      "another bare number of its body",
      { temperature: 21, attic_temp: 55 },
      ["temperature 21 °F", "attic_temp 55 °F"],
    ],
    ["a specified key beside it", { temp1: 21, temperature: 22 }, ["temp1 21 °F", "temperature 22 °F"]],
  ])("is not asked about where %s settles it", async (_, body, sensors) => {
    await post(body);
    expect(await shown()).toEqual(sensors);
  });

  test("is settled by a sender that says its unit later", async () => {
    await post({ temperature: 21 });
    await post({ sensors: [{ key: "temperature", kind: "temperature", value: 22, unit: "°C" }] });
    expect(await shown()).toEqual(["temperature 22 °C"]);
    expect((await choose("temperature", "°F")).status).toBe(409);
  });

  test("is in the unit that its owner chose, before and after, and so are its siblings", async () => {
    await post({ temperature: 21, fridge_temp: 4 });
    expect(await choose("temperature", "°C")).toMatchObject({ status: 200 });
    expect(await shown()).toEqual(["temperature 21 °C", "fridge_temp 4 °C"]);
    await post({ temperature: 22, fridge_temp: 5, pantry_temp: 14 });
    expect(await shown()).toEqual(["temperature 22 °C", "fridge_temp 5 °C", "pantry_temp 14 °C"]);
    const path = `readings?sensor_id=${await sensorId("temperature")}&from=2026-11-20T00:00:00Z`;
    const { body } = await answerOf<{ readings: { value_num: number; unit: string }[] }>(
      api.call("GET", path),
    );
    expect(body.readings.map(({ value_num: value, unit }) => `${value} ${unit}`)).toEqual(["21 °C", "22 °C"]);
  });

  test("can be corrected again, by itself or for the whole device", async () => {
    await post({ temperature: 21, fridge_temp: 4 });
    await choose("temperature", "°C");
    await choose("temperature", "°F");
    expect(await shown()).toEqual(["temperature 21 °F", "fridge_temp 4 °C"]);
    const whole = await api.call("PATCH", `devices/${device.id}`, { body: { flat_temperature_unit: "C" } });
    expect(whole.status).toBe(200);
    await post({ temperature: 20, fridge_temp: 3 });
    expect(await shown()).toEqual(["temperature 20 °C", "fridge_temp 3 °C"]);
  });
});

test.each(["°F", "°C"])("a unit that came with the reading cannot be set to %s", async (unit) => {
  await post({ temp_c: 21, humidity: 40 });
  for (const key of ["temp_c", "humidity"])
    expect(await choose(key, unit)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining("readings name their unit") },
    });
});
