import { beforeEach, describe, expect, test } from "vitest";
import { type Api, openApi } from "../support/api.ts";
import { addDevice } from "../support/fixtures.ts";

let api: Api;
beforeEach(async () => {
  api = await openApi();
});

/** The freeze alerts that a device in the cellar raises with three posts of a body, ten minutes apart. */
const raised = async (body: unknown): Promise<string[]> => {
  const device = await addDevice(api.database, api.home, { name: "Node", space: "Cellar" });
  for (let round = 0; round < 3; round += 1) {
    expect((await api.post(device, body)).status).toBe(200);
    api.clock.advance(600_000);
  }
  const rows = await api.database.query<{ severity: string }>(
    "select severity from alerts where kind = 'freeze'",
  );
  return rows.map(({ severity }) => severity);
};

const entity = (name: string, state: string) => ({
  entity_id: `sensor.${name.toLowerCase().replaceAll(" ", "_")}`,
  state,
  attributes: { unit_of_measurement: "°C", device_class: "temperature", friendly_name: name },
});

describe("a first temperature below freezing", () => {
  test.each([
    ["the specification's temp1", { temp1: 20 }],
    ["a typed sensor", { sensors: [{ key: "t", kind: "temperature", value: -5, unit: "°C" }] }],
    ["Tasmota", { DS18B20: { Temperature: -5 }, TempUnit: "C" }],
    ["Zigbee2MQTT", { temperature: -5.2, humidity: 44, linkquality: 120, battery: 97 }],
    ["Home Assistant's room", entity("Living room temperature", "-5")],
    ["SenML", [{ n: "urn:dev:temp1", u: "Cel", v: -5 }]],
  ])("is critical from %s", async (_, body) => {
    expect(await raised(body)).toContain("critical");
  });

  test.each([
    ["a dew point of Home Assistant", entity("Dew point", "-2")],
    ["a trend of Home Assistant", entity("Temperature trend", "-2")],
    ["a typed difference", { sensors: [{ key: "temp_diff", kind: "temperature", value: -2, unit: "°C" }] }],
    ["a minimum in SenML", [{ n: "temp_min", u: "Cel", v: -2 }]],
    ["a part of a machine", { coolant_temp_c: -5 }],
    ["a part of a machine in Home Assistant", entity("Brine in temperature", "-5")],
    ["a weather service", { openweathermap_temperature_c: -5 }],
  ])("raises nothing from %s", async (_, body) => {
    expect(await raised(body)).toEqual([]);
  });

  test.each([
    ["flat", (value: number) => ({ zorp_temp_c: value })],
    ["typed", (value: number) => ({ sensors: [{ key: "zorp", kind: "temperature", value, unit: "°C" }] })],
    ["Home Assistant's", (value: number) => entity("Zorp", String(value))],
    ["SenML's", (value: number) => [{ n: "zorp", u: "Cel", v: value }]],
  ])("is a warning by mail alone under a word that may be anything, %s", async (_, body) => {
    const device = await addDevice(api.database, api.home, { name: "Node", space: "Cellar" });
    for (const celsius of [12, 7, 2, -3, -5, -5]) {
      expect((await api.post(device, body(celsius))).status).toBe(200);
      api.clock.advance(600_000);
    }
    const alerts = await api.database.query<{ severity: string }>(
      "select severity from alerts where kind = 'freeze'",
    );
    expect(alerts.map(({ severity }) => severity)).toEqual(["warning"]);
    const asking = await api.database.query(
      "select id from findings where finding #> '{evidence,more,place_unknown}' = '1'",
    );
    expect(asking.length).toBeGreaterThan(0);
    const sent = await api.database.query("select channel from outbox where channel <> 'email'");
    expect(sent).toEqual([]);
  });
});
