import { describe, expect, it } from "vitest";
import { briefs, expectUnusable, read } from "./support.ts";

const values = (body: unknown) =>
  read(body).readings.map(({ kind, value, unit }) => `${kind} ${value} ${unit}`);

describe("a number that is written in another way", () => {
  it.each([
    ["a comma for a point", { node: "a", temp_c: "5,3" }, "temperature 5.3 °C"],
    ["its unit behind it", { node: "a", temperature: "21,5 °C" }, "temperature 21.5 °C"],
    ["tenths by the name", { "cellar-temp-c-x10": 53 }, "temperature 5.3 °C"],
    ["hundredths by the name", { node: "a", temp_c_x100: 530 }, "temperature 5.3 °C"],
    ["tenths by the unit", { probe: { temperature: { value: 53, unit: "0.1 °C" } } }, "temperature 5.3 °C"],
    ["a scale beside it", [{ name: "room_temp", value: 215, scale: 0.1, unit: "°C" }], "temperature 21.5 °C"],
    [
      "a divisor beside it",
      [{ name: "room_temp", value: 215, divisor: 10, unit: "C" }],
      "temperature 21.5 °C",
    ],
    ["hundredths beside a setting", { room: { temp: 2050, setpoint: 2000 } }, "temperature 20.5 °C"],
    ["a unit as its name", { temperature: { fahrenheit: 77.8, celsius: 25.4 } }, "temperature 25.4 °C"],
    [
      "a unit with hyphens",
      [{ name: "Supply temp", value: 51, units: "degrees-fahrenheit" }],
      "temperature 51 °F",
    ],
  ])("is read with %s", (_, body, expected) => {
    expect(values(body)).toEqual([expected]);
  });

  it("takes three places behind a comma for thousands, and reads nothing", () => {
    expectUnusable({ node: "a", temp_c: "1,234" });
  });

  it.each([-32_768, 32_767, 65_535, 9_999, -999, "NaN", "unavailable", "", null, 85])(
    "reads nothing of %j °C",
    (raw) => {
      expect(values({ node: "a", temp_c: raw, humidity: 44 })).toEqual(["humidity 44 %"]);
    },
  );

  it("believes 85 °C of a boiler", () => {
    expect(values({ node: "a", boiler_temp_c: 85 })).toEqual(["temperature 85 °C"]);
  });

  it("takes no bare number of a boiler for °F because it is hot", () => {
    expect(briefs({ node: "a", boiler_temperature: 62 })).toEqual(["boiler_temperature temperature 62 °C?"]);
    expect(briefs({ node: "a", room_temperature: 62 })).toEqual(["room_temperature temperature 62 °F"]);
  });

  it("takes no bare number for a temperature that may be in tenths", () => {
    expectUnusable({ node: "a", temperature: 150 });
  });
});

describe("a unit at the end of a name", () => {
  it.each([
    [{ pressure_hPa: 1002 }, "pressure 1002 hPa"],
    [{ "Pressure (hPa)": 1002 }, "pressure 1002 hPa"],
    [{ power_kW: 1.5 }, "power 1.5 kW"],
    [{ energy_MWh: 2 }, "energy 2 MWh"],
  ])("is taken as it is written: %j", (body, expected) => {
    expect(values(body)).toEqual([expected]);
  });
});

describe("names of other languages", () => {
  it.each([
    [
      { Temperatur: "5,3", Luftfeuchtigkeit: 61, Luftdruck: 1013, Fenster: "zu", Wasser: "nein" },
      ["temperature 5.3 °C", "humidity 61 %", "pressure 1013 hPa", "door 0 null", "flood 0 null"],
    ],
    [
      { température: 19.5, humidité: 55, pression: 1013, porte: "ouverte", fuite_eau: true },
      ["temperature 19.5 °C", "humidity 55 %", "pressure 1013 hPa", "door 1 null", "flood 1 null"],
    ],
    [
      { temperatura: "19.5 ºC", humedad: "55 %", puerta: "cerrada", fuga: "no" },
      ["temperature 19.5 °C", "humidity 55 %", "door 0 null", "flood 0 null"],
    ],
    [{ lecturas: [{ magnitud: "temperatura", valor: 12.1, unidad: "°C" }] }, ["temperature 12.1 °C"]],
  ])("are read: %j", (body, expected) => {
    expect(values(body)).toEqual(expected);
  });
});

