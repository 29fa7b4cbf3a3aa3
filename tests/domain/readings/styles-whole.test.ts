import { describe, expect, test } from "vitest";
import { briefs, expectUnusable, NOW, read, refusal } from "./support.ts";

const labels = (body: unknown) => read(body).readings.map(({ key, label }) => `${key}: ${label}`);

describe("Home Assistant", () => {
  const entity = (state: string, attributes: object, entity_id: unknown = "sensor.x") => ({
    entity_id,
    state,
    attributes,
  });

  test.each([
    ["temperature", "temperature"],
    ["temperature_delta", "generic"],
    ["carbon_dioxide", "co2"],
    ["pressure", "pressure"],
    ["atmospheric_pressure", "pressure"],
    ["pm25", "pm25"],
    ["pm1", "generic"],
    ["pm4", "generic"],
    ["pm10", "generic"],
    ["carbon_monoxide", "generic"],
    ["volatile_organic_compounds", "voc"],
    ["volatile_organic_compounds_parts", "voc"],
    ["energy", "energy"],
    ["energy_storage", "energy"],
    ["power", "power"],
    ["apparent_power", "power"],
    ["battery", "level"],
    ["wind_speed", "temperature"],
  ])("the class %s of a number is %s", (device_class, kind) => {
    // A unit that would make it a temperature, where the class did not say otherwise.
    const attributes = { device_class, unit_of_measurement: "°C" };
    expect(briefs(entity("5", attributes))).toEqual([`x ${kind} 5 °C`]);
  });

  test.each([
    ["moisture", "flood"],
    ["door", "door"],
    ["garage_door", "door"],
    ["opening", "door"],
    ["window", "door"],
    ["motion", "motion"],
    ["moving", "motion"],
    ["occupancy", "motion"],
    ["presence", "motion"],
    ["connectivity", "generic"],
  ])("the class %s of a state is %s", (device_class, kind) => {
    expect(briefs(entity("on", { device_class }, "binary_sensor.leak"))).toEqual([`leak ${kind} 1!`]);
  });

  test("of the class temperature is one, whatever its name is", () => {
    const attributes = { device_class: "temperature", unit_of_measurement: "°C" };
    expect(briefs(entity("5", attributes, "sensor.pm1"))).toEqual(["pm1 temperature 5 °C"]);
  });

  test("comes in arrays of 256 at most", () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => entity("5", {}, `sensor.s${at}`));
    expect(read(many(256)).readings).toHaveLength(256);
    expect(refusal(many(257)).name).toBe("too_many_readings");
  });

  test("without a class goes by its name, a state as well", () => {
    expect(briefs(entity("on", {}, "binary_sensor.leak"))).toEqual(["leak flood 1!"]);
    expect(briefs(entity("5", { device_class: 5 }, "sensor.humidity"))).toEqual(["humidity humidity 5 %"]);
  });

  test.each<[unknown, string, string]>([
    ["sensor.pantry", "Pantry", "pantry: Pantry"],
    ["pantry", "Pantry", "pantry: Pantry"],
    ["sensor.", "Pantry shelf", "pantry_shelf: Pantry shelf"],
    [null, "Pantry", "pantry: Pantry"],
    ["sensor. ", "", "state: state"],
  ])("the entity %j called %j is %s", (id, friendly_name, told) => {
    expect(labels(entity("5", { friendly_name }, id))).toEqual([told]);
  });

  test("is no array that holds a record of SenML", () => {
    expect(refusal([entity("unknown", {})]).sentence).toBe(
      "No usable reading: saw a Home Assistant entity whose state is no number and none of on, off, open, closed",
    );
    expect(briefs([entity("5", {}), { n: "a", v: 1 }])).toEqual(["a generic 1"]);
    expectUnusable([entity("5", {}), { n: "a", vs: "x" }]);
  });
});

