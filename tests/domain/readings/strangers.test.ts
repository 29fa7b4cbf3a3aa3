import { describe, expect, it } from "vitest";
import { decodeSent } from "../../../lib/readings/decode-body.ts";
import { briefs, expectUnusable, read, refusal } from "./support.ts";

const labels = (body: unknown) => read(body).readings.map(({ key, label }) => `${key}: ${label}`);
const asked = (body: unknown) =>
  read(body)
    .readings.filter(({ unitAssumed }) => unitAssumed)
    .map(({ key }) => key);

describe("a body of a shape that no style knows", () => {
  it.each([["5.3,71\n5.4,72"], ["Dear all,\nwe are 5, as agreed"], ["a,b\nc,d"]])(
    "is none where text names nothing: %j",
    (text) => {
      expect(decodeSent(new TextEncoder().encode(text), "other").ok).toBe(false);
    },
  );

  it("is read without what its sender says is not connected, and without places for sensors", () => {
    const probes = {
      probeConnected: false,
      probeTemperature: 0,
      temperature: { value: "---", unit: "°C", alarm: 0 },
    };
    expect(briefs({ id: "a", humidity: 40, ...probes })).toEqual(["humidity humidity 40 %"]);
  });

  it("is labelled by its name where that names a place, so that a freezer is one", () => {
    expect(labels({ name: "Garage freezer", temp_c: -18.5 })).toEqual(["temp_c: Garage freezer temperature"]);
    expect(labels({ name: "esp-01", temp_c: 3 })).toEqual(["temp_c: Temperature"]);
  });

  it("is read without what tests a sensor, and without letters that count something", () => {
    expect(briefs({ roomTemp: 70, humidTest: 0 })).not.toContain("humidTest humidity 0 %");
    expectUnusable({ data: { P: 1007 }, realtime: { h: 0.42, d: 26, t: 5 } });
  });

  it("is in tenths only where a temperature beside a humidity beyond 100 % is in tenths, too", () => {
    expect(briefs({ humidity: 655, temperature: 215 })).toContain("humidity humidity 65.5 %");
    expect(refusal({ humidity: 655 }).name).toBe("unusable_payload");
    expect(briefs({ humidity: 655, temperature: 21 }).join()).not.toContain("humidity");
  });

  it("is a state where its unit only says what 1 means", () => {
    const sensors = [{ sensor_type: "motion", value: 1, unit: "detected" }];
    expect(briefs({ sensors })).toEqual(["motion motion 1!"]);
  });

  it("is read where a unit is written out, and where a table numbers its rows", () => {
    expect(briefs({ temp: "36.5 degrees Fahrenheit", humidity: 40 })).toContain("temp temperature 36.5 °F");
    const csv = '#,Date-Time (UTC),"Temperature (°F)","RH (%)"\n1,2026-03-08 07:15:00,35.1,77\n';
    const sent = decodeSent(new TextEncoder().encode(csv), "other");
    expect(sent.ok && briefs(sent.value)).toEqual(["temperature_f temperature 35.1 °F", "rh humidity 77 %"]);
  });

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

  it("takes water that is switched on, lacking or flowing for no leak", () => {
    const valve = { hub: { water: "ON", waterFlowing: true, bypass: "OFF", leak: 0 } };
    expect(briefs(valve)).toEqual(["hub_leak flood 0!"]);
    const humidifier = {
      result: { humidity: 35, water_lacks: true, water_tank_lifted: true, level: 1, mode: "auto" },
    };
    expect(briefs(humidifier)).toEqual(["humidity humidity 35 %"]);
  });

  it.each([
    [{ node: { temp_set: { value: 20 }, co2: 731, co2_lpf: 728 } }, ["co2 co2 731 ppm"]],
    [{ water: { waterSensor1: 66.4, waterSensor2: 0 } }, []],
    [
      { hw: [{ name: "cpu0", temperature: { value: 54.5, unit: "°C" } }], rooms: { temp_c: 19 } },
      ["temp_c temperature 19 °C"],
    ],
    [{ sensorUnits: { hourlyRadon: "pci" }, data: {}, hourlyRadon: 1.7 }, ["hourlyRadon generic 1.7 pCi/L"]],
    [{ today: { temp_c: 3 }, tomorrow: { temp_c: 9 } }, ["today_temp_c temperature 3 °C"]],
  ])("takes smoothed values, a computer's parts and days to come for nothing: %j", (body, expected) => {
    if (expected.length === 0) expectUnusable(body);
    else expect(briefs(body)).toEqual(expected);
  });

  it("takes what has changed, is active or is of a board for no measurement", () => {
    const body = { node: { tempHumidChanged: 0, hum_active: 0, temperatureBoard: 21, temperature_c: 5 } };
    expect(briefs(body)).toEqual(["temperature_c temperature 5 °C"]);
  });

  it("takes a preference, a downtime, a percentile and a switch for no measurement", () => {
    const body = { humidityPreference: 1, powerSwitch: 1, waterShortageDryingSwitch: 1, humidity: 36 };
    expect(briefs({ result: body })).toEqual(["humidity humidity 36 %"]);
    expectUnusable({ fw: { power_downtime_last_24h: 91, player_temperature: 50, DISALARM: 1 } });
    expectUnusable({ node: { distance_10th_percentile: { value: 4490, unit: "mm" } } });
  });

  it("takes a battery's millivolts, a radio's frequency and a sensor's life for nothing", () => {
    expectUnusable({
      node: { voltage: 3312, frequency: 868_100_000, sensor_life: { pm2_5: 1_567_924_345_130 } },
    });
    expectUnusable({ node: { voc: -1, co2: -1, pm25: -1 } });
  });

  it("takes a wire, an indicator and what is critical for no state of a home", () => {
    const valve = { valve: { floodDetectionWireState: true, flood: false, manualOpenIndicator: true } };
    expect(briefs(valve)).toEqual(["valve_flood flood 0!"]);
    expectUnusable({ pin: { "water-level-critical": 0 }, info: { "triac-temperature": 36 } });
  });

  it("takes no chlorine for carbon dioxide by its unit, and no battery for a level", () => {
    expect(briefs({ pool: { cl: { value: 1.2, unit: "ppm" } } })).toEqual(["pool_cl generic 1.2 ppm"]);
    const feature = (name: string, properties: object) => ({ feature: name, deviceId: "z1", properties });
    const body = [
      feature("device.power.battery", { level: { unit: "percent", value: 36 } }),
      feature("device.sensors.temperature", { value: { unit: "celsius", value: 5 } }),
    ];
    expect(briefs({ data: body })).toEqual(["z1_device.sensors.temperature temperature 5 °C"]);
  });

  it.each([
    [{ listeners: [{ id: "a", status: { trigger_value: "no_leak" } }] }, "a_leak flood 0!"],
    [{ task_type: "leak", state: "no_leak", battery_level: 80 }, "leak flood 0!"],
    [{ type: "leak", status: { value: "leak" } }, "leak flood 1!"],
    [{ device: "Kitchen", status: "Leak detected", battery: 90 }, "leak flood 1!"],
    [{ device: "Kitchen", status: "No leak detected" }, "leak flood 0!"],
    [{ sensor: "Hall", state: "Motion detected" }, "motion motion 1!"],
    [{ sensor: "Back door", status: "Door open" }, "door door 1!"],
  ])("is read of the words in which it says its state: %j", (body, expected) => {
    expect(briefs(body)).toEqual([expected]);
  });

  it("takes no type, and no second word for a state that is known, for one", () => {
    expectUnusable({ attributes: [{ name: "deviceType", value: "leak" }] });
    expect(briefs({ device: { leak: false, status: "Leak detected" } })).toEqual(["leak flood 0!"]);
    expectUnusable({ device: "Kitchen", status: "Water heater on" });
  });

  it.each([
    { title: "How to stop a water leak", status: "open", id: 4 },
    { device: "Camera", status: "Motion detection on" },
    { ac: { stemp: 22, set_tank_water_temperature: 50, temp_comp: 21.1 } },
    { ups: { temperature: 31, iaqi: { pm25: { v: 38 } } } },
  ])("takes no issue, setting or index for a state or a measurement: %j", (body) => {
    expectUnusable(body);
  });

  it("measures a target's temperature beside the head of an infrared thermometer alone", () => {
    const degrees = (value: number) => ({ value, unit: "°C" });
    const [target, other] = [{ target_temperature: degrees(5.3) }, { temperature: degrees(20) }];
    expect(briefs({ node: { ...target, head_temperature: degrees(6.3) } })).toEqual([
      "target_temperature temperature 5.3 °C",
      "head_temperature temperature 6.3 °C",
    ]);
    expect(briefs({ node: { ...target, ...other } })).toEqual(["temperature temperature 20 °C"]);
  });

  it("keeps paths apart whose names are longer than a key", () => {
    const deep = { one_really_long_name_of_a_building: { another_long_name_of_a_floor_of_it: {} } };
    deep.one_really_long_name_of_a_building.another_long_name_of_a_floor_of_it = {
      kitchen: { temperature_c: 5 },
      bedroom: { temperature_c: 6 },
    };
    expect(read(deep).readings.map(({ value }) => value)).toEqual([5, 6]);
  });

  it("is called by its zone, however deep the system is", () => {
    const zone = {
      zoneId: "34",
      name: "Main room",
      temperatureStatus: { temperature: 19, isAvailable: true },
    };
    const body = { locationId: "27", gateways: [{ temperatureControlSystems: [{ zones: [zone] }] }] };
    expect(labels(body)).toEqual(["34_temperature: Main room temperature"]);
  });

  it("reads the registers of a meter by their codes and units", () => {
    const registers = [
      { obis: "01-00:01.08.00*ff", value: 1234.5, unit: "Wh" },
      { obis: "01-00:16.07.00*ff", value: 100, unit: "W" },
    ];
    expect(briefs({ meter: { reading: { registers } } }).map((one) => one.replace(/^\S+ /, ""))).toEqual([
      "energy 1234.5 Wh",
      "power 100 W",
    ]);
  });

  it("keeps the key of what an event carries, whose id is another one each time", () => {
    const event = (id: string) => [{ id, eventTime: "2026-03-08T07:29:30Z", data: { temperature: "71" } }];
    expect(briefs(event("1807"))).toEqual(["temperature temperature 71 °F"]);
    expect(briefs(event("1808"))).toEqual(briefs(event("1807")));
  });

  it("is called by its label where it has a name of its type too", () => {
    const body = [{ id: "1", name: "Generic sensor", label: "Cellar", attributes: { temperature_c: 5 } }];
    expect(labels(body)).toEqual(["1_temperature_c: Cellar temperature"]);
  });

  it("is read from names, values as text and units side by side", () => {
    const node = { nodename: "House", names: ["power1", "temp"], values: ["100", "5.5"], units: ["W", "C"] };
    expect(briefs(node)).toEqual(["power1 power 100 W", "temp temperature 5.5 °C"]);
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

describe("what a newer firmware or another setting of a known sender adds", () => {
  const station = { PASSKEY: "AB", stationtype: "EasyWeatherPro_V5.1.6", dateutc: "2026-11-22 11:10:21" };
  const plotted = { dataType: "Percentage|TemperatureData", plotValues: "61.3|41.72" };
  const climate = (attributes: object) => ({
    entity_id: "climate.hall",
    state: "heat",
    attributes: { friendly_name: "Hall", ...attributes },
  });

  it.each<[string, unknown, string[]]>([
    [
      "no battery of a station as a room, air or a leak",
      { ...station, tf_ch1: "38.12", tf_batt1: "1.46", co2_batt: "6", pm25batt1: "5", batleak1: "1" },
      ["tf_ch1 temperature 38.12 °F"],
    ],
    [
      "the particles of a CO2 sensor as particles",
      { ...station, co2: "612", pm25_co2: "4.1", tf_co2: "63.1" },
      ["co2 co2 612 ppm", "pm25_co2 pm25 4.1 µg/m³", "tf_co2 temperature 63.1 °F"],
    ],
    [
      "no count of leaks as a leak",
      { model: "Govee-Water", id: 44, detect_wet: 1, leak_num: 1, mic: "CRC" },
      ["Govee-Water_44_leak flood 1!"],
    ],
    [
      "Tuya's temp_current beside its °F in °C",
      {
        result: [
          { code: "temp_current", value: 265 },
          { code: "temp_current_f", value: 797 },
          { code: "temp_unit_convert", value: "f" },
        ],
      },
      ["temperature temperature 26.5 °C"],
    ],
    [
      "a thermostat of Home Assistant by its attributes, in the scale of its highest setting",
      climate({ current_temperature: 61.4, current_humidity: 44, max_temp: 95, temperature: 64 }),
      ["hall_temperature temperature 61.4 °F", "hall_humidity humidity 44 %"],
    ],
    [
      "Home Assistant's weather in the unit that it names",
      {
        entity_id: "weather.home",
        state: "cloudy",
        attributes: { temperature: 3.1, temperature_unit: "°C" },
      },
      ["home_temperature temperature 3.1 °C"],
    ],
    [
      "two measurements of one Monnit sensor by what it plots",
      { sensorMessages: [{ sensorID: "70", ...plotted, plotLabels: "Humidity|Fahrenheit" }] },
      ["70_Humidity humidity 61.3 %", "70_Temperature temperature 41.72 °F"],
    ],
    [
      "pairs that a Particle sketch prints",
      { event: "cabin", data: "tempF=37.2;hum=60;batt=88", coreid: "e0" },
      ["e0_tempF temperature 37.2 °F", "e0_hum humidity 60 %"],
    ],
    [
      "an ESPHome state by its name where its id says nothing",
      { id: "binary_sensor-sump_float", name: "Sump float leak", value: true, state: "ON" },
      ["sump_float flood 1!"],
    ],
    [
      "what a station could not measure, as nothing",
      { ID: "K", PASSWORD: "x", dateutc: "now", tempf: "-9999", indoortempf: "61" },
      ["indoortempf temperature 61 °F"],
    ],
    [
      "no chip of a Shelly that switches as a room",
      {
        wifi_sta: { connected: true },
        relays: [{ ison: false }],
        temperature: 48.1,
        tmp: { tC: 48.1, is_valid: true },
        ext_temperature: { 0: { tC: 3.2 } },
      },
      ["ext_temperature0 temperature 3.2 °C", "relays0 generic 0!"],
    ],
    [
      "what The Things Network normalized, where the decoder left only text",
      {
        end_device_ids: { device_id: "n" },
        uplink_message: {
          decoded_payload: { bytes: "0a" },
          normalized_payload: [{ air: { temperature: 5.2 } }],
        },
      },
      ["n_air_temperature temperature 5.2 °C"],
    ],
    ["a feed by its name", { feed: "basement-humidity", value: "71" }, ["basement-humidity humidity 71 %"]],
    [
      "a scale among the settings of the device",
      { device: { settings: { temperatureUnit: "fahrenheit" } }, reading: { temperature: 35.1 } },
      ["temperature temperature 35.1 °F"],
    ],
  ])("is read: %s", (_, body, expected) => {
    expect(briefs(body)).toEqual(expected);
  });

  it("asks of a thermostat whose settings fit both scales, and refuses one that is unavailable", () => {
    expect(asked(climate({ current_temperature: 38, max_temp: 60 }))).toEqual(["hall_temperature"]);
    expectUnusable({ ...climate({ current_temperature: 38 }), state: "unavailable" });
  });

  it.each([
    [
      "Home Assistant's lines, which are named by their unit",
      "°C,domain=sensor,entity_id=pipe_temp,friendly_name=Pipe\\ temp value=2.9\n%,entity_id=cellar_humidity value=77",
      ["pipe_temp temperature 2.9 °C", "cellar_humidity humidity 77 %"],
    ],
    [
      "particles with a d for the point",
      "airgradient_pm2d5_ugm3 4\n",
      ["airgradient_pm2d5_ugm3 pm25 4 µg/m³"],
    ],
    [
      "no temperature of a host's own chips",
      'room_temp_celsius 6.1\nnode_hwmon_temp_celsius{chip="cpu",sensor="temp1"} 48\n',
      ["room_temp_celsius temperature 6.1 °C"],
    ],
    [
      "Graphite",
      "home.cellar.temperature 5.1 1763879000\nhome.cellar.temperature 5.3 1763880000\nhome.humidity;room=attic 71",
      [
        "home.cellar.temperature temperature 5.1 °C?",
        "home.cellar.temperature temperature 5.3 °C?",
        "attic_home.humidity humidity 71 %",
      ],
    ],
    [
      "StatsD's gauges, without what counts, takes time or is a change",
      "home.cellar.humidity:71|g|#room:cellar\nhome.posts:4|c\nhome.attic.temperature:-1|g",
      ["home.cellar.humidity humidity 71 %"],
    ],
    [
      "OpenTSDB by telnet",
      "put home.humidity 1763880000 71 room=attic",
      ["attic_home.humidity humidity 71 %"],
    ],
    [
      "CSV with a head: the newest line",
      "timestamp,temperature_c,Humidity (%)\n2026-11-23T07:50:00Z,5.1,70\n2026-11-23T08:00:00Z,5.3,71\n",
      ["temperature_c temperature 5.3 °C", "humidity humidity 71 %"],
    ],
    [
      "CSV that is written upwards, with commas in its numbers",
      'Zeit;"Temperatur; Keller (°C)"\n2026-11-23 08:00;5,3\n2026-11-23 07:50;5,1',
      ["temperatur_keller_c temperature 5.3 °C"],
    ],
    [
      "CSV of several devices: the newest line of each",
      "device_id,temperature_c\ncellar,5.1\nattic,-2.1\ncellar,5.3\n",
      ["cellar_temperature_c temperature 5.3 °C", "attic_temperature_c temperature -2.1 °C"],
    ],
    [
      "what Prometheus scrapes of ESPHome, without what says that a sensor has not failed",
      'esphome_sensor_value{id="cellar_temperature",unit="°C"} 5.3\nesphome_sensor_failed{id="cellar_temperature"} 0\n',
      ["cellar_temperature temperature 5.3 °C"],
    ],
    [
      "CSV without a head, where each line says what it is",
      "cellar,temperature,5.3,C\nattic,humidity,71,%",
      ["cellar_temperature temperature 5.3 °C", "attic_humidity humidity 71 %"],
    ],
    [
      "objects on lines of their own",
      '{"model":"A","id":1,"battery_ok":1,"temperature_C":5.1}\n{"model":"Water","id":2,"event":"Water Leak","mic":"CRC"}\n{"model":"T","type":"TPMS","id":"f","pressure_PSI":33,"mic":"CRC"}\n',
      ["A_1_temperature_C temperature 5.1 °C", "Water_2_leak flood 1!"],
    ],
    [
      "names and values on lines, with a unit behind the number",
      "Temperature: 21.5 °C\nHumidity = 40 %\nStatus: fine",
      ["Temperature temperature 21.5 °C", "Humidity humidity 40 %"],
    ],
    [
      "names and values between commas, as Daikin's modules answer",
      "ret=OK,htemp=21.5,hhum=-,otemp=3.0,err=0",
      ["htemp temperature 21.5 °C?", "otemp temperature 3 °C?"],
    ],
    [
      "what apcupsd prints",
      "APC      : 001,036\nSTATUS   : ONBATT\nLINEV    : 0.0 Volts\nITEMP    : 31.4 C\nBCHARGE  : 87.0 Percent",
      ["LINEV generic 0 V", "on_battery generic 1!"],
    ],
    [
      "line protocol, with a state and a battery",
      "leak,place=cellar water=true 1773000000000000000",
      ["leak_cellar_water flood 1!"],
    ],
  ])("is read of text: %s", (_, text, expected) => {
    const sent = decodeSent(new TextEncoder().encode(text), "other");
    expect(sent.ok && briefs(sent.value).toSorted()).toEqual(expected.toSorted());
  });
});
