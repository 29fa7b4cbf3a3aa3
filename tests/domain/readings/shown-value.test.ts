import { expect, test } from "vitest";
import { shownNumber, shownValue } from "../../../lib/devices/shown-value.ts";

test.each([
  [20, "°C", "°F", 68, "°F"],
  [20.123_45, "°C", "°F", 68.2222, "°F"],
  [20.123_456, "°C", "°C", 20.123_456, "°C"],
  [20.123_456, "°C", null, 20.123_456, "°C"],
  [1_013.25, "hPa", "°F", 1_013.25, "hPa"],
  [0.123_456, null, "°F", 0.123_456, null],
] as const)("%d in %s is shown to a reader of %s as %d in %s", (value, unit, wanted, shown, shownUnit) => {
  expect(shownValue(value, unit, wanted)).toEqual({ value: shown, unit: shownUnit });
});

test("what was worked out has four decimals", () => {
  expect(shownNumber(1.234_56)).toBe(1.2346);
});
