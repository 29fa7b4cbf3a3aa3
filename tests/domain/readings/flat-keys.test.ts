import { describe, expect, it, test } from "vitest";
import { briefs, expectUnusable, read } from "./support.ts";

test.each([
  [{ openStatusChangedAt: 1_763_800_000_000 }],
  [{ reportedWhen: 1_763_800_000 }],
  [{ roomID: 5, enabled: true, visible: true }],
  [{ iroPeriod: 600, iroCode: 1, eventType: "x" }],
  [{ Interrupt_flag: 0, Sensor_flag: 1, vdd: 3654 }],
  [{ "position.latitude": 44.9, "position.longitude": -93.2 }],
])("%j measures nothing of a home", (body) => {
  expectUnusable(body);
});

test("keeps a number that is no moment, and what a kind explains", () => {
  expect(briefs({ kettle: 1_399_999_999, temp1: 40 })).toEqual([
    "kettle generic 1399999999",
    "temp1 temperature 40 °F?",
  ]);
});

test("takes bare temperatures of nodes that machines read for °C, and those of a home's own firmware for °F", () => {
  expect(briefs({ temperature: 5.3, vdd: 3654 })).toEqual(["temperature temperature 5.3 °C?"]);
  expect(briefs({ "ble.sensor.temperature": 5.1 })).toEqual(["ble.sensor.temperature temperature 5.1 °C?"]);
  expect(briefs({ temperature: 40.1, temp1: 41, vdd: 3300 })).toEqual([
    "temperature temperature 40.1 °C?",
    "temp1 temperature 41 °F?",
  ]);
});

test("does not take the level of a gas or of a sound for a fill level", () => {
  expect(briefs({ co_level: 0, "Sound Level": 38, humidity: 40 })).toEqual([
    "co_level generic 0 ppm",
    "Sound Level generic 38 dB",
    "humidity humidity 40 %",
  ]);
});

test("takes the scale that a body states for all of its temperatures", () => {
  expect(briefs({ indoorTemperature: 61, outdoorTemperature: 31, units: "Fahrenheit" })).toEqual([
    "indoorTemperature temperature 61 °F",
    "outdoorTemperature temperature 31 °F",
  ]);
  expect(briefs({ temperature: 5.3, temperatureUnit: "C" })).toEqual(["temperature temperature 5.3 °C"]);
});

