import { describe, expect, it } from "vitest";
import { briefs, expectUnusable, read } from "./support.ts";

describe("one level of nesting", () => {
  it("gives keys of parent and member, in °C where nothing says otherwise", () => {
    expect(
      briefs({ Time: "2025-02-03T04:05:06", AM2301: { Temperature: 8.5, Humidity: 77, Id: "3" } }),
    ).toEqual(["AM2301_Temperature temperature 8.5 °C", "AM2301_Humidity humidity 77 %"]);
  });

  it("honours the units at the top", () => {
    const body = {
      BME280: { Temperature: 50.5, Pressure: 29.5, DewPoint: 30 },
      TempUnit: "F",
      PressureUnit: "inHg",
    };
    expect(briefs(body)).toEqual([
      "BME280_Temperature temperature 50.5 °F",
      "BME280_Pressure pressure 29.5 inHg",
      "BME280_DewPoint generic 30 °F",
    ]);
  });

  it("knows the gases and the energy counters of Tasmota", () => {
    expect(
      briefs({ IAQ: { eCO2: 500, TVOC: 12, Resistance: 5 }, ENERGY: { Today: 1.5, Power: 9, Voltage: 231 } }),
    ).toEqual([
      "IAQ_eCO2 co2 500 ppm",
      "IAQ_TVOC voc 12 ppb",
      "IAQ_Resistance generic 5",
      "ENERGY_Today energy 1.5 kWh",
      "ENERGY_Power power 9 W",
      "ENERGY_Voltage generic 231 V",
    ]);
  });

  it("goes one level further below ZbReceived and StatusSNS", () => {
    expect(
      briefs({ ZbReceived: { "0x1A2B": { Device: "0x1A2B", Water: 1, Endpoint: 1, LinkQuality: 80 } } }),
    ).toEqual(["0x1A2B_Water flood 1!"]);
    expect(briefs({ StatusSNS: { Time: "x", DS18B20: { Temperature: 40 }, TempUnit: "F" } })).toEqual([
      "DS18B20_Temperature temperature 40 °F",
    ]);
    expectUnusable({ a: { b: { c: 1 } } });
  });

  it("keeps the battery of a nested device out of everything", () => {
    const payload = read({
      "MJ-1": { Temperature: 20, Battery: 2 },
      "MJ-2": { Temperature: 21, Battery: 90 },
    });
    expect(payload.readings.map((reading) => reading.key)).toEqual(["MJ-1_Temperature", "MJ-2_Temperature"]);
    expect(payload.health).toEqual({});
  });

  it("flags an unplugged probe", () => {
    expect(read({ A: { Temperature: -127 }, B: { Temperature: 5 } }).faultyKeys).toEqual(["A_Temperature"]);
    expectUnusable({ A: { Temperature: -127 } });
  });

  it("counts only where the native shapes yield nothing", () => {
    expect(briefs({ temp1: 60, A: { Temperature: 5 } })).toEqual(["temp1 temperature 60 °F?"]);
    expectUnusable({ update: { installed: 3 } });
  });

  it("of a Tasmota report counts beside its switches, so that no probe gets lost", () => {
    const body = { Time: "2025-02-03T04:05:06", Switch1: "ON", DS18B20: { Temperature: -4 }, TempUnit: "C" };
    expect(briefs(body)).toEqual(["Switch1 generic 1!", "DS18B20_Temperature temperature -4 °C"]);
  });
});
