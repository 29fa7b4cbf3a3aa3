import { expect, test } from "vitest";
import { type ColdSensor, coldestRoom, shownCity } from "../../../lib/reports/city/city.ts";

const DAY = { city: "Duluth", day: "2026-11-20", homes: 38, powerShare: 0.1, heatingShare: 0.2 };
const sensor = (low: number, over: Partial<ColdSensor> = {}): ColdSensor => ({
  ...{
    label: "temp1",
    kind: "temperature",
    unit: "°C",
    value: low,
    low,
    device: { name: "Node", space: "" },
  },
  ...over,
});

test("a city's day is shown in whole degrees, and has none where too few homes measure one", () => {
  expect(shownCity({ ...DAY, lowestCelsius: 8 }, "F")).toMatchObject({ lowest: 46, withoutHeating: 8 });
  expect(shownCity({ ...DAY, lowestCelsius: -18 }, "F").lowest).toBe(0);
  expect(shownCity({ ...DAY, lowestCelsius: null }, "F").lowest).toBeNull();
});

test("the coldest room is in whole °C whatever its unit, and what its owner calls a room", () => {
  expect(coldestRoom([sensor(12.4), sensor(46, { unit: "°F" })])).toBe(8);
  expect(coldestRoom([sensor(5, { label: "Freezer", placement: "room" }), sensor(20)])).toBe(5);
  expect(coldestRoom([sensor(-18, { label: "Freezer" }), sensor(20)])).toBe(20);
  expect(coldestRoom([sensor(5, { unit: "%" })])).toBeNull();
});
