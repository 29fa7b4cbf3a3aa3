import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dewPoint } from "../../../lib/devices/derived-values.ts";

describe("the dew point", () => {
  // From the Magnus form itself, and within 0.1 °C of psychrometric tables.
  test.each([
    [20, 50, 9.26],
    [25, 60, 16.69],
    [0, 80, -3.04],
    [-10, 90, -11.34],
    [30, 100, 30],
    [-45, 100, -45],
    [60, 100, 60],
  ])("of %d °C at %d %% is %d °C", (celsius, humidity, expected) => {
    expect(dewPoint(celsius, "°C", humidity)).toBeCloseTo(expected, 1);
  });

  test("comes in the unit of the temperature", () => {
    expect(dewPoint(68, "°F", 50)).toBeCloseTo(9.26 * 1.8 + 32, 1);
  });

  test("is never above the temperature, and rises with humidity", () => {
    const humidity = fc.double({ min: 1, max: 99, noNaN: true });
    fc.assert(
      fc.property(fc.double({ min: -45, max: 60, noNaN: true }), humidity, (celsius, pct) => {
        const dew = dewPoint(celsius, "°C", pct) ?? Number.NaN;
        expect(dew).toBeLessThanOrEqual(celsius + 1e-9);
        expect(dewPoint(celsius, "°C", pct + 1) ?? Number.NaN).toBeGreaterThan(dew);
      }),
    );
  });

  test.each([
    [20, "°C", 0],
    [20, "°C", 101],
    [20, "°C", Number.NaN],
    [-127, "°C", 50],
    [-45.1, "°C", 50],
    [60.1, "°C", 50],
    [85, "°C", 50],
    [20, "%", 50],
  ])("of %d %s at %d %% is unknown", (value, unit, humidity) => {
    expect(dewPoint(value, unit, humidity)).toBeNull();
  });
});