describe("a Shelly of the second generation", () => {
  test("gives what each of its components measures", () => {
    const meter = { apower: 1, aenergy: { total: 2 }, voltage: 3, current: 4 };
    expect(
      briefs({
        "temperature:0": { tC: 1, tF: 33.8 },
        "humidity:0": { rh: 2 },
        "flood:0": { alarm: true },
        "smoke:0": { alarm: false },
        "input:0": { state: true },
        "illuminance:0": { lux: 3 },
        "voltmeter:100": { voltage: 4 },
        "switch:0": { output: true, ...meter, temperature: { tC: 50 } },
        "cover:0": { current_pos: 40, ...meter },
        "pm1:0": meter,
        "em:0": { total_act_power: 9 },
        "em1:1": { act_power: 8 },
      }),
    ).toEqual([
      "temperature0 temperature 1 °C",
      "humidity0 humidity 2 %",
      "flood0 flood 1!",
      "smoke0 generic 0!",
      "input0 generic 1!",
      "illuminance0 generic 3 lx",
      "voltmeter100 generic 4 V",
      "switch0 generic 1!",
      "switch0_power power 1 W",
      "switch0_energy energy 2 Wh",
      "switch0_voltage generic 3 V",
      "switch0_current generic 4 A",
      "cover0 generic 40 %",
      "cover0_power power 1 W",
      "cover0_energy energy 2 Wh",
      "cover0_voltage generic 3 V",
      "cover0_current generic 4 A",
      "pm10_power power 1 W",
      "pm10_energy energy 2 Wh",
      "pm10_voltage generic 3 V",
      "pm10_current generic 4 A",
      "em0_power power 9 W",
      "em11_power power 8 W",
    ]);
  });

  test("tells its health, bare or in a notification, also without a reading", () => {
    const parts = { "devicepower:0": { battery: { percent: 63 } }, wifi: { rssi: -49 } };
    const health = { batteryPct: 63, rssi: -49 };
    expect(read(parts)).toEqual({ readings: [], health, faultyKeys: [] });
    expect(read({ params: parts }).health).toEqual(health);
    const second = { battery: { percent: 5 } };
    expect(read({ ...parts, "devicepower:1": second }).health).toEqual(health);
    expect(read({ "devicepower:0": { battery: 5 }, "humidity:0": { rh: 2 } }).health).toEqual({});
  });
});

describe("a Shelly of the first generation", () => {
  test("gives its meters, sensors and relays", () => {
    expect(
      briefs({
        wifi_sta: {},
        meters: [{ power: 1 }, { power: 2, total: 9 }],
        emeters: [{ power: 3, voltage: 230, total: 4 }],
        tmp: { tC: 5 },
        hum: { value: 6 },
        flood: false,
        sensor: { state: "open" },
        ext_temperature: { 0: { tC: 7 }, 1: { tC: "8" }, 2: 9, 3: null },
        relays: [{ ison: true }, { ison: false }],
        temperature: 50,
      }),
    ).toEqual([
      "meters0_power power 1 W",
      "meters1_power power 2 W",
      "emeters0_power power 3 W",
      "emeters0_voltage generic 230 V",
      "emeters0_energy energy 4 Wh",
      "temperature temperature 5 °C",
      "humidity humidity 6 %",
      "flood flood 0!",
      "door door 1!",
      "ext_temperature0 temperature 7 °C",
      "ext_temperature1 temperature 8 °C",
      "relays0 generic 1!",
      "relays1 generic 0!",
    ]);
  });

  test("tells its health", () => {
    expect(read({ wifi_sta: { rssi: -66 }, bat: { value: 77 } }).health).toEqual({
      batteryPct: 77,
      rssi: -66,
    });
  });
});

describe("Sensor.Community", () => {
  const items = (...pairs: [unknown, unknown][]) => ({
    sensordatavalues: pairs.map(([value_type, value]) => ({ value_type, value })),
  });

  test("gives each quantity by the end of its name", () => {
    expect(
      briefs(
        items(
          ["PMS_P0", "1"],
          ["PMS_P1", "2"],
          ["PMS_P2", "3"],
          ["SPS30_P4", "4"],
          ["temperature", "5"],
          ["BMP_pressure", "6"],
          ["BMP_pressure_sealevel", "7"],
          ["humidity", "8"],
          ["conc_co2_ppm", "9"],
          ["PMS_P3", "1"],
          ["temperature_x", "1"],
          ["PMS_P2x", "1"],
          ["PMS_P1x", "1"],
          ["humidity_x", "1"],
          ["pressure_x", "1"],
          ["co2_ppm_x", "1"],
          ["samples", "812"],
          [5, "1"],
          ["humidity", "damp"],
        ),
      ),
    ).toEqual([
      "PMS_P0 generic 1 µg/m³",
      "PMS_P1 generic 2 µg/m³",
      "PMS_P2 pm25 3 µg/m³",
      "SPS30_P4 generic 4 µg/m³",
      "temperature temperature 5 °C",
      "BMP_pressure pressure 6 Pa",
      "BMP_pressure_sealevel pressure 7 Pa",
      "humidity humidity 8 %",
      "conc_co2_ppm co2 9 ppm",
    ]);
  });

  test("tells its last signal, alone as well", () => {
    expect(read(items(["signal", "-72"], ["signal", "-70"])).health).toEqual({ rssi: -70 });
    expectUnusable(items(["x", 1]));
  });
});

