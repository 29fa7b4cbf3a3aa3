import { describe, expect, it } from "vitest";
import { unpluggedIn } from "../../../lib/readings/read-payload.ts";
import { NOW, read, refusal } from "./support.ts";

describe("a body without a usable reading", () => {
  it("gets an error that names its unplugged probes", () => {
    expect(unpluggedIn({ temp4: -127 }, { now: NOW })).toEqual(["temp4"]);
    expect(unpluggedIn({ mode: null }, { now: NOW })).toEqual([]);
    expect(unpluggedIn([{ bver: 99, n: "a", v: 1 }], { now: NOW })).toEqual([]);
  });

  it("gets an error of bounded length, whatever its names are", () => {
    const names = Array.from({ length: 400 }, (_, at) => `${"x".repeat(90)}\u0000\ud800${at}`);
    const { sentence = "" } = refusal(Object.fromEntries(names.map((name) => [name, null])));
    expect(sentence).toContain("and 395 more");
    expect(sentence.length).toBeLessThan(300);
    expect(sentence.isWellFormed()).toBe(true);
  });

  it("reads 1,024 records of SenML, and refuses the 1,025th before any is read", () => {
    const pack = (records: number) =>
      Array.from({ length: records }, () => ({ n: "cellar", u: "Cel", v: 4 }));
    expect(read(pack(1_024)).readings).toHaveLength(1);
    expect(refusal(pack(1_025))).toEqual({
      name: "too_many_readings",
      sentence: "Too many records: 1,024 at most in one SenML pack",
    });
  });

  it("reads a SenML name of 256 characters with its base name, and refuses a longer one", () => {
    const pack = (characters: number) => [{ bn: "b".repeat(200), n: "n".repeat(characters - 200), v: 4 }];
    expect(read(pack(256)).readings).toHaveLength(1);
    expect(refusal(pack(257))).toEqual({
      name: "unusable_payload",
      sentence: "SenML name too long: 256 characters at most, with its base name",
    });
  });

  it("refuses more than 1,024 values, also where they share a key", () => {
    const sensors = (count: number) => ({
      sensors: Array.from({ length: count }, (_, value) => ({ key: "a", value })),
    });
    expect(read(sensors(1_024)).readings.map(({ value }) => value)).toEqual([1_023]);
    expect(refusal(sensors(1_025)).name).toBe("too_many_readings");
  });
});
