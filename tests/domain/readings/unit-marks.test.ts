import { describe, expect, it } from "vitest";
import { statedScale } from "../../../lib/readings/parts/scale.ts";
import { unitMark, unitOf } from "../../../lib/readings/unit-marks.ts";

describe("a mark of the unit in a name", () => {
  it.each([
    ["temp_c", "°C"],
    ["tempc", "°C"],
    ["tempc2", "°C"],
    ["tempf2", "°F"],
    ["temp2c", "°C"],
    ["tC", "°C"],
    ["temperatureC", "°C"],
    ["temp_celsius", "°C"],
    ["temp_c_2", "°C"],
    ["temp_f", "°F"],
    ["tempf", "°F"],
    ["temp1f", "°F"],
    ["tempinf", "°F"],
    ["tF", "°F"],
    ["temp", null],
    ["temp1", null],
    ["temperature", null],
  ])("%s gives %s", (name, unit) => {
    expect(unitMark(name, "temperature")).toBe(unit);
  });

  it("counts only where it fits the kind", () => {
    expect(unitMark("power_kw", "power")).toBe("kW");
    expect(unitMark("baromabsin", "pressure")).toBe("inHg");
    expect(unitMark("pressure_c", "pressure")).toBeNull();
    expect(unitMark("delay_s", "generic")).toBeNull();
  });

  it("is looked for in linear time", () => {
    const started = performance.now();
    unitMark(`temp${"1".repeat(50_000)}x`, "temperature");
    expect(performance.now() - started).toBeLessThan(500);
  });
});

describe("the unit of a number without one", () => {
  it("is °F for a temperature, assumed, unless the body or the name says otherwise", () => {
    expect(unitOf("temp5", "temperature", null)).toEqual({ unit: "°F", followsDeviceUnit: true });
    expect(unitOf("temp5", "temperature", "°C")).toEqual({ unit: "°C", followsDeviceUnit: false });
    expect(unitOf("temp5_f", "temperature", "°C")).toEqual({ unit: "°F", followsDeviceUnit: false });
  });

  it("is the unit of the kind for all else", () => {
    expect(unitOf("co2", "co2", null)).toEqual({ unit: "ppm", followsDeviceUnit: false });
    expect(unitOf("x", "generic", null)).toEqual({ unit: null, followsDeviceUnit: false });
  });
});

describe("the scale of a body", () => {
  it("is its TempUnit, and nothing that is no scale", () => {
    expect(statedScale({ TempUnit: "F" })).toBe("°F");
    expect(statedScale({ temp_unit: "celsius" })).toBe("°C");
    expect(statedScale({ unit: "hPa" })).toBeNull();
    expect(statedScale({ TempUnit: 5 })).toBeNull();
  });
});
