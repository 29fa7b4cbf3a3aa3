import { describe, expect, test } from "vitest";
import { bandsToKeep } from "../../../lib/alerts/deadband/deadband.ts";
import type { IngestFacts } from "../../../lib/alerts/facts.ts";
import { factsAsMeant } from "../../../lib/alerts/sensor-truth.ts";
import { contactMeaning, meantSpan, meantValue } from "../../../lib/devices/sensor.ts";
import { deviceOf, householdOf, thermometer } from "../alerts/things.ts";

const door = { kind: "door", isState: true, trueMeans: "closed" } as const;

describe("a contact whose true means closed", () => {
  test("was open at some time in a span that had a 0", () => {
    expect(meantSpan(door, { low: 0, high: 1 })).toEqual({ low: 0, high: 1 });
    expect(meantSpan(door, { low: 1, high: 1 })).toEqual({ low: 0, high: 0 });
  });

  test("is no other sensor, whose span is as it was sent", () => {
    expect(meantSpan({ kind: "temperature", isState: false }, { low: 3, high: 8 })).toEqual({
      low: 3,
      high: 8,
    });
    expect(meantSpan({ ...door, trueMeans: null }, { low: 1, high: 1 })).toEqual({ low: 1, high: 1 });
  });

  test("has its deadband where its values are as they are sent", () => {
    const sensor = thermometer("sen_1", { unit: null, ...door, at: 0, value: 1, valueBefore: 1 });
    const facts: IngestFacts = {
      ...{ household: householdOf(), device: deviceOf({ lastSeenAt: 0 }), rules: [], states: [] },
      sensors: [factsAsMeant(sensor)],
    };
    expect(bandsToKeep(facts, 0)).toEqual([{ position: 1, low: 1, high: 1 }]);
  });
});

test.each([
  [{ ...door, trueMeans: null }, "open"],
  [{ ...door, trueMeans: "open" }, "open"],
  [{ ...door, kind: "flood" }, null],
  [{ ...door, isState: false }, null],
] as const)("what 1 means of %j is %j, and the value stays as it is", (sensor, means) => {
  expect(contactMeaning(sensor)).toBe(means);
  expect(meantValue(sensor, 1)).toBe(1);
});
