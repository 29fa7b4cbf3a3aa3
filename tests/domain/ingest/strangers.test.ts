import { describe, expect, it } from "vitest";
import { briefs, expectUnusable, read } from "./support.ts";

const labels = (body: unknown) => read(body).readings.map(({ key, label }) => `${key}: ${label}`);
const asked = (body: unknown) =>
  read(body)
    .readings.filter(({ unitAssumed }) => unitAssumed)
    .map(({ key }) => key);

describe("a body of a shape that no style knows", () => {
  it("is read through its envelopes, with the units that stand beside the values", () => {
    const body = {
      deviceName: "Cellar node",
      data: { temperature: { value: 21.4, unit: "°C" }, humidity: { value: 47 } },
      battery: { percent: 88 },
      wifi: { rssi: -61 },
    };
    expect(briefs(body)).toEqual(["temperature temperature 21.4 °C", "humidity humidity 47 %"]);
    expect(read(body).health).toEqual({ batteryPct: 88, rssi: -61 });
  });

  it("is read from a list of names, values and units in any spelling", () => {
    const list = [
      { sensor: "Kitchen", type: "temperature", value: 70.1, unit: "fahrenheit" },
      { sensor: "Kitchen", type: "humidity", value: "44", unit: "%" },
    ];
    const expected = ["Kitchen_temperature temperature 70.1 °F", "Kitchen_humidity humidity 44 %"];
    expect(briefs({ sensors: list })).toEqual(expected);
    expect(briefs(list)).toEqual(expected);
    expect(briefs({ result: [{ parameter: "co2", val: 801 }] })).toEqual(["co2 co2 801 ppm"]);
  });

  it("keeps the keys of a list by the sender's ids, whatever the order", () => {
    const [fridge, freezer] = [
      { id: "A1", name: "Fridge", temperature_c: 4.1, battery: 90 },
      { id: "B2", name: "Freezer", temperature_c: -18.2, battery: 20 },
    ];
    const told = ["A1_temperature_c: Fridge temperature", "B2_temperature_c: Freezer temperature"];
    expect(labels({ devices: [fridge, freezer] })).toEqual(told);
    expect(labels({ devices: [freezer, fridge] }).toSorted()).toEqual(told);
    expect(read({ devices: [fridge, freezer] }).health).toEqual({});
  });

  it("asks of a temperature that nothing gives a unit, in °C until then", () => {
    const body = { payload: { device: "x", temperature: 21.4 } };
    expect(briefs(body)).toEqual(["temperature temperature 21.4 °C?"]);
    expect(asked(body)).toEqual(["temperature"]);
  });

  it.each([
    ["the scale of the body", { units: "imperial", data: { temperature: 41 } }, "°F"],
    ["units by name", { units: { temperature: "F" }, data: { temperature: 41 } }, "°F"],
    ["a unit beside the value", { data: { temperature: 41, temperature_unit: "F" } }, "°F"],
    [
      "the units of an Open-Meteo body",
      { current_units: { t2m_temp: "°C" }, current: { t2m_temp: 5 } },
      "°C",
    ],
    ["the name of the object around it", { observations: [{ imperial: { temp: 41 } }] }, "°F"],
    ["a mark in the middle of the name", { data: { tempC_probe: 5 } }, "°C"],
    [
      "a dew point that fits in one scale",
      { data: { temperature: 21.4, humidity: 47, dewpoint: 9.6 } },
      "°C",
    ],
    ["a dew point in °F", { temperature: 70.5, humidity: 47, dew_point: 49.3 }, "°F"],
  ])("takes the unit from %s", (_, body, unit) => {
    const found = read(body).readings.find(({ kind }) => kind === "temperature");
    expect([found?.unit, found?.unitAssumed]).toEqual([unit, undefined]);
  });

  it("says once what is said in °C and in °F", () => {
    expect(briefs({ station: { temp_c: 21.4, temp_f: 70.5 } })).toEqual(["temp_c temperature 21.4 °C"]);
  });

  it("is read where it is one value with its name, or has its name twice", () => {
    const one = { sensor: "cellar", type: "temperature", value: 5.3, unit: "C" };
    expect(briefs(one)).toEqual(["cellar_temperature temperature 5.3 °C"]);
    expect(briefs({ data: [{ id: "a", temperature: { temperature: 5.3, valid: true } }] })).toEqual([
      "a_temperature temperature 5.3 °C?",
    ]);
  });

  it("takes no number for a temperature that can only be in hundredths", () => {
    expectUnusable({ probe: { sensors: [{ type: "temperature", id: 0, value: 2140 }] } });
  });

  it("takes a humidity beyond 100 % for tenths or hundredths, and its temperature with it", () => {
    const tenths = { hub: { temperature: { latest: 53 }, humidity: { latest: 441 } } };
    expect(briefs(tenths)).toEqual(["hub_temperature temperature 5.3 °C?", "hub_humidity humidity 44.1 %"]);
    const hundredths = { hub: { temperature: { latest: -518 }, humidity: { latest: 4410 } } };
    expect(briefs(hundredths)).toEqual([
      "hub_temperature temperature -5.18 °C?",
      "hub_humidity humidity 44.1 %",
    ]);
    expectUnusable({ hub: { humidity: { latest: 65_535 } } });
  });

  it("takes a number and its unit in one text apart, under a name that is measured", () => {
    const body = { probe: { distance: "1250 mm", temperature: "5.3°C", note: "5 °C" } };
    expect(briefs(body)).toEqual(["probe_distance generic 1250 mm", "probe_temperature temperature 5.3 °C"]);
  });

  it("reads what is nested where that says more than the states beside it", () => {
    const body = {
      isOpened: true,
      isMotionDetected: false,
      stats: { temperature: { value: 5.3 }, humidity: { value: 40 } },
    };
    expect(briefs(body)).toEqual([
      "isOpened door 1!",
      "isMotionDetected motion 0!",
      "temperature temperature 5.3 °C?",
      "humidity humidity 40 %",
    ]);
  });

  it("finds a value in an envelope deeper than its unit", () => {
    const body = {
      current: { Temperature: { spot: { value: "5.3", time: 1763800000 }, unit: "degrees_celsius" } },
    };
    expect(briefs(body)).toEqual(["Temperature temperature 5.3 °C"]);
  });

  it("takes the newest of a series, and the last row of a table", () => {
    const series = [
      { ts: 1_700_000_000_000, value: "21.3" },
      { ts: 1_600_000_000_000, value: "11" },
    ];
    expect(briefs({ temperature_c: series })).toEqual(["temperature_c temperature 21.3 °C"]);
    const table = { fields: ["id", "temp_f", "humidity"], data: [[7, 71, 40]] };
    expect(briefs(table)).toEqual(["temp_f temperature 71 °F", "humidity humidity 40 %"]);
  });

  it("leaves out settings, statistics, forecasts, chips and coordinates", () => {
    const body = {
      location: { lat: 52.1, lon: 13.2 },
      forecast: [{ temp_c: 3 }],
      status: { temperature_c: 5, target_temperature: 21, temp_max_c: 9, cpu_temp: 55, humidity_offset: 2 },
    };
    expect(briefs(body)).toEqual(["temperature_c temperature 5 °C"]);
  });

  it("reads words of a leak, a door and a movement as states", () => {
    expect(briefs({ data: { water_leak: "detected", door: "closed", motion: "inactive" } })).toEqual([
      "water_leak flood 1!",
      "door door 0!",
      "motion motion 0!",
    ]);
  });

  it("takes volts and a flag for no percent of a battery", () => {
    expect(read({ data: { temperature_c: 5, battery: 3.61 } }).health).toEqual({});
    expect(read({ data: { temperature_c: 5, battV: 3.6, battery_low: true } }).health).toEqual({});
  });

  it.each([
    [
      {
        eventType: "changeReport",
        eventVersion: "1",
        context: { deviceType: "WoLock", lockState: "LOCKED" },
      },
    ],
    [{ heap: 21_000, uptime: 5, f_cnt: 8, f_port: 2, nonce: 4, loadavg: 0.5 }],
    [{ position: { lat: 52.1, lon: 13.2 }, speed: { id: 4 } }],
    [{ data: { battery: 50 } }],
    [{ msg: { code: 200, version: "1.2", counter: 7 } }],
  ])("of which nothing is a measurement is refused: %j", (body) => {
    expectUnusable(body);
  });
});