describe("flat keys", () => {
  it("are a sensor each, with kind and unit by their names", () => {
    expect(briefs({ temp2: 35.75, humidity2: "51", door2: false, co2: 702, co2_ok: "on", x: 3 })).toEqual([
      "temp2 temperature 35.75 °F?",
      "humidity2 humidity 51 %",
      "door2 door 0!",
      "co2 co2 702 ppm",
      "co2_ok generic 1!",
      "x generic 3",
    ]);
  });

  it("are in the units their devices use", () => {
    expect(
      briefs({ baromrelin: "29.41", pressure: 1002, voc: 88, pm25: 6, level: 9, energy: 2, power: 40 }),
    ).toEqual([
      "baromrelin pressure 29.41 inHg",
      "pressure pressure 1002 hPa",
      "voc voc 88 ppb",
      "pm25 pm25 6 µg/m³",
      "level level 9 %",
      "energy energy 2 kWh",
      "power power 40 W",
    ]);
  });

  it.each([
    [{ ch_water_pressure: 1.5 }, ["ch_water_pressure pressure 1.5 bar"]],
    [{ water_pressure: 30 }, ["water_pressure generic 30"]],
    [{ pressure: 1.5 }, ["pressure generic 1.5"]],
    [{ bureau_pressure: 1013 }, ["bureau_pressure pressure 1013 hPa"]],
    [{ ch_1_pressure: 1013 }, ["ch_1_pressure pressure 1013 hPa"]],
    [{ toilet_pressure: 1013 }, ["toilet_pressure pressure 1013 hPa"]],
    [{ pressure: 29.9 }, ["pressure pressure 29.9 inHg"]],
    [{ pressure_hpa: 1.5 }, ["pressure_hpa pressure 1.5 hPa"]],
    [{ sensors: [{ key: "boiler_pressure", value: 1.4 }] }, ["boiler_pressure pressure 1.4 bar"]],
    [{ Time: "2026-03-08T07:30:00", Tank: { Pressure: 1.4 } }, ["Tank_Pressure generic 1.4"]],
  ])("take a bare pressure for the air's only where it can be: %j", (body, expected) => {
    expect(briefs(body)).toEqual(expected);
  });

  it("are in the units that their names end in", () => {
    expect(briefs({ temp1: 40, wh: 12_345, wind_speed_mph: 3 })).toEqual([
      "temp1 temperature 40 °F?",
      "wh generic 12345 Wh",
      "wind_speed_mph generic 3 mph",
    ]);
  });

  it("show no scale where they are hotter than any room", () => {
    expect(read({ temp: 231, room: 20.5 }).readings[0]).toMatchObject({ unitAssumed: true });
    expect(briefs({ esp32_temp: 52.3 })).toEqual(["esp32_temp generic 52.3"]);
  });

  it("are °F unless a mark or the body says otherwise", () => {
    expect(briefs({ temp_c: 3, tempf: 38, temp: 37 })).toEqual([
      "temp_c temperature 3 °C",
      "tempf temperature 38 °F",
      "temp temperature 37 °F?",
    ]);
    expect(briefs({ temp: 3, TempUnit: "C" })).toEqual(["temp temperature 3 °C"]);
  });

  it("take a guessed state only from a boolean or a bare 0 or 1", () => {
    expect(briefs({ leak1: 1, moisture: 35, motion: "0", door: "open" })).toEqual([
      "leak1 flood 1!",
      "moisture generic 35",
      "motion motion 0!",
      "door door 1!",
    ]);
  });

  it.each([
    [{ contact: true, linkquality: 120 }, "closed"],
    [{ contact: true, battery: 100, voltage: 3000, tamper: false }, "closed"],
    [{ metrics: { contact: false, battery_low: false } }, "closed"],
    [{ contact: true }, undefined],
    [{ contact: true, battery: 88, rssi: -61 }, undefined],
    [{ door1: true, linkquality: 120 }, undefined],
    [{ contact: 1, linkquality: 120 }, undefined],
  ] as const)("know what the contact of %j says by true", (body, means) => {
    const { readings } = read(body);
    expect(readings.find(({ kind }) => kind === "door")?.trueMeans).toBe(means);
  });

  it("never make a measurement of a boolean", () => {
    expect(briefs({ temp_alarm: true, humidity_low: false, power: true })).toEqual([
      "temp_alarm generic 1!",
      "humidity_low generic 0!",
      "power power 1!",
    ]);
  });

  it("skip what is no value beside what is one", () => {
    expect(briefs({ temp3: 66, a: null, b: "text", c: {}, d: [1], e: "nan", f: "" })).toEqual([
      "temp3 temperature 66 °F?",
    ]);
  });

  it("leave out health and metadata", () => {
    const body = {
      temp: 50,
      battery: 9,
      last_seen: 1.7e12,
      linkquality: 88,
      fw_version: 3,
      ram_free: 5,
      update_x: 1,
    };
    expect(briefs(body)).toEqual(["temp temperature 50 °F?"]);
  });

  it("keep a flag such as batt1 apart from the battery", () => {
    expect(read({ temp: 50, batt1: "0" }).health).toEqual({});
  });

  it("flag an unplugged probe in the assumed scale and in the stated one", () => {
    expect(read({ a_temp: -127, b_temp: -196.6, temp_c: -196.6, x: -127 }).faultyKeys).toEqual([
      "a_temp",
      "b_temp",
    ]);
    expectUnusable({ temp7: -127 });
    expect(read({ temp7: -127, battery: 50 }).faultyKeys).toEqual(["temp7"]);
  });

  it("do no harm as names of object members", () => {
    const body = JSON.parse('{"__proto__":4,"constructor":5,"toString":6,"hasOwnProperty":7}');
    expect(briefs(body)).toEqual([
      "__proto__ generic 4",
      "constructor generic 5",
      "toString generic 6",
      "hasOwnProperty generic 7",
    ]);
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });

  it("that are one key after cleaning give one reading, the last", () => {
    expect(briefs({ "a\u0000": 1, a: 2 })).toEqual(["a generic 2"]);
  });

  it("may include a key called state", () => {
    expect(briefs({ state: "on", attributes: 3 })).toEqual(["state generic 1!", "attributes generic 3"]);
  });
});
