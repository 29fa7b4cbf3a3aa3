import { describe, expect, test } from "vitest";
import { entriesOf, memberOf, objectElements, objectMembers } from "../../../lib/readings/json.ts";
import {
  isHomeAssistantEntity,
  isTasmotaReport,
  isZigbeeContact,
} from "../../../lib/readings/known-shapes.ts";

const NO_OBJECTS = [null, undefined, 5, "text", [], [{}]];

describe("a sender is known by the shape of its body", () => {
  test.each<[string, (body: unknown) => boolean, unknown[], unknown[]]>([
    [
      "Home Assistant",
      isHomeAssistantEntity,
      [{ state: "4", attributes: {} }],
      [{ state: 4, attributes: {} }, { state: "4" }, { attributes: {} }, { state: "4", attributes: [] }],
    ],
    [
      "Tasmota",
      isTasmotaReport,
      [
        { Time: "x", TempUnit: "C", SHT3X: {} },
        { Time: "x", PressureUnit: "hPa", BMP: {} },
      ],
      [
        { TempUnit: "C", SHT3X: {} },
        { Time: 5, TempUnit: "C", SHT3X: {} },
        { Time: "x", SHT3X: {} },
        { Time: "x", TempUnit: 5, SHT3X: {} },
        { Time: "x", PressureUnit: 5, SHT3X: {} },
        { Time: "x", TempUnit: "C" },
      ],
    ],
  ])("%s", (_, isIts, bodies, others) => {
    expect(bodies.map(isIts)).toEqual(bodies.map(() => true));
    expect([...others, ...NO_OBJECTS].map(isIts)).toEqual([...others, ...NO_OBJECTS].map(() => false));
  });

  test.each([
    [{ contact: true, linkquality: 120 }, true],
    [{ contact: false, battery_low: false }, true],
    [{ contact: false, tamper: false }, true],
    [{ contact: false, voltage: 3 }, true],
    [{ contact: false, battery: 90 }, true],
    [{ contact: true }, false],
    [{ contact: 1, linkquality: 120 }, false],
    [{ contact: true, linkquality: 120, rssi: -50 }, false],
  ])("a contact of Zigbee2MQTT: %j is one: %s", (body, isOne) => {
    expect(isZigbeeContact(body)).toBe(isOne);
  });
});

describe("the members of an object", () => {
  test("are its own, and not those of every object", () => {
    expect(memberOf({ a: 1 }, "a")).toBe(1);
    expect([memberOf({ a: 1 }, "constructor"), memberOf({ a: 1 }, "b")]).toEqual([undefined, undefined]);
  });

  test("are its entries, and those of a large one are listed once", () => {
    const body = { a: 1, b: {}, c: [], d: null };
    expect(entriesOf(body)).toEqual(Object.entries(body));
    expect(objectMembers(body)).toEqual([["b", {}]]);
    const large = Object.fromEntries(Array.from({ length: 32 }, (_, index) => [`t${index}`, index]));
    expect(entriesOf(large)).toBe(entriesOf(large));
    expect(entriesOf({ ...large })).not.toBe(entriesOf(large));
  });

  test("of an array are objects, of anything else none", () => {
    expect(objectElements([1, { a: 1 }, [], null, "x"])).toEqual([{ a: 1 }]);
    expect([objectElements({ a: {} }), objectElements("x"), objectElements(null)]).toEqual([[], [], []]);
  });
});
