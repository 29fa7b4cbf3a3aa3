import { describe, expect, it } from "vitest";
import { readNumber, readValue } from "../../../lib/readings/values.ts";
import { LIMITS } from "../../../schema/limits.ts";

describe("what is a value", () => {
  it.each([
    [19.25, 19.25],
    ["42.0", 42],
    [" -3.5e1 ", -35],
    ["+7", 7],
    [".5", 0.5],
    ["8.", 8],
  ])("takes %j as the number %d", (raw, value) => {
    expect(readValue(raw)).toEqual({ value, isState: false });
  });

  it.each([
    [true, 1],
    [false, 0],
    ["ON", 1],
    ["off", 0],
    ["True", 1],
    ["false", 0],
    ["Open", 1],
    ["closed", 0],
    [" wet ", 1],
    ["DRY", 0],
  ])("takes %j as the state %d", (raw, value) => {
    expect(readValue(raw)).toEqual({ value, isState: true });
  });

  it.each([
    [null],
    [undefined],
    [""],
    ["  "],
    ["unavailable"],
    ["unknown"],
    ["nan"],
    ["NaN"],
    ["Infinity"],
    ["18,5"],
    ["18.5 C"],
    ["0x1F"],
    ["1_000"],
    ["."],
    ["e5"],
    ["yes"],
    [{}],
    [[5]],
    [Number.POSITIVE_INFINITY],
    [Number.NaN],
    ["1e400"],
    [LIMITS.readingMagnitudeMax * 10],
    [-LIMITS.readingMagnitudeMax * 10],
  ])("takes %j as no reading", (raw) => {
    expect(readValue(raw)).toBeNull();
  });

  it("turns a negative zero into zero", () => {
    expect(Object.is(readValue(-0)?.value, 0)).toBe(true);
    expect(Object.is(readValue("-0.0")?.value, 0)).toBe(true);
  });

  it("takes the greatest magnitude that is allowed", () => {
    expect(readValue(LIMITS.readingMagnitudeMax)?.value).toBe(LIMITS.readingMagnitudeMax);
  });

  it("takes no state for a number", () => {
    expect([readNumber(true), readNumber("on"), readNumber("4")]).toEqual([null, null, 4]);
  });

  it("judges a very long run of digits at once", () => {
    const started = performance.now();
    expect(readValue(`${"9".repeat(60_000)}x`)).toBeNull();
    expect(performance.now() - started).toBeLessThan(500);
  });
});