describe("states", () => {
  it.each([
    [{ node: "a", door_closed: true }, "door_closed door 1!", "closed"],
    [{ door_closed: true }, "door_closed door 1!", "closed"],
    [{ node: "a", door_status: "door closed" }, null, undefined],
    [{ node: "a", door: "Door closed" }, "door door 0!", undefined],
    [{ node: "a", leak: "no leak" }, "leak flood 0!", undefined],
    [{ node: "a", leak: "not detected" }, "leak flood 0!", undefined],
    [{ node: "a", leak: "1" }, "leak flood 1!", undefined],
    [{ waterDetected: true }, "waterDetected flood 1!", undefined],
  ])("are read by name and word: %j", (body, expected, means) => {
    const [first] = read(body).readings;
    if (expected !== null) expect([briefs(body), first?.trueMeans]).toEqual([[expected], means]);
    else expect(first?.value).toBe(0);
  });

  it.each([
    [{ node: "a", doorbell: true, water_heater: true, door_lock: true, water_ok: true, leak_count: 1 }],
    [{ node: "a", ringToOpenTimer: 0, state: 1, door_state: 1, temp_alarm: false }],
  ])("are none of the sender's other news: %j", (body) => {
    expectUnusable(body);
  });
});

describe("a body with a stranger's marks", () => {
  it("gives only what is understood of it", () => {
    const body = {
      nodeid: "emonth5",
      temperature: 19.3,
      humidity: 61.2,
      battery: 2.9,
      pulsecount: 12,
      mode: 2,
    };
    expect(briefs(body)).toEqual(["temperature temperature 19.3 °C?", "humidity humidity 61.2 %"]);
    expect(read(body).health).toEqual({});
  });

  it("is refused where that is nothing", () => {
    expectUnusable({ uuid: "25-00", count: 4, kettle: 12 });
    expectUnusable({
      imei: "35x",
      speed: 0,
      heading: 120,
      sat: 9,
      hdop: 1.1,
      odometer: 122,
      ignition: false,
    });
  });

  it("says nothing of what a thermostat is set to, whatever it calls that", () => {
    const body = {
      name: "Den",
      tempunits: 0,
      spacetemp: 68,
      heattemp: 66,
      cooltemp: 75,
      hum: 37,
      hum_setpoint: 25,
    };
    expect(values(body)).toEqual(["temperature 68 °F", "humidity 37 %"]);
  });

  it("is read where a name says a measurement, its unit and a series of values", () => {
    const body = {
      data: [
        {
          param: "temperature",
          units: "C",
          points: [
            { ts: 1, value: 20 },
            { ts: 2, value: 21.3 },
          ],
        },
      ],
    };
    expect(values(body)).toEqual(["temperature 21.3 °C"]);
  });

  it("takes the state of a thing for no value of what it measures", () => {
    expect(values({ type: "temp", addr: "28ff1", temp: 21.4, state: 1 })).toEqual(["temperature 21.4 °C"]);
    expect(values({ zones: [{ name: "Front door", status: "open" }] })).toEqual(["door 1 null"]);
    expect(briefs({ node: "a", temp_avg: 19.5, temp_min: 17 })).toEqual(["temp_avg temperature 19.5 °C?"]);
  });

  it("is taken for metric beside an air pressure that is", () => {
    expect(briefs({ temperature: 21, pressure: 1008 })[0]).toBe("temperature temperature 21 °C?");
    expect(briefs({ temperature: 21, pressure: 29.9 })[0]).toBe("temperature temperature 21 °F?");
  });

  it("leaves firmware of one's own each of its numbers", () => {
    expect(briefs({ temp1: 40, kettle: 12, note: "hello" })).toContain("kettle generic 12");
    expect(briefs({ humidity: 40, kettle: 12 })).toContain("kettle generic 12");
  });

  it("is in °F where one of its rooms can only be", () => {
    const body = { id: "a", indoor_temperature: 71, outdoor_temperature: 28 };
    expect(values(body)).toEqual(["temperature 71 °F", "temperature 28 °F"]);
  });

  it("says what is measured now, not what was lowest, highest or usual", () => {
    const body = {
      temperature: { current: 19.8, min: 18.1, max: 21.4, unit: "C" },
      averageHumidity: 50,
      humidity: 51,
    };
    expect(values(body)).toEqual(["temperature 19.8 °C", "humidity 51 %"]);
  });

  it("keeps apart what it measures at several places", () => {
    expect(briefs({ data: { temperature_c: { internal: 21.5, ambient: 22.3 } } })).toEqual([
      "temperature_c_internal temperature 21.5 °C",
      "temperature_c_ambient temperature 22.3 °C",
    ]);
  });

  it("is named by what stands above a value without a name", () => {
    const feature = {
      feature: "sensors.temperature",
      properties: { value: { type: "number", value: 7.3, unit: "celsius" } },
    };
    expect(values({ data: [feature] })).toEqual(["temperature 7.3 °C"]);
  });

  it("is read from a table with the units of its columns", () => {
    const body = {
      sensors: ["time", "tmp", "hum"],
      units: ["s", "C", "pc"],
      datapoints: [[1_434_527_586, 22.1, 41]],
    };
    expect(values(body)).toEqual(["temperature 22.1 °C", "humidity 41 %"]);
  });

  it("is told apart by what it measures where its list has no ids", () => {
    const [temperature, humidity] = [
      { metric: "temperature", temperature: { celsius: 25.4 } },
      { metric: "humidity", humidity: { relativePercentage: 34 } },
    ];
    const keys = (list: unknown[]) => read({ readings: list }).readings.map(({ key }) => key);
    expect(keys([temperature, humidity]).toSorted()).toEqual(keys([humidity, temperature]).toSorted());
  });

  it("names short keys where both are there", () => {
    expect(briefs({ t: 21.4, h: 45 })).toEqual(["t temperature 21.4 °C?", "h humidity 45 %"]);
  });
});

