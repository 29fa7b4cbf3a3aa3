import { describe, expect, it } from "vitest";
import { SENSOR_KINDS } from "../../../schema/vocabulary.ts";
import { briefs, expectUnusable, read } from "./support.ts";

const typed = (...sensors: unknown[]) => ({ sensors });

describe("typed sensors", () => {
  it("are read with the kind, the unit and the value they state", () => {
    const body = typed(
      { key: "cellar", kind: "temperature", value: 7.25, unit: "degC" },
      { key: "gate", kind: "door", bool: false },
      { key: "brine", kind: "level", value: "37", unit: "%" },
      { key: "line", kind: "power", value: 1.2, unit: "kW" },
    );
    expect(briefs(body)).toEqual([
      "cellar temperature 7.25 °C",
      "gate door 0!",
      "brine level 37 %",
      "line power 1.2 kW",
    ]);
  });

  it("may be of every kind", () => {
    const body = typed(...SENSOR_KINDS.map((kind) => ({ key: `k_${kind}`, kind, value: 1 })));
    expect(read(body).readings.map((reading) => reading.kind)).toEqual([...SENSOR_KINDS]);
  });

  it("are generic under a kind that is none of ours, and guessed where they state none", () => {
    expect(briefs(typed({ key: "temp9", kind: "laser", value: 4, unit: "Bq/l" }))).toEqual([
      "temp9 generic 4 Bq/l",
    ]);
    expect(briefs(typed({ key: "temp9", value: 277, unit: "K" }))).toEqual(["temp9 temperature 277 K"]);
    expect(briefs(typed({ key: "temp9", value: 4 }))).toEqual(["temp9 temperature 4 °F?"]);
  });

  it("give a state of a door from bool or value, whatever number it is", () => {
    const door = (entry: object) => briefs(typed({ key: "d", kind: "door", ...entry }));
    expect(door({ value: 8 })).toEqual(["d door 1!"]);
    expect(door({ value: 1, bool: false })).toEqual(["d door 0!"]);
    expect(door({ value: "open", unit: "x" })).toEqual(["d door 1!"]);
    expect(door({ value: null, bool: 1 })).toEqual(["d door 1!"]);
  });

  it("never make a temperature of a boolean", () => {
    expect(briefs(typed({ key: "t", kind: "temperature", bool: true }))).toEqual(["t generic 1!"]);
    expect(briefs(typed({ key: "p", kind: "power", bool: true }))).toEqual(["p power 1!"]);
  });

  it("count the last of two with one key", () => {
    expect(briefs(typed({ key: "a", value: 1 }, { key: "a", value: 2 }))).toEqual(["a generic 2"]);
  });

  it("take a label beside the key", () => {
    expect(read(typed({ key: "a", value: 1, label: "Attic" })).readings[0]?.label).toBe("Attic");
  });

  it("are left out without a key or a value", () => {
    expectUnusable(
      typed({ value: 1 }, { key: 5, value: 1 }, { key: "a" }, { key: "b", value: "hot" }, null, 3),
    );
    expectUnusable({ sensors: [] });
    expectUnusable({ sensors: null });
  });

  it("may be named like an object member", () => {
    expect(briefs(typed({ key: "__proto__", kind: "generic", value: 6 }))).toEqual(["__proto__ generic 6"]);
  });
});
