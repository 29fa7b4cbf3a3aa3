import { describe, expect, test } from "vitest";
import { placeOf, sensorPairs } from "../../../lib/devices/derived-values.ts";
import type { SensorKind } from "../../../schema/vocabulary.ts";

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
    ["attic_temp", "attic"],
    ["bathRoomTemp", "bath_room"],
    ["roomtemp2", "room_2"],
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
    expect(pairs(["tC", "temperature"], ["air1", "humidity"], ["air2", "humidity"])).toEqual([]);
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