describe("Ruuvi Station", () => {
  test("names each tag by its name, else its id", () => {
    const tag = { temperature: 1, dataFormat: 5 };
    expect(
      briefs({
        tags: [
          { ...tag, name: "Fridge", humidity: 2, pressure: 3, voltage: 2.9 },
          { ...tag, name: " ", id: "AA:01" },
          { ...tag, id: "AA:02" },
          tag,
        ],
      }),
    ).toEqual([
      "Fridge_temperature temperature 1 °C",
      "Fridge_humidity humidity 2 %",
      "Fridge_pressure pressure 3 Pa",
      "Fridge_voltage generic 2.9 V",
      "AA:01_temperature temperature 1 °C",
      "AA:02_temperature temperature 1 °C",
    ]);
    expect(labels({ tags: [{ ...tag, name: "Fridge" }] })).toEqual([
      "Fridge_temperature: Fridge temperature",
    ]);
  });
});

describe("an event of ESPHome", () => {
  const event = (rest: object) => ({ id: "sensor-yard", state: "-1.5 °C", value: -1.5, ...rest });

  test.each<[object, string[]]>([
    [{}, ["yard temperature -1.5 °C"]],
    [{ state: "+4.0V", value: 4 }, ["yard generic 4 V"]],
    [{ state: "4 5", value: 4 }, ["yard generic 4"]],
    [{ state: "x4 °C", value: 4 }, ["yard generic 4"]],
    [{ state: "4 °C x", value: 4 }, ["yard generic 4"]],
    [{ id: "sensor-temp", state: "4", value: 4 }, ["temp temperature 4 °F?"]],
    [{ id: "binary_sensor-leak", state: "ON", value: true }, ["leak flood 1!"]],
  ])("with %j gives %j", (rest, told) => {
    expect(briefs(event(rest))).toEqual(told);
  });

  test("is labelled by its name, else by its id", () => {
    expect(labels(event({ name: "Back yard" }))).toEqual(["yard: Back yard"]);
    expect(labels(event({ id: "sensor-back Yard" }))).toEqual(["back_yard: back Yard"]);
  });

  test.each([{ value: "hot" }, { id: "sensor-!" }])("with %j gives nothing", (rest) => {
    expectUnusable(event(rest));
  });
});

describe("Telegraf", () => {
  const metric = (rest: object) => ({
    name: "bme",
    tags: { host: "pi" },
    fields: { temp_c: 5 },
    timestamp: 0,
    ...rest,
  });

  test.each<[object, string[]]>([
    [{}, ["bme_temp_c temperature 5 °C"]],
    [{ tags: { z: "last", host: "pi", a: "first" } }, ["bme_first_last_temp_c temperature 5 °C"]],
    [{ tags: { c: "3", a: "1", d: "4", b: "2" } }, ["bme_1_2_3_4_temp_c temperature 5 °C"]],
    [{ tags: { a: 5, b: "x" } }, ["bme_x_temp_c temperature 5 °C"]],
    [{ tags: null }, ["bme_temp_c temperature 5 °C"]],
    [{ tags: { topic: "a//b:c" } }, ["bme_a_b_c_temp_c temperature 5 °C"]],
    [{ name: "n".repeat(60), fields: { hum: 5 } }, [`${"n".repeat(48)}_hum humidity 5 %`]],
    [{ fields: { "a/hum": 5 } }, ["bme_a_hum humidity 5 %"]],
    [{ name: "humidity", fields: { value: 5 } }, ["humidity humidity 5 %"]],
    [{ fields: { on: true, text: "x" } }, ["bme_on generic 1!"]],
  ])("with %j gives %j", (rest, told) => {
    expect(briefs(metric(rest))).toEqual(told);
  });

  test.each([
    [1e11, 1e3, 10],
    [1e11 - 1, 1, -10],
    [1e14, 1e6, 10],
    [1e14 - 1, 1e3, -10],
    [1e17, 1e9, 10],
    [1e17 - 16, 1e6, -10],
  ])("a timestamp of %d counts %d in a second", (timestamp, perSecond, seconds) => {
    // Far from now, so that the two readings keep nothing but their distance.
    const other = metric({ timestamp: timestamp + seconds * perSecond, fields: { temp_c: 6 } });
    const { readings } = read({ metrics: [metric({ timestamp }), other] });
    const ages = readings.map(({ atMs }) => (atMs === null ? 0 : NOW.getTime() - atMs));
    expect(ages.map(Math.round)).toEqual([10_000, 0]);
  });

  test("leaves out a metric without fields", () => {
    expect(briefs({ metrics: [metric({ fields: null }), metric({})] })).toHaveLength(1);
  });

  test("without a number for a timestamp is read as of now", () => {
    expect(read(metric({ timestamp: "5" })).readings[0]?.atMs).toBeNull();
  });
});

