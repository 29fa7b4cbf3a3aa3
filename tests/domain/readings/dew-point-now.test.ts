import { describe, expect, test } from "vitest";
import { dewPointNow, type ReadSensor } from "../../../lib/devices/derived-values.ts";

const NOW = new Date("2026-11-20T10:00:00Z");
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

const temperature: ReadSensor = {
  key: "temp1",
  kind: "temperature",
  unit: "°F",
  value: 68,
  recordedAt: minutesAgo(5),
};
const humidity: ReadSensor = {
  key: "humidity1",
  kind: "humidity",
  unit: "%",
  value: 50,
  recordedAt: minutesAgo(7),
};

describe("the dew point of a pair", () => {
  test("is in the temperature's unit, to four decimals, as old as the older reading", () => {
    expect(dewPointNow({ temperature, humidity }, NOW, null)).toEqual({
      unit: "°F",
      value_num: 48.6593,
      recorded_at: "2026-11-20T09:53:00.000Z",
    });
    const older = { ...temperature, recordedAt: minutesAgo(9) };
    expect(dewPointNow({ temperature: older, humidity }, NOW, null)?.recorded_at).toBe(
      "2026-11-20T09:51:00.000Z",
    );
  });

  test("comes in the unit that is asked for", () => {
    expect(dewPointNow({ temperature, humidity }, NOW, "°C")).toMatchObject({
      unit: "°C",
      value_num: 9.2552,
    });
    const celsius = { ...temperature, unit: "°C", value: 20 };
    expect(dewPointNow({ temperature: celsius, humidity }, NOW, "°F")).toMatchObject({
      unit: "°F",
      value_num: 48.6593,
    });
  });

  test("takes a humidity that is sent as a share of one", () => {
    const share = { ...humidity, unit: "/", value: 0.5 };
    expect(dewPointNow({ temperature, humidity: share }, NOW, "°C")?.value_num).toBe(9.2552);
  });

  test("sends readings that are just a day old", () => {
    const old = { ...humidity, recordedAt: minutesAgo(24 * 60) };
    expect(dewPointNow({ temperature, humidity: old }, NOW, null)?.recorded_at).toBe(
      "2026-11-19T10:00:00.000Z",
    );
  });

  test.each<[string, Partial<ReadSensor>, Partial<ReadSensor>]>([
    ["a stale temperature", { recordedAt: minutesAgo(24 * 60 + 1) }, {}],
    ["a stale humidity", {}, { recordedAt: minutesAgo(24 * 60 + 1) }],
    ["a temperature that was never read", { value: null, recordedAt: null }, {}],
    ["a humidity that was never read", {}, { value: null, recordedAt: null }],
    ["a temperature without a value", { value: null }, {}],
    ["a temperature without a time", { recordedAt: null }, {}],
    ["a temperature without a unit", { unit: null }, {}],
    ["a humidity in grams", {}, { unit: "g/m³" }],
    ["a humidity without a unit", {}, { unit: null }],
    ["a temperature in no scale of temperature", { unit: "%" }, {}],
    ["a dry zero", {}, { value: 0 }],
    ["an unplugged probe's -127 °C", { unit: "°C", value: -127 }, {}],
  ])("with %s is not known", (_, warmth, moisture) => {
    const pair = { temperature: { ...temperature, ...warmth }, humidity: { ...humidity, ...moisture } };
    expect(dewPointNow(pair, NOW, null)).toBeNull();
    expect(dewPointNow(pair, NOW, "°C")).toBeNull();
  });
});
