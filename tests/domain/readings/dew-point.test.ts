import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  dewPoint,
  dewPointNow,
  placeOf,
  type ReadSensor,
  sensorPairs,
} from "../../../lib/devices/derived-values.ts";
import type { SensorKind } from "../../../schema/vocabulary.ts";

describe("temperature and humidity of one place", () => {
  test.each([
    ["temp1", "1"],
    ["humidity1", "1"],
    ["temperature", ""],
    ["bme280_temperature", "bme280"],
    ["BME280_Humidity", "bme280"],
    ["temp_avg", "avg"],
    ["tempF", ""],
    ["rh2", "2"],
    ["cellarTemp", "cellar"],
    ["Keller Temperatur 2", "keller_2"],
    ["attic_temp", "attic"],
    ["bathRoomTemp", "bath_room"],
    ["roomtemp2", "room_2"],
  ])("%s is at %j", (key, place) => {
    expect(placeOf(key)).toBe(place);
  });

  const KINDS: Record<string, SensorKind> = { t: "temperature", h: "humidity", g: "generic" };
  test.each([
    ["by their number", "t:temp1 t:temp2 h:humidity2 h:humidity1", ["temp1 humidity1", "temp2 humidity2"]],
    ["by the name in front", "t:BME280_Temp t:DS18B20_Temp h:BME280_Hum", ["BME280_Temp BME280_Hum"]],
    ["where there is one of each, whatever their names", "t:tC h:feuchte", ["tC feuchte"]],
    ["never by a guess among humidities", "t:tC h:air1 h:air2", []],
    ["never by a guess among temperatures", "t:attic t:cellar h:bath", []],
    ["with no humidity shared", "t:temp1 t:temperature1 h:humidity1 h:rh3", ["temp1 humidity1"]],
    ["by the kind's word, not the name's", "g:temp1 h:humidity1", []],
  ])("are paired %s", (_, sensors, pairs) => {
    const all = sensors
      .split(" ")
      .map((each) => ({ kind: KINDS[each[0] ?? ""] ?? "co2", key: each.slice(2) }));
    expect(sensorPairs(all).map(({ temperature, humidity }) => `${temperature.key} ${humidity.key}`)).toEqual(
      pairs,
    );
  });
});

describe("the dew point", () => {
  // From the Magnus form itself, and within 0.1 °C of psychrometric tables.
  test.each([
    [20, "°C", 50, 9.26],
    [25, "°C", 60, 16.69],
    [0, "°C", 80, -3.04],
    [-10, "°C", 90, -11.34],
    [30, "°C", 100, 30],
    [-45, "°C", 100, -45],
    [60, "°C", 100, 60],
    [68, "°F", 50, 48.67],
  ])("of %d %s at %d %% is %d", (value, unit, humidity, expected) => {
    expect(dewPoint(value, unit, humidity)).toBeCloseTo(expected, 1);
  });

  test("is never above the temperature, and rises with humidity", () => {
    const humidity = fc.double({ min: 1, max: 99, noNaN: true });
    fc.assert(
      fc.property(fc.double({ min: -45, max: 60, noNaN: true }), humidity, (celsius, pct) => {
        const dew = dewPoint(celsius, "°C", pct) ?? Number.NaN;
        expect(dew).toBeLessThanOrEqual(celsius + 1e-9);
        expect(dewPoint(celsius, "°C", pct + 1) ?? Number.NaN).toBeGreaterThan(dew);
      }),
    );
  });

  test.each([
    [20, "°C", 0],
    [20, "°C", 101],
    [20, "°C", Number.NaN],
    [-127, "°C", 50],
    [-45.1, "°C", 50],
    [60.1, "°C", 50],
    [20, "%", 50],
  ])("of %d %s at %d %% is unknown", (value, unit, humidity) => {
    expect(dewPoint(value, unit, humidity)).toBeNull();
  });
});

describe("the dew point of a pair", () => {
  const NOW = new Date("2026-11-20T10:00:00Z");
  const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
  const STALE = { recordedAt: minutesAgo(24 * 60 + 1) };
  const pairOf = (warmth: Partial<ReadSensor> = {}, moisture: Partial<ReadSensor> = {}) => ({
    temperature: {
      ...{ key: "temp1", kind: "temperature" as const, unit: "°F", value: 68, recordedAt: minutesAgo(5) },
      ...warmth,
    },
    humidity: {
      ...{ key: "humidity1", kind: "humidity" as const, unit: "%", value: 50, recordedAt: minutesAgo(7) },
      ...moisture,
    },
  });

  test("is in the temperature's unit or the one asked for, to four decimals, as old as the older reading", () => {
    const then = { unit: "°F", value_num: 48.6593, recorded_at: "2026-11-20T09:53:00.000Z" };
    expect(dewPointNow(pairOf(), NOW, null)).toEqual(then);
    expect(dewPointNow(pairOf(), NOW, "°C")).toEqual({ ...then, unit: "°C", value_num: 9.2552 });
    expect(dewPointNow(pairOf({ recordedAt: minutesAgo(24 * 60) }), NOW, null)).toEqual({
      ...then,
      recorded_at: "2026-11-19T10:00:00.000Z",
    });
    expect(dewPointNow(pairOf({}, { unit: "/", value: 0.5 }), NOW, null)).toEqual(then);
  });

  test.each<[string, Partial<ReadSensor>, Partial<ReadSensor>]>([
    ["a stale temperature", STALE, {}],
    ["a stale humidity", {}, STALE],
    ["a temperature that was never read", { value: null, recordedAt: null }, {}],
    ["a humidity that was never read", {}, { value: null, recordedAt: null }],
    ["a temperature without a unit", { unit: null }, {}],
    ["a humidity in grams", {}, { unit: "g/m³" }],
    ["a dry zero", {}, { value: 0 }],
    ["an unplugged probe's -127 °C", { unit: "°C", value: -127 }, {}],
  ])("with %s is not known", (_, warmth, moisture) => {
    expect(dewPointNow(pairOf(warmth, moisture), NOW, null)).toBeNull();
  });
});