describe("one level of nesting", () => {
  test("knows Tasmota's counters by their names, and only below ENERGY", () => {
    const counters = {
      Total: 1,
      Today: 2,
      Yesterday: 3,
      ApparentPower: 4,
      ReactivePower: 5,
      Voltage: 6,
      Current: 7,
      Frequency: 8,
    };
    expect(briefs({ ENERGY: counters })).toEqual([
      "ENERGY_Total energy 1 kWh",
      "ENERGY_Today energy 2 kWh",
      "ENERGY_Yesterday energy 3 kWh",
      "ENERGY_ApparentPower power 4 VA",
      "ENERGY_ReactivePower generic 5 var",
      "ENERGY_Voltage generic 6 V",
      "ENERGY_Current generic 7 A",
      "ENERGY_Frequency generic 8 Hz",
    ]);
    expect(briefs({ Time: "x", METER: { Total: 1 } })).toEqual(["METER_Total generic 1"]);
  });

  test.each<[object, string[]]>([
    [
      { A: { DewPoint: 1, dew_point: 2, Dewpoints: 3, xDewPoint: 4 }, TempUnit: "F" },
      [
        "A_DewPoint generic 1 °F",
        "A_dew_point generic 2 °F",
        "A_Dewpoints generic 3",
        "A_xDewPoint generic 4",
      ],
    ],
    [{ Time: "x", A: { Pressure: 1000 } }, ["A_Pressure pressure 1000 hPa"]],
    [{ A: { Pressure: 1000 }, PressureUnit: "mmHg" }, ["A_Pressure pressure 1000 mmHg"]],
    [{ A: { Pressure: 1000 }, PressureUnit: "C" }, ["A_Pressure pressure 1000 hPa"]],
    [{ A: { pressure_kpa: 1 }, PressureUnit: "mmHg" }, ["A_pressure_kpa pressure 1 kPa"]],
    [
      {
        Time: "x",
        A: {
          Temperature: 1,
          CarBattery: 7,
          Battery: 5,
          BatteryX: 6,
          Endpoint: 1,
          EndpointX: 2,
          Group: 3,
          GroupX: 4,
          LQI: 9,
        },
      },
      [
        "A_Temperature temperature 1 °C",
        "A_CarBattery generic 7",
        "A_EndpointX generic 2",
        "A_GroupX generic 4",
      ],
    ],
    [{ A: {}, B: { Humidity: 3 }, update: { x: 1 }, time: { x: 1 } }, ["B_Humidity humidity 3 %"]],
    [{ ZbReceived: { Sonoff: { Humidity: 3 }, empty: {} } }, ["Sonoff_Humidity humidity 3 %"]],
  ])("%j gives %j", (body, told) => {
    expect(briefs(body)).toEqual(told);
  });

  test("labels a reading by its parent and its name", () => {
    expect(labels({ Time: "x", "MJ 1": { Temperature: 20 } })).toEqual([
      "MJ 1_Temperature: MJ 1 Temperature",
    ]);
  });
});

