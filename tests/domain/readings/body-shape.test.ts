import { describe, expect, test } from "vitest";
import { bodyShape } from "../../../lib/readings/read-payload.ts";
import type { ParsedPayload, ParsedReading } from "../../../lib/readings/reading.ts";

const reading = (rest: Partial<ParsedReading> = {}): ParsedReading => ({
  key: "temp1",
  label: "Loft",
  kind: "temperature",
  unit: "°F",
  followsDeviceUnit: false,
  value: 40,
  isState: false,
  atMs: null,
  ...rest,
});
const shapeOf = (readings: ParsedReading[], rest: Partial<ParsedPayload> = {}) =>
  bodyShape({ readings, health: {}, faultyKeys: [], ...rest });
const TWO = [reading(), reading({ key: "hum", unit: "%" })];

describe("the shape of a body", () => {
  test("is the same whatever its values and its health are", () => {
    const others = TWO.map((each) => ({ ...each, value: -7 }));
    expect(shapeOf(TWO)).toEqual(expect.any(Number));
    expect(shapeOf(others, { health: { batteryPct: 5 } })).toBe(shapeOf(TWO));
  });

  test("differs by keys, units, what they are, how many and in which order", () => {
    const [first, second] = [reading(), reading({ key: "hum", unit: "%" })];
    const bodies = [
      [first, second],
      [second, first],
      [first],
      [first, second, second],
      ...[
        { key: "temp2" },
        { unit: "°C" },
        { unit: null },
        { isState: true },
        { followsDeviceUnit: true },
      ].map((other) => [reading(other), second]),
    ];
    expect(new Set(bodies.map((each) => shapeOf(each))).size).toBe(bodies.length);
  });

  test("is none without readings, with a fault, or where one reading has a time of its own", () => {
    expect(shapeOf([])).toBeNull();
    expect(shapeOf(TWO, { faultyKeys: ["temp2"] })).toBeNull();
    expect(shapeOf([reading({ atMs: 5 }), ...TWO])).toBeNull();
  });
});
