import { describe, expect, it } from "vitest";
import { NATIVE_STYLES, STYLES } from "../../../lib/readings/styles.ts";

const FIXTURES: [string, unknown][] = [
  ["flat-keys", { temp1: 44, door: true }],
  ["flat-keys", { state: "on" }],
  ["flat-keys", { temp: "44.5", battery: 90 }],
  ["classic-temp", { temp: { 0: { f: 44 } } }],
  ["typed-sensors", { sensors: [{ key: "a", kind: "level", value: 4 }] }],
  ["senml", [{ n: "a", v: 4 }]],
  ["senml", [{ bn: "dev/" }, { n: "a", vs: "text" }]],
  ["home-assistant", { entity_id: "sensor.a", state: "4", attributes: {} }],
  ["home-assistant", { state: "unavailable", attributes: {} }],
  ["home-assistant", [{ state: "4", attributes: {} }]],
  ["home-assistant", { state: "unavailable", attributes: { x: 4 } }],
  ["home-assistant", { state: "unavailable", attributes: {}, values: { hum: 4 } }],
  ["nested", { Time: "x", SHT3X: { Temperature: 4 }, TempUnit: "C" }],
  ["nested", { Time: "x", POWER1: "OFF", SHT3X: { Temperature: 4 }, TempUnit: "C" }],
  ["nested", { ZbReceived: { "0x01": { Water: 0 } } }],
];

describe("the ordered list of styles", () => {
  it.each(FIXTURES)("has exactly one style, %s, that claims %j", (name, body) => {
    expect(STYLES.filter((style) => style.claims(body)).map((style) => style.name)).toEqual([name]);
  });

  it("has a fixture for every style, and every name once", () => {
    const names = STYLES.map((style) => style.name);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(FIXTURES.map(([name]) => name))).toEqual(new Set(names));
  });

  it.each([[null], [true], [4], ["text"], [[]], [{}], [[4]], [[[]]], [{ battery: 50 }]])(
    "has none that claims %j",
    (body) => {
      expect(STYLES.filter((style) => style.claims(body))).toEqual([]);
    },
  );

  it("begins with the native shapes, the strongest last", () => {
    expect(NATIVE_STYLES.map((style) => style.name)).toEqual(["flat-keys", "classic-temp", "typed-sensors"]);
  });
});