describe("Zigbee2MQTT", () => {
  it("sends °C, and the state of its own chip, battery and radio is no sensor", () => {
    const body = {
      battery: 97,
      humidity: 44.1,
      linkquality: 120,
      temperature: 5,
      voltage: 2900,
      device_temperature: 30,
    }; // prettier-ignore
    expect(briefs(body)).toEqual(["humidity humidity 44.1 %", "temperature temperature 5 °C"]);
    expect(asked(body)).toEqual([]);
    expect(read(body).health).toEqual({ batteryPct: 97 });
  });

  it("says of a leak sensor whether it is wet, and nothing else", () => {
    const body = { water_leak: false, battery_low: false, tamper: false, battery: 100, linkquality: 80 };
    expect(briefs(body)).toEqual(["water_leak flood 0!"]);
  });

  it("says of a thermostat what it measures, not what it is set to", () => {
    const body = {
      local_temperature: 18.5,
      occupied_heating_setpoint: 22,
      local_temperature_calibration: -1,
      linkquality: 33,
    }; // prettier-ignore
    expect(briefs(body)).toEqual(["local_temperature temperature 18.5 °C"]);
  });

  it("says of a plug what it takes, with the mains beside", () => {
    const body = { state: "ON", power: 12.5, voltage: 231, current: 0.05, energy: 3.2, linkquality: 90 };
    expect(briefs(body)).toEqual([
      "state generic 1!",
      "power power 12.5 W",
      "voltage generic 231 V",
      "current generic 0.05 A",
      "energy energy 3.2 kWh",
    ]);
  });
});
