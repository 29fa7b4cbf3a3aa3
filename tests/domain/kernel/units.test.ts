import { describe, expect, it } from "vitest";
import {
  alternatives,
  CANONICAL_UNITS,
  convert,
  knownUnit,
  normalizeUnit,
  quantityOf,
} from "../../../lib/kernel/units.ts";
import { readLines } from "../../support/json-lines.ts";

describe("the spelling of a unit", () => {
  it.each(readLines<[string, string]>(new URL("unit-spellings.jsonl", import.meta.url)))(
    "reads %s as %s",
    (sent, spelled) => {
      expect(normalizeUnit(sent)).toBe(spelled);
    },
  );

  it("tells a milliwatt from a megawatt by the case", () => {
    expect([knownUnit("mW"), knownUnit("MW"), knownUnit("MWh")]).toEqual(["mW", "MW", "MWh"]);
  });

  it("keeps an unknown unit as it was sent, cleaned and at most 32 characters long", () => {
    expect(normalizeUnit(" Bq/l\u0000 ")).toBe("Bq/l");
    expect(normalizeUnit("x".repeat(200))).toHaveLength(32);
    expect(normalizeUnit(" \ud800 ")).toBeNull();
    expect([normalizeUnit(""), normalizeUnit(7), normalizeUnit(undefined)]).toEqual([null, null, null]);
  });

  it("finds nothing under the names of object members", () => {
    expect([knownUnit("constructor"), knownUnit("__proto__")]).toEqual([null, null]);
  });
});

describe("a conversion", () => {
  it.each([
    [212, "°F", "°C", 100],
    [-40, "°F", "°C", -40],
    [10, "°C", "°F", 50],
    [0, "°C", "K", 273.15],
    [2.5, "kW", "W", 2500],
    [450, "ppb", "ppm", 0.45],
    [0.4, "/", "%", 40],
  ])("turns %d %s into %s", (value, from, to, expected) => {
    expect(convert(value, from, to)).toBeCloseTo(expected, 9);
  });

  it.each(readLines<[string, Record<string, number>]>(new URL("unit-factors.jsonl", import.meta.url)))(
    "knows how many %s make %j",
    (base, units) => {
      const factors = Object.keys(units).map((unit) => convert(1, unit, base)?.toPrecision(12));
      expect(factors).toEqual(Object.values(units).map((factor) => factor.toPrecision(12)));
    },
  );

  it("leaves a value in its own unit bit for bit, known or not", () => {
    expect(convert(0.1 + 0.2, "°F", "°F")).toBe(0.1 + 0.2);
    expect(convert(7.7, "Bq/l", "Bq/l")).toBe(7.7);
  });

  it("is refused between quantities and for unknown units", () => {
    const refused = [convert(1, "°C", "%"), convert(1, "Bq/l", "°C"), convert(1, "VA", "W")];
    expect(refused).toEqual([null, null, null]);
  });

  it("never gives a negative zero", () => {
    expect(Object.is(convert(32, "°F", "°C"), 0)).toBe(true);
    expect(Object.is(convert(-273.15, "°C", "K"), 0)).toBe(true);
    expect(Object.is(convert(-0, "W", "kW"), 0)).toBe(true);
  });
});

describe("the alternatives of a value", () => {
  it("are the same value in every other unit of its quantity", () => {
    expect(alternatives(50, "°F")).toEqual({ "°C": 10, K: 283.15 });
  });

  it("are none for a unit without a quantity", () => {
    expect(alternatives(3, "Bq/l")).toEqual({});
    expect(alternatives(3, "constructor")).toEqual({});
  });
});

it("the canonical unit of a kind has a quantity, or is null for states and generic sensors", () => {
  const without = Object.entries(CANONICAL_UNITS).filter(([, unit]) => quantityOf(unit) === null);
  expect(without.map(([kind]) => kind)).toEqual(["door", "flood", "motion", "generic"]);
});
