import { describe, expect, test } from "vitest";
import { type CityDay, type ColdSensor, coldestRoom, shownCity } from "../../../lib/reports/city/city.ts";

const DAY: CityDay = {
  city: "Duluth",
  day: "2026-11-20",
  homes: 37,
  powerShare: 0.1,
  heatingShare: 0.2,
  lowestCelsius: 9,
};

describe("a city's day", () => {
  test("is shown in whole °F to one that reads them", () => {
    expect(shownCity({ ...DAY, lowestCelsius: 8 }, "F")).toMatchObject({
      lowest: 46,
      unit: "°F",
    });
    expect(shownCity({ ...DAY, lowestCelsius: 7 }, "F")).toMatchObject({ lowest: 45 });
    expect(shownCity({ ...DAY, homes: 38 }, "F").withoutHeating).toBe(8);
  });

  test("has no -0 of a temperature, and none where too few homes measure one", () => {
    expect(shownCity({ ...DAY, lowestCelsius: -18 }, "F").lowest).toBe(0);
    expect(shownCity({ ...DAY, lowestCelsius: null }, "F").lowest).toBeNull();
  });
});

describe("the coldest room of a home", () => {
  const sensor = (low: number, over: Partial<ColdSensor> = {}): ColdSensor => ({
    label: "temp1",
    kind: "temperature",
    unit: "°C",
    value: low,
    low,
    device: { name: "Node", space: "" },
    ...over,
  });

  test("is shown in whole °C, whatever its unit", () => {
    expect(coldestRoom([sensor(12.4), sensor(9.5), sensor(20)])).toBe(10);
    expect(coldestRoom([sensor(12.4), sensor(46, { unit: "°F" })])).toBe(8);
    expect(coldestRoom([sensor(7.6, { unit: null })])).toBe(8);
    expect(Object.is(coldestRoom([sensor(-0.2)]), 0)).toBe(true);
  });

  test.each(["freezer", "fridge", "outdoor"] as const)("is no %s", (placement) => {
    expect(coldestRoom([sensor(-18, { placement }), sensor(20)])).toBe(20);
    expect(coldestRoom([sensor(-18, { placement })])).toBeNull();
  });

  test("is not what only seems to be a freezer by its name, or by its week", () => {
    expect(coldestRoom([sensor(-18, { label: "Freezer" }), sensor(20)])).toBe(20);
    const placementGuess = {
      placement: "freezer",
      reason: { code: "freezer_cold", values: {} },
      isApplied: false,
    } as const;
    expect(coldestRoom([sensor(-18, { placementGuess }), sensor(20)])).toBe(20);
  });

  test("is a room that its owner calls one, whatever its name", () => {
    expect(coldestRoom([sensor(5, { label: "Freezer", placement: "room" }), sensor(20)])).toBe(5);
    expect(coldestRoom([sensor(5, { placement: "unheated" }), sensor(20)])).toBe(5);
  });

  test("is none of what measures no temperature", () => {
    expect(coldestRoom([sensor(5, { unit: "%" })])).toBeNull();
    expect(coldestRoom([])).toBeNull();
  });
});
