import { expect, test } from "vitest";
import { briefs, expectUnusable } from "./support.ts";

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