describe("a number whose name alone would mislead", () => {
  it.each([
    [
      "what a converter counts",
      { Time: "2026-01-14T19:36:51", ANALOG: { A0: 1024 }, BH1750: { Lux: 8 } },
      ["generic 8 lx"],
    ],
    [
      "the strength of a radar's echo",
      { Time: "2026-01-01T17:07:07", AS3935: { Distance: 12, Energy: 58622 } },
      ["generic 12 null"],
    ],
    ["a unit for the whole body", { power_delivered: 230, unit: "W" }, ["power 230 W"]],
    ["a meter's kilowatts", { serial: "B4", power_delivered: 1.23 }, ["power 1.23 kW"]],
    ["a meter's watts", { serial: "B4", power_delivered: 874 }, ["power 874 W"]],
    ["a level beyond 100 %", { node: "tank", water_level: 650 }, ["generic 650 null"]],
    ["a level in centimetres", { node: "tank", lvl_cm: 9.9 }, ["generic 9.9 cm"]],
    ["watts of consumption", { node: "a", Consumption_W: 270, Consumption_Avg: 259 }, ["power 270 W"]],
    ["a capacity in its name", { node: "a", RemainingCapacity_W: 6841, Consumption_W: 270 }, ["power 270 W"]],
    ["a wind in m/s", { model: "WS69", mic: "CRC", wind_avg_m_s: 0.8 }, ["generic 0.8 m/s"]],
    ["a rain in inches", { model: "5n1", mic: "CRC", rain_in: 2.17 }, ["generic 2.17 in"]],
    ["a hot bed", { result: { heater_bed: { temperature: 59.8, target: 60 } } }, ["temperature 59.8 °C"]],
    ["milliwatts", { node: "a", power_mW: 4038, shunt_voltage_mV: 3.2 }, ["power 4038 mW", "generic 3.2 mV"]],
    ["a wind in ms", { node: "a", wind_speed_ms: 2.1 }, ["generic 2.1 m/s"]],
    [
      "what it feels like",
      { node: "a", temp_c: 18.3, feeltemperature: 16 },
      ["temperature 18.3 °C", "generic 16 °C"],
    ],
    ["the sun's power", { node: "a", sunpower: 615, temp_c: 4 }, ["generic 615 null", "temperature 4 °C"]],
    ["a unit above", { flow: { unit: "kW", GRID: { currentPower: 1.57 } } }, ["power 1.57 kW"]],
    ["a meter's data", { "emdata:0": { total_act: 1234.5 } }, ["energy 1234.5 Wh"]],
    ["volts of a sketch", { humidity: 51, voltage: 12.41 }, ["humidity 51 %", "generic 12.41 V"]],
  ])("is read as it is meant: %s", (_, body, expected) => {
    expect(values(body)).toEqual(expected);
  });

  it("takes the battery of a house for no battery of the sender's", () => {
    expect(read({ site: "a", batteryPower: -320, batterySoc: 8, gridPower: 5 }).health).toEqual({});
  });
});

