import { describe, expect, it } from "vitest";
import { briefs, NOW, read } from "./support.ts";

describe("Sensor.Community", () => {
  it("gives PM2.5 from P2, PM10 from P1, pascals, and its signal as rssi", () => {
    const item = (value_type: string, value: string) => ({ value_type, value });
    const body = {
      esp8266id: "778899",
      sensordatavalues: [
        item("SDS_P1", "14.20"),
        item("SDS_P2", "6.10"),
        item("BME280_temperature", "-3.25"),
        item("BME280_pressure", "99812.5"),
        item("BME280_humidity", "81"),
        item("samples", "812"),
        item("signal", "-72"),
      ],
    };
    expect(briefs(body)).toEqual([
      "SDS_P1 generic 14.2 µg/m³",
      "SDS_P2 pm25 6.1 µg/m³",
      "BME280_temperature temperature -3.25 °C",
      "BME280_pressure pressure 99812.5 Pa",
      "BME280_humidity humidity 81 %",
    ]);
    expect(read(body).health).toEqual({ rssi: -72 });
  });
});

describe("Shelly", () => {
  it("components give their measurements once, in °C, and the device's own health", () => {
    const body = {
      "temperature:0": { id: 0, tC: 17.5, tF: 63.5 },
      "humidity:0": { id: 0, rh: 49 },
      "devicepower:0": { battery: { V: 5.1, percent: 63 } },
      "switch:1": { output: false, apower: 12.5, aenergy: { total: 812 }, temperature: { tC: 44 } },
      wifi: { rssi: -49 },
    };
    const expected = [
      "temperature0 temperature 17.5 °C",
      "humidity0 humidity 49 %",
      "switch1 generic 0!",
      "switch1_power power 12.5 W",
      "switch1_energy energy 812 Wh",
    ];
    expect(briefs(body)).toEqual(expected);
    expect(briefs({ src: "shellyht-1", params: { ts: 1.7e9, ...body } })).toEqual(expected);
    expect(read(body).health).toEqual({ batteryPct: 63, rssi: -49 });
  });

  it("status of the first generation gives meters and sensors, not the memory of the chip", () => {
    const body = {
      wifi_sta: { rssi: -66 },
      relays: [{ ison: true }],
      meters: [{ power: 31.5, total: 900 }],
      tmp: { tC: 5.5, tF: 41.9 },
      bat: { value: 77 },
      ram_total: 51000,
      serial: 12,
      temperature: 40,
    };
    expect(briefs(body)).toEqual([
      "meters0_power power 31.5 W",
      "temperature temperature 5.5 °C",
      "relays0 generic 1!",
    ]);
    expect(read(body).health).toEqual({ batteryPct: 77, rssi: -66 });
  });
});

describe("Ruuvi Station", () => {
  it("gives the measurements of every tag by its name, and not the phone's battery", () => {
    const body = {
      tags: [
        {
          id: "AA:01",
          name: "Cooler",
          temperature: 5.5,
          humidity: 40,
          pressure: 99000,
          rssi: -80,
          dataFormat: 5,
        },
      ],
      batteryLevel: 15,
    };
    expect(briefs(body)).toEqual([
      "Cooler_temperature temperature 5.5 °C",
      "Cooler_humidity humidity 40 %",
      "Cooler_pressure pressure 99000 Pa",
    ]);
    expect(read(body).health).toEqual({});
  });
});

describe("an ESPHome state event", () => {
  it("takes the number from value and only the unit from the text", () => {
    expect(briefs({ id: "sensor-yard", state: "-1.5 °C", value: -1.5 })).toEqual([
      "yard temperature -1.5 °C",
    ]);
    expect(briefs({ id: "binary_sensor-leak", state: "ON", value: true })).toEqual(["leak flood 1!"]);
  });
});

describe("one known wrapper", () => {
  it("is taken off its flat keys", () => {
    expect(briefs({ device: "shed", telemetry: { temp1: 44, hum: 51 } })).toEqual([
      "temp1 temperature 44 °F?",
      "hum humidity 51 %",
    ]);
  });
});

describe("Telegraf", () => {
  const metric = (tags: Record<string, string>, fields: Record<string, unknown>, timestamp = 0) => ({
    name: "bme280",
    tags: { host: "pi4", ...tags },
    fields,
    timestamp,
  });

  it("names a sensor by measurement, tags and field, whatever else is in the batch", () => {
    const cellar = metric({ room: "cellar", bus: "i2c-1" }, { temp_c: 5.25, humidity: 71, note: "damp" });
    const expected = [
      "bme280_i2c-1_cellar_temp_c temperature 5.25 °C",
      "bme280_i2c-1_cellar_humidity humidity 71 %",
    ];
    expect(briefs({ metrics: [cellar] })).toEqual(expected);
    expect(briefs(cellar)).toEqual(expected);
    const attic = metric({ room: "attic" }, { temp_c: -2 });
    expect(briefs({ metrics: [cellar, attic] })).toEqual([
      ...expected,
      "bme280_attic_temp_c temperature -2 °C",
    ]);
  });

  it("leaves out the name of a field that is called value, as inputs of one topic have it", () => {
    const topic = {
      name: "mqtt",
      tags: { topic: "home/cellar/humidity" },
      fields: { value: 71 },
      timestamp: 0,
    };
    expect(briefs({ metrics: [topic] })).toEqual(["mqtt_home_cellar_humidity humidity 71 %"]);
  });

  it.each([
    ["seconds", 1],
    ["milliseconds", 1e3],
    ["microseconds", 1e6],
    ["nanoseconds", 1e9],
  ])("takes a reading's time from a timestamp in %s", (_, perSecond) => {
    const seconds = NOW.getTime() / 1_000 - 600;
    const { readings } = read({ metrics: [metric({}, { temp_c: 5 }, seconds * perSecond)] });
    expect(readings.map(({ atMs }) => atMs)).toEqual([seconds * 1_000]);
  });

  it("keeps every moment of a buffer that was flushed late", () => {
    const seconds = NOW.getTime() / 1_000;
    const metrics = [30, 20, 10].map((ago) => metric({ room: "cellar" }, { temp_c: ago }, seconds - ago));
    expect(read({ metrics }).readings.map(({ key, value, atMs }) => [key, value, atMs])).toEqual(
      [30, 20, 10].map((ago) => ["bme280_cellar_temp_c", ago, (seconds - ago) * 1_000]),
    );
  });
});
