import { describe, expect, test } from "vitest";
import { entriesOf, memberOf, objectElements, objectMembers } from "../../../lib/readings/json.ts";
import {
  esphomeObjectId,
  isFixedShape,
  isHomeAssistantEntity,
  isSensorCommunity,
  isShellyStatus,
  isTasmotaReport,
  isTelegraf,
  isZigbeeContact,
  shellyComponents,
  telegrafMetrics,
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
      "Sensor.Community",
      isSensorCommunity,
      [{ sensordatavalues: [{}, { value_type: "signal" }] }],
      [{ sensordatavalues: [] }, { sensordatavalues: [{ value: "4" }] }, { sensordatavalues: {} }, {}],
    ],
    ["a Shelly's status", isShellyStatus, [{ wifi_sta: {} }], [{ wifi_sta: 4 }, {}]],
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
    [
      "Telegraf",
      isTelegraf,
      [{ name: "a", fields: {} }, { metrics: [{}, { name: "a", fields: {} }] }],
      [{ name: 5, fields: {} }, { name: "a", fields: 5 }, { name: "a" }, { metrics: [] }],
    ],
  ])("%s", (_, isIts, bodies, others) => {
    expect(bodies.map(isIts)).toEqual(bodies.map(() => true));
    expect([...others, ...NO_OBJECTS].map(isIts)).toEqual([...others, ...NO_OBJECTS].map(() => false));
  });

  test.each([
    ["temperature:0", true],
    ["em:1", true],
    ["em1:12", true],
    ["illuminance:0", true],
    ["temperature", false],
    ["temperature:", false],
    ["xtemperature:0", false],
    ["temperature:0x", false],
    ["wifi:0", false],
  ])("a component of a Shelly: %s is one: %s", (name, isOne) => {
    expect(shellyComponents({ [name]: { id: 0 }, other: {} })).toEqual(isOne ? [[name, { id: 0 }]] : []);
    expect(shellyComponents({ params: { [name]: { id: 0 } } })).toHaveLength(isOne ? 1 : 0);
    expect(shellyComponents({ [name]: 5 })).toEqual([]);
    for (const body of NO_OBJECTS) expect(shellyComponents(body)).toEqual([]);
  });

  test.each([
    [{ id: "sensor-yard", state: "4 °C", value: 4 }, "yard"],
    [{ id: "binary_sensor/leak", state: "ON", value: true }, "leak"],
    [{ id: "switch-a\nb", state: "ON", value: true }, "a\nb"],
    [{ id: "light-yard", state: "ON", value: 4 }, null],
    [{ id: "my-sensor-yard", state: "4", value: 4 }, null],
    [{ id: "sensor-", state: "4", value: 4 }, null],
    [{ id: "sensor-yard", state: 4, value: 4 }, null],
    [{ id: "sensor-yard", state: "4" }, null],
    [{ id: 5, state: "4", value: 4 }, null],
    [null, null],
  ])("an event of ESPHome: %j names %s", (body, id) => {
    expect(esphomeObjectId(body)).toBe(id);
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

  test("Telegraf's metrics are those of a batch, or the body itself", () => {
    const metric = { name: "a", fields: {} };
    expect(telegrafMetrics({ metrics: [metric, 5] })).toEqual([metric]);
    expect(telegrafMetrics(metric)).toEqual([metric]);
  });

  test.each([
    [{ sensordatavalues: [{ value_type: "signal" }] }, true],
    [{ wifi_sta: {} }, true],
    [{ name: "a", fields: {} }, true],
    [{ id: "sensor-a", state: "4", value: 4 }, true],
    [{ "temperature:0": {} }, true],
    [{ temp1: 44 }, false],
    [null, false],
  ])("the numbers at the top of %j belong to another style: %s", (body, isFixed) => {
    expect(isFixedShape(body)).toBe(isFixed);
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