describe("what stands beside a value", () => {
  const labels = (body: unknown) => read(body).readings.map(({ label, kind }) => `${label}: ${kind}`);

  it("makes a bare temperature that of the outdoors, where the weather is told", () => {
    const weather = { windSpeed: 3.1, windDirection: 200, humidity: 80 };
    expect(labels({ location: "x", values: { temperature: -2.5, ...weather } })).toContain(
      "Outdoor temperature: temperature",
    );
    expect(labels({ location: "x", values: { tempin: 20.5, ...weather } })).not.toContain(
      "Outdoor temperature: temperature",
    );
    expect(labels({ location: "x", values: { temperature: 20.5, outdoorTemp: 3.5, ...weather } })).toContain(
      "Temperature: temperature",
    );
    const felt = { temperature: 21.5, heatIndex: 21.9, feelsLike: 22, window: 0 };
    expect(labels({ location: "x", values: felt })).toContain("Temperature: temperature");
    expect(labels({ location: "x", values: { temperature: 21.5, fanSpeed: 3, windSpeed: 2 } })).toContain(
      "Temperature: temperature",
    );
  });

  it("makes a current one of amperes only where something is electric", () => {
    expect(labels({ id: "a", name: "Socket", voltage: 230, current: 0.4 })).toContain("Current: generic");
    expectUnusable({ id: "a", name: "Tank", current: 25.3, min: 24, max: 27 });
  });
});

describe("a leak told in a sentence", () => {
  const told = (text: string) => read({ alert: text }).readings.map(({ kind, value }) => `${kind} ${value}`);

  it.each([
    "Water leak detected by Basement Sensor",
    "Leak detected in Kitchen",
    "Basement Sensor detected a water leak",
  ])("is one with its place: %s", (text) => {
    expect(told(text)).toEqual(["flood 1"]);
  });

  it("is none where the sentence says that it is over or never was", () => {
    expect(told("No water leak detected in Kitchen")).toEqual(["flood 0"]);
    expect(told("Leak detected in Kitchen has been resolved")).toEqual(["flood 0"]);
    expectUnusable({ alert: "Sensor no longer detected a leak" });
  });

  it("has its word in Dutch, Swedish and Romanian too", () => {
    for (const name of ["waterlek", "vattenläcka", "scurgere"])
      expect(read({ node: "a", room: "x", [name]: true }).readings.map(({ kind }) => kind)).toEqual([
        "flood",
      ]);
  });
});

it("reads temperatures by their places below a name of several, and no level beyond a full tank", () => {
  const { readings } = read({ temps: { cellar: 3.2, attic: -4.1 }, unit: "C" });
  expect(readings.map(({ label, value, unit }) => `${label} ${value} ${unit}`)).toEqual([
    "Temps cellar 3.2 °C",
    "Temps attic -4.1 °C",
  ]);
  expect(read({ liquid_level: 132, temp1: 40 }).readings[0]).toMatchObject({ kind: "generic", unit: null });
});
