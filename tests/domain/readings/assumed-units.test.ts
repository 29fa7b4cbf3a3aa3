import { expect, test } from "vitest";
import { read } from "./support.ts";

const askedAbout = (body: unknown): string[] =>
  read(body)
    .readings.filter(({ unitAssumed }) => unitAssumed === true)
    .map(({ key, unit }) => `${key} ${unit}`);

test.each<[string, unknown]>([
  ["a key that the specification names", { temp1: 40, temp12: 40, temp_avg: 40 }],
  ["a probe of the classic object", { temp: { 1: 40, avg: 40 } }],
  ["a key with a mark", { temp_c: 5, tempf: 41, tC: 5 }],
  ["a body that states its scale", { temperature: 5, TempUnit: "C" }],
  ["a typed sensor with a unit", { sensors: [{ key: "room", kind: "temperature", value: 5, unit: "°C" }] }],
  ["a Tasmota report", { Time: "2025-02-03T04:05:06", AM2301: { Temperature: 5 } }],
  ["Tasmota's Zigbee bridge", { ZbReceived: { "0x1A2B": { Temperature: 5 } } }],
  ["anything but a temperature", { humidity: 40, pressure: 1010, door1: true, room: { Humidity: 4 } }],
])("nobody is asked about the unit of %s", (_, body) => {
  expect(askedAbout(body)).toEqual([]);
});

test.each<[string, unknown, string[]]>([
  ["a flat key", { temperature: 5, kitchen_temp: 6 }, ["temperature °F", "kitchen_temp °F"]],
  ["a flat key without a number", { temp: 5 }, ["temp °F"]],
  [
    "a typed sensor without a unit",
    { sensors: [{ key: "room", kind: "temperature", value: 5 }] },
    ["room °F"],
  ],
  ["a nested key of an unknown sender", { room: { temperature: 5 } }, ["room_temperature °C"]],
])("the home is asked about the unit of %s", (_, body, asked) => {
  expect(askedAbout(body)).toEqual(asked);
});
