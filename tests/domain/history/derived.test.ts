import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BatteryDay, batteryDaysLeft } from "../../../lib/domain/derived/battery-days-left.ts";
import { dewPoint } from "../../../lib/domain/derived/dew-point.ts";
import { placeOf, sensorPairs } from "../../../lib/domain/derived/sensor-pairs.ts";
import type { SensorKind } from "../../../schema/vocabulary.ts";

describe("the dew point", () => {
  // From the Magnus form itself, and within 0.1 °C of psychrometric tables.
  test.each([
    [20, 50, 9.26],
    [25, 60, 16.69],
    [0, 80, -3.04],
    [-10, 90, -11.34],
    [30, 100, 30],
  ])("of %d °C at %d %% is %d °C", (celsius, humidity, expected) => {
    expect(dewPoint(celsius, "°C", humidity)).toBeCloseTo(expected, 1);
  });

  test("comes in the unit of the temperature", () => {
    expect(dewPoint(68, "°F", 50)).toBeCloseTo(9.26 * 1.8 + 32, 1);
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
    [85, "°C", 50],
    [20, "%", 50],
  ])("of %d %s at %d %% is unknown", (value, unit, humidity) => {
    expect(dewPoint(value, unit, humidity)).toBeNull();
  });
});

describe("temperature and humidity of one place", () => {
  const sensor = (key: string, kind: SensorKind) => ({ key, kind });
  const pairs = (...sensors: [string, SensorKind][]): string[] =>
    sensorPairs(sensors.map(([key, kind]) => sensor(key, kind))).map(
      ({ temperature, humidity }) => `${temperature.key} + ${humidity.key}`,
    );

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
  ])("%s is at %j", (key, place) => {
    expect(placeOf(key)).toBe(place);
  });

  test("are paired by their number", () => {
    expect(
      pairs(
        ["temp1", "temperature"],
        ["temp2", "temperature"],
        ["humidity2", "humidity"],
        ["humidity1", "humidity"],
      ),
    ).toEqual(["temp1 + humidity1", "temp2 + humidity2"]);
  });

  test("are paired by the name in front", () => {
    expect(
      pairs(
        ["BME280_Temperature", "temperature"],
        ["DS18B20_Temperature", "temperature"],
        ["BME280_Humidity", "humidity"],
      ),
    ).toEqual(["BME280_Temperature + BME280_Humidity"]);
  });

  test("belong together where there is one of each, whatever they are called", () => {
    expect(pairs(["tC", "temperature"], ["feuchte", "humidity"])).toEqual(["tC + feuchte"]);
  });

  test("are never guessed among several", () => {
    expect(pairs(["attic", "temperature"], ["cellar", "temperature"], ["bath", "humidity"])).toEqual([]);
  });

  test("share no humidity", () => {
    expect(
      pairs(
        ["temp1", "temperature"],
        ["temperature1", "temperature"],
        ["humidity1", "humidity"],
        ["rh3", "humidity"],
      ),
    ).toEqual(["temp1 + humidity1"]);
  });

  test("take the kind's word for it, not the name's", () => {
    expect(pairs(["temp1", "generic"], ["humidity1", "humidity"])).toEqual([]);
  });
});

describe("a battery", () => {
  const TODAY = 20_777;
  const falling = (days: number, from: number, perDay: number): BatteryDay[] =>
    Array.from({ length: days }, (_, index) => ({
      day: TODAY - days + 1 + index,
      pct: from - perDay * index,
    }));

  test("that falls a percent a day has as many days left as percent", () => {
    expect(batteryDaysLeft(falling(30, 80, 1), TODAY)).toBe(51);
  });

  test("has the same days left however the values are ordered", () => {
    expect(batteryDaysLeft(falling(30, 80, 1).toReversed(), TODAY)).toBe(51);
  });

  test("is not judged by a few odd days", () => {
    const dips = falling(30, 80, 1).map(({ day, pct }, index) => ({
      day,
      pct: index % 9 === 4 ? pct - 4 : pct,
    }));
    expect(batteryDaysLeft(dips, TODAY)).toBe(51);
  });

  test("that reports in whole percents still has a line", () => {
    const rounded = falling(40, 90, 0.4).map(({ day, pct }) => ({ day, pct: Math.round(pct) }));
    const left = batteryDaysLeft(rounded, TODAY) ?? 0;
    expect(left).toBeGreaterThan(160);
    expect(left).toBeLessThan(210);
  });

  test("that has not been heard of for days has those days fewer", () => {
    const silent = falling(20, 80, 1).map(({ day, pct }) => ({ day: day - 10, pct }));
    expect(batteryDaysLeft(silent, TODAY)).toBe(51);
  });

  test("that should be empty by now has none left", () => {
    expect(
      batteryDaysLeft(
        falling(12, 12, 1.2).map(({ day, pct }) => ({ day: day - 8, pct })),
        TODAY,
      ),
    ).toBe(0);
  });

  test.each([
    ["flat", falling(30, 80, 0)],
    ["falling too slowly to tell", falling(30, 80, 0.01)],
    ["charging", falling(30, 20, -2)],
    ["charged three days ago", [...falling(30, 40, 1).slice(0, 27), ...falling(3, 100, 1)]],
    ["known for six days only", falling(6, 80, 1)],
    ["known by four values only", falling(30, 80, 1).filter((_, index) => index % 8 === 0)],
    ["good for more than three years", falling(40, 100, 0.06)],
    ["not known at all", []],
    ["last seen two months ago", falling(30, 80, 1).map(({ day, pct }) => ({ day: day - 60, pct }))],
  ])("that is %s has no days left to tell", (_, values) => {
    expect(batteryDaysLeft(values, TODAY)).toBeNull();
  });

  test("that was changed two weeks ago is judged since then", () => {
    const changed = [...falling(30, 40, 1).slice(0, 16), ...falling(14, 100, 2)];
    expect(batteryDaysLeft(changed, TODAY)).toBe(37);
  });
});
