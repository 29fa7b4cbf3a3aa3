import { describe, expect, it } from "vitest";
import { briefs, expectUnusable, read } from "./support.ts";

describe("the classic temp object", () => {
  it("gives a temperature and a humidity for every probe and the average", () => {
    const body = { temp: { 0: { c: 4.5, f: 40.1, h: 58 }, avg: { f: 41, h: 57.5 } } };
    expect(briefs(body)).toEqual([
      "temp0 temperature 40.1 °F",
      "humidity0 humidity 58 %",
      "temp_avg temperature 41 °F",
      "humidity_avg humidity 57.5 %",
    ]);
  });

  it("takes °C where °F is missing or unusable", () => {
    expect(briefs({ temp: { 3: { c: 4.5 } } })).toEqual(["temp3 temperature 4.5 °C"]);
    expect(briefs({ temp: { 3: { c: "4.5", f: null } } })).toEqual(["temp3 temperature 4.5 °C"]);
  });

  it("means the same sensor as the flat key of that probe, and wins over it", () => {
    expect(briefs({ temp1: 50, temp: { 1: { f: 51 } } })).toEqual(["temp1 temperature 51 °F"]);
  });

  it("flags an unplugged probe in either scale", () => {
    const body = { temp: { 0: { c: -127, f: -196.6 }, 1: { c: -127 }, 2: { f: 60 } } };
    expect(read(body).faultyKeys).toEqual(["temp0", "temp1"]);
    expect(briefs(body)).toEqual(["temp2 temperature 60 °F"]);
  });

  it("gives nothing where no probe has a number", () => {
    expectUnusable({ temp: {} });
    expectUnusable({ temp: { 0: { f: "cold", c: true } } });
    expectUnusable({ temp: [{ f: 70 }] });
  });
});