describe("typed sensors", () => {
  const typed = (entry: object, rest: object = {}) => briefs({ sensors: [{ key: "x", ...entry }], ...rest });

  test.each<[object, object, string[]]>([
    [{ kind: "", value: 4, unit: "C" }, {}, ["x temperature 4 °C"]],
    [{ kind: null, value: 4, unit: "C" }, {}, ["x temperature 4 °C"]],
    [{ kind: 5, value: 4, unit: "C" }, {}, ["x generic 4 °C"]],
    [{ kind: "temperature", value: 4 }, { unit: "C" }, ["x temperature 4 °C"]],
    [{ value: 4, bool: true }, {}, ["x generic 4"]],
    [{ kind: "motion", value: 0, bool: 7 }, {}, ["x motion 1!"]],
    [{ kind: "motion", bool: 0 }, {}, ["x motion 0!"]],
    [{ kind: "level", bool: 0 }, {}, ["x generic 0!"]],
    [{ kind: "level", value: 4, bool: true }, {}, ["x level 4 %"]],
  ])("%j beside %j are %j", (entry, rest, told) => {
    expect(typed(entry, rest)).toEqual(told);
  });

  test("are labelled by label, else by name", () => {
    expect(labels({ sensors: [{ key: "x", value: 1, label: "L", name: "N" }] })).toEqual(["x: L"]);
    expect(labels({ sensors: [{ key: "x", value: 1, name: "N" }] })).toEqual(["x: N"]);
  });
});

describe("the classic temp object", () => {
  test.each<[object, string[]]>([
    [
      { temp: { 1: 40, avg: 41, max: 42, "1a": 43, a1: 44, xavg: 45, avgx: 46 } },
      ["temp1 temperature 40 °F?", "temp_avg temperature 41 °F?"],
    ],
    [{ temp: { 1: 4 }, unit: "C" }, ["temp1 temperature 4 °C"]],
    [{ temp: { a1: { f: 42 } } }, ["temp_a1 temperature 42 °F"]],
    [
      { temp: { max: { f: 42 }, "1a": { c: 5, h: 50 } } },
      ["temp_max temperature 42 °F", "temp_1a temperature 5 °C", "humidity_1a humidity 50 %"],
    ],
  ])("%j gives %j", (body, told) => {
    expect(briefs(body)).toEqual(told);
  });
});

describe("of several styles that claim a body the first counts", () => {
  const metric = { name: "a", fields: { hum: 5 } };

  test("that finds a reading", () => {
    expect(briefs({ "temperature:0": {}, ...metric })).toEqual(["a_hum humidity 5 %"]);
  });

  test("that finds the health of the device", () => {
    const body = { "devicepower:0": { battery: { percent: 63 } }, ...metric };
    expect(read(body)).toEqual({ readings: [], health: { batteryPct: 63 }, faultyKeys: [] });
  });

  test("that finds a probe unplugged", () => {
    expect(refusal({ "temperature:0": { tC: -127 }, ...metric }).sentence).toBe(
      "No usable reading: the probe of temperature0 is unplugged or broken",
    );
  });
});

describe("flat keys", () => {
  test("know a contact of Zigbee2MQTT, and no other door beside it", () => {
    const { readings } = read({ contact: true, linkquality: 120, door: true });
    expect(readings.map(({ key, trueMeans }) => `${key} ${trueMeans}`)).toEqual([
      "contact closed",
      "door undefined",
    ]);
  });

  test("leave out the state of an entity, whatever else there is", () => {
    expect(briefs({ state: "on", attributes: {}, hum: 4 })).toEqual(["hum humidity 4 %"]);
  });

  test("of a report of Tasmota are read beside its sensors", () => {
    const body = { Time: "x", PressureUnit: "hPa", Relay: 5, BMP: { Pressure: 990 } };
    expect(briefs(body)).toEqual(["Relay generic 5", "BMP_Pressure pressure 990 hPa"]);
  });

  test("in a wrapper bring the health beside them", () => {
    expect(read({ data: { hum: 4, battery: 50, rssi: -60 } })).toMatchObject({
      health: { batteryPct: 50, rssi: -60 },
    });
    expectUnusable({ data: { battery: 50 } });
    expectUnusable({ data: { hum: "damp" } });
  });
});
