import { describe, expect, it } from "vitest";
import { briefs, expectUnusable, read, refusal } from "./support.ts";

describe("native shapes in one body", () => {
  it("are read together, typed before classic before flat on one key", () => {
    const body = {
      temp1: 1,
      temp2: 2,
      temp3: 3,
      temp: { 1: { f: 11 }, 2: { f: 12 } },
      sensors: [{ key: "temp1", kind: "temperature", value: 21, unit: "C" }],
    };
    expect(briefs(body).toSorted()).toEqual([
      "temp1 temperature 21 °C",
      "temp2 temperature 12 °F",
      "temp3 temperature 3 °F?",
    ]);
  });

  it("may carry health beside them", () => {
    expect(read({ sensors: [{ key: "a", value: 1 }], battery_pct: 33 }).health).toEqual({ batteryPct: 33 });
  });
});

describe("the number of readings", () => {
  const keys = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`s${at}`, at]));

  it("may be 256 and no more", () => {
    expect(read(keys(256)).readings).toHaveLength(256);
    expect(refusal(keys(257)).name).toBe("too_many_readings");
  });
});

describe("the number of entities and points", () => {
  const refusesMoreThan256 = (many: (count: number) => unknown[]) => {
    expect(read(many(256)).readings).toHaveLength(256);
    expect(refusal(many(257)).name).toBe("too_many_readings");
  };

  it("of Home Assistant is 256 at most", () => {
    refusesMoreThan256((count) =>
      Array.from({ length: count }, (_, at) => ({ entity_id: `sensor.s${at}`, state: "5", attributes: {} })),
    );
  });

  it("of a SenML pack is 256 at most", () => {
    refusesMoreThan256((count) => Array.from({ length: count }, (_, at) => ({ n: "a", v: at, t: -at })));
  });
});

describe("a body without a usable reading", () => {
  it.each([[null], [false], [3], ["21"], [{}], [[]], [[1, 2]], [[[1]]], [[{}]]])("%j is refused", (body) => {
    expectUnusable(body);
  });

  it("is told what was seen, by names and never by values", () => {
    expect(refusal({ wifi: "hunter2", mode: null }).sentence).toBe(
      "No usable reading: saw an object with keys wifi, mode; none holds a measurement. Recipes: /docs/devices",
    );
    expect(refusal([{ n: "a", vs: "hunter2" }]).sentence).toMatch(/saw an array of 1, the first with n, vs/);
    expect(refusal({ temp4: -127 }).sentence).toContain("temp4");
    expect(refusal(7).sentence).toContain("a bare number");
  });

  it("is told so within bounds, whatever its names are", () => {
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
