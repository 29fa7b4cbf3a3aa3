import { describe, expect, test } from "vitest";
import { isOwnTime } from "../../../lib/readings/own-time.ts";
import {
  distinctKeys,
  hasSenmlLabel,
  keysOfNames,
  meaningOf,
  segmentsOf,
  seriesTag,
} from "../../../lib/readings/senml/labels.ts";
import { lagOfRejected, momentOf, settleMoments } from "../../../lib/readings/senml/read-pack.ts";
import { briefs, expectUnusable, read, refusal } from "./support.ts";

const NOW = 1_763_769_600_000;
const DAY = 86_400_000;
const NEVER_SET = 10_000 * DAY;

describe("a record of SenML", () => {
  test.each("bn bu n u bt bv bs t s ut bver v vb vs vd".split(" "))("is known by its %s", (label) => {
    expect(hasSenmlLabel({ [label]: null })).toBe(true);
  });

  test.each([[{}], [{ name: 1 }], [null], [["v"]], ["v"]])("is not %j", (record) => {
    expect(hasSenmlLabel(record)).toBe(false);
  });

  test.each([
    [{ v: 1, vs: "x" }],
    [{ v: 1, vd: "x" }],
    [{ vb: true, vs: "x" }],
    [{ v: true }],
    [{ v: null }],
    [{ vs: "5" }],
  ])("that holds %j is no reading", (values) => {
    expect(
      briefs([
        { n: "a", ...values },
        { n: "b", v: 1 },
      ]),
    ).toEqual(["b generic 1"]);
  });

  test.each<[string, object]>([
    ["a value that is none", { v: true }],
    ["a text for a sum", { v: 1, s: "5" }],
    ["a text for a base sum", { v: 1, bs: "5" }],
    ["a text for a base value", { v: 1, bv: "5" }],
    ["a text for an update time", { v: 1, ut: "5" }],
    ["a number for a unit", { v: 1, u: 5 }],
  ])("with %s is left out whole, its base fields with it", (_, fields) => {
    expect(
      briefs([
        { bu: "Cel", n: "a", ...fields },
        { n: "b", v: 1 },
      ]),
    ).toEqual(["b generic 1"]);
  });

  test("without any name says nothing, not even of a battery", () => {
    expectUnusable([{ u: "%EL", v: 50 }]);
    expectUnusable([{ bn: "/", v: 1 }]);
  });
});

describe("the length of names", () => {
  const long = (characters: number) => "n".repeat(characters);

  test.each<[string, object[], boolean]>([
    ["a base name alone of 256", [{ bn: long(256), v: 4 }], true],
    ["a base name alone of 257", [{ bn: long(257), v: 4 }], false],
    ["a name alone of 256", [{ n: long(256), v: 4 }], true],
    [
      "a name that is too long, the second",
      [
        { n: "a", v: 4 },
        { n: long(257), v: 4 },
      ],
      false,
    ],
    [
      "a base name that was replaced",
      [
        { bn: long(200), v: 4 },
        { bn: "b", n: long(200), v: 4 },
      ],
      true,
    ],
  ])("%s is read: %s", (_, pack, isRead) => {
    if (isRead) expect(read(pack).readings.length).toBeGreaterThan(0);
    else expect(refusal(pack).name).toBe("unusable_payload");
  });
});

describe("a pack that must not be used says why", () => {
  const why = (record: object) => refusal([{ n: "a", v: 1, ...record }]).sentence;

  test.each<[object, string]>([
    [{ bver: 11 }, "Unsupported SenML version 11"],
    [{ bver: "11" }, "Unsupported SenML version"],
    [{ a_: 1, b_: 2 }, "Unsupported SenML: the field a_ must be understood"],
    [{ [`${"x".repeat(30)}_`]: 1 }, `Unsupported SenML: the field ${"x".repeat(24)} must be understood`],
    [{ [`${"\u0000".repeat(30)}_`]: 1 }, "Unsupported SenML: the field _ must be understood"],
  ])("%j", (record, sentence) => {
    expect(why(record)).toBe(sentence);
  });
});

describe("names", () => {
  test("are their last eight parts that leave a key", () => {
    expect(segmentsOf("2001:db8::2/temperature")).toEqual(["2001", "db8", "2", "temperature"]);
    expect(segmentsOf("0/1/2/3/4/5/6/7/8/9")).toEqual(["2", "3", "4", "5", "6", "7", "8", "9"]);
    expect(segmentsOf("a/ /\u0000/b/")).toEqual(["a", "b"]);
    expect(segmentsOf("/")).toEqual([]);
  });

  test("that collide get the parts before in front, as often as it helps", () => {
    const keysOf = (...names: string[]) => [
      ...keysOfNames(new Map(names.map((name) => [name, segmentsOf(name)]))).values(),
    ];
    expect(keysOf("a/t", "a/h")).toEqual(["t", "h"]);
    expect(keysOf("a/t", "b/t", "h")).toEqual(["a_t", "b_t", "h"]);
    expect(keysOf("x/a/t", "y/a/t", "b/t")).toEqual(["x_a_t", "y_a_t", "b_t"]);
    expect(keysOf("t", "b/t")).toEqual(["t", "b_t"]);
    expect(keysOf("a/t", "a:t")).toEqual(["a_t", "a_t"]);
  });

  test("that stay alike are numbered by the first number that is free", () => {
    const keysOf = (...keys: string[]) => [
      ...distinctKeys(new Map(keys.map((key, index) => [String(index), key]))).values(),
    ];
    expect(keysOf("a", "a", "a")).toEqual(["a", "a_2", "a_3"]);
    expect(keysOf("a", "a_2", "a", "a")).toEqual(["a", "a_2", "a_3", "a_4"]);
    expect(keysOf("k".repeat(64), "k".repeat(64))).toEqual(["k".repeat(64), `${"k".repeat(62)}_2`]);
    expect(keysOf("🌡".repeat(65))[0]).toMatch(/^🌡{55}~[\da-f]{8}$/u);
  });
});

describe("what a record means", () => {
  const number = (value: number) => ({ value, isState: false });
  const told = (name: string, unit: string, value: number) => {
    const { unit: known, measured } = meaningOf(name, unit, number(value));
    return `${measured.value} ${known}`;
  };

  test.each([
    ["hum", "%", 1, "100 %"],
    ["hum", "%", 1.5, "1.5 %"],
    ["hum", "/", 0.25, "25 %"],
    ["level", " / ", -1, "-100 %"],
    ["hum", "%RH", 0.5, "0.5 %"],
    ["fan", "%", 0.5, "0.5 %"],
    ["fan", "/", 0.5, "0.5 /"],
    ["hum", " % ", 0.5, "50 %"],
    ["temp", " ", 4, "4 °F"],
  ])("%s in %s of %d is %s", (name, unit, value, meant) => {
    expect(told(name, unit, value)).toBe(meant);
  });

  test("a state has no unit, and nobody assumes one", () => {
    expect(meaningOf("leak", "Cel", { value: 1, isState: true })).toEqual({
      kind: "flood",
      unit: null,
      followsDeviceUnit: false,
      measured: { value: 1, isState: true },
    });
  });

  test.each<[string, string | null, { value: number; isState: boolean }, string]>([
    ["x", " lat ", number(1), "lat"],
    ["x", "lon", number(1), "lon"],
    ["x", "lat", { value: 1, isState: true }, "state"],
    ["x", "latitude", number(1), "latitude"],
    ["x", "flat", number(1), "flat"],
    ["x", null, { value: 1, isState: true }, "state"],
    ["leak", "/", number(1), "state"],
    ["temp", null, number(1), "temperature"],
    ["x", "V", number(1), "voltage"],
    ["x", "Bq/l", number(1), "Bq/l"],
    ["x", null, number(1), "value"],
  ])("%s in %s, of %j, is told apart as %s", (name, unit, measured, tag) => {
    expect(seriesTag(unit, meaningOf(name, unit, measured))).toBe(tag);
  });

  test("of one name in several quantities the first has the plain key", () => {
    expect(
      briefs([
        { n: "x", v: 5 },
        { n: "x", vb: true },
      ]),
    ).toEqual(["x generic 5", "x_state generic 1!"]);
    expect(
      briefs([
        { n: "x", vb: true },
        { n: "x", v: 5 },
      ]),
    ).toEqual(["x generic 1!", "x_value generic 5"]);
    expect(briefs([{ n: "x", u: "lat", v: 1 }])).toEqual(["x generic 1 °"]);
  });

  test.each(["x%RH", "%RHx"])("%s is no humidity", (unit) => {
    expect(meaningOf("x", unit, number(1)).kind).toBe("generic");
  });

  test("points of one series keep the units that they name themselves", () => {
    expect(
      briefs([
        { n: "temp", u: "Cel", v: 4, t: -9 },
        { n: "temp", u: "degF", v: 50 },
      ]),
    ).toEqual(["temp temperature 4 °C", "temp temperature 50 °F"]);
  });

  test("a leak in a ratio of 0 or 1 is a state", () => {
    expect(briefs([{ n: "leak", u: "/", v: 1 }])).toEqual(["leak flood 1!"]);
  });
});

describe("a device's own health", () => {
  const healthOf = (record: object) => read([record, { n: "other", v: 1 }]).health;

  test.each<[object, object]>([
    [{ n: "d/Battery", u: "/", v: 0.5 }, { batteryPct: 50 }],
    [{ n: "battery", u: "%", v: 0.5 }, { batteryPct: 50 }],
    [{ n: "battery", u: "%", v: 1 }, { batteryPct: 100 }],
    [{ n: "battery", u: "/", v: 2 }, { batteryPct: 2 }],
    [{ n: "battery", u: "%", v: 80 }, { batteryPct: 80 }],
    [{ n: "battery", v: 0.5 }, { batteryPct: 0.5 }],
    [{ n: "battery_pct", v: 70 }, { batteryPct: 70 }],
    [{ n: "battery", vb: true }, {}],
    [{ n: "x", u: "%EL", v: 0.5 }, { batteryPct: 0.5 }],
    [{ n: "RSSI", v: -60 }, { rssi: -60 }],
    [{ n: "rssi", u: "dBW", v: -95 }, { rssi: -65 }],
    [{ n: "temp", v: 80 }, {}],
  ])("%j says %j", (record, health) => {
    expect(healthOf(record)).toEqual(health);
  });
});

describe("moments", () => {
  test("below 2^28 seconds are relative, and kept to the microsecond", () => {
    expect(momentOf(2 ** 28, NOW)).toBe(2 ** 28 * 1_000);
    expect(momentOf(2 ** 28 - 1, NOW)).toBe(NOW + (2 ** 28 - 1) * 1_000);
    expect(momentOf(-0.0000015, NOW) - NOW).toBeCloseTo(-0.001, 3);
  });

  test.each([
    [-7 * DAY - 1, true],
    [Date.UTC(2020, 0) - NOW, true],
    [Date.UTC(2020, 0) - NOW - 1, false],
    [300_000, true],
    [300_001, false],
    [Number.NEGATIVE_INFINITY, false],
    [Number.POSITIVE_INFINITY, false],
    [Number.NaN, false],
  ])("%d ms from now are taken: %s", (ms, isTaken) => {
    expect(isOwnTime(NOW + ms, NOW)).toBe(isTaken);
  });

  test.each<[string, number[], number | null]>([
    ["none", [], null],
    ["one that can't be", [NOW - NEVER_SET], NEVER_SET / 1_000],
    ["several that can't be, the newest of them", [0, NOW - NEVER_SET, 1e9], NEVER_SET / 1_000],
    ["one ahead", [NOW + DAY], -86_400],
    ["one that can't be beside one that is taken", [NOW - NEVER_SET, NOW - DAY], null],
    ["one that is no time", [Number.POSITIVE_INFINITY], null],
  ])("of %s lie behind by what their clock says", (_, moments, lag) => {
    expect(
      lagOfRejected(
        moments.map((moment) => ({ series: "a", moment })),
        NOW,
      ),
    ).toBe(lag);
  });

  test("that can't be say by how much their clock is behind", () => {
    const pack = (t: number) => read([{ n: "a", v: 1, t }]);
    expect(pack(1e9).lagSeconds).toBeGreaterThan(7 * 86_400);
    expect("lagSeconds" in pack(-60)).toBe(false);
  });

  /** The moments as milliseconds before now, by the points' names, in the order that is answered. */
  const settled = (...points: [name: string, moment: number][]) =>
    [
      ...settleMoments(
        points.map(([name, moment]) => ({ name, series: name.slice(0, 1), moment })),
        NOW,
      ),
    ].map(([{ name }, moment]) => `${name} ${NOW - moment}`);
  const LONG_AGO = 1e12;

  test("that are good stay, the oldest first", () => {
    expect(settled(["a2", NOW], ["a1", NOW - 5], ["b", NOW - 9])).toEqual(["b 9", "a1 5", "a2 0"]);
  });

  test("that can't be are the receive time where a series has one alone", () => {
    expect(settled(["a", LONG_AGO], ["b", LONG_AGO - 60_000])).toEqual(["a 0", "b 0"]);
  });

  test("that can't be keep their distances, counted back from the newest of all", () => {
    expect(settled(["a1", LONG_AGO - 60_000], ["a2", LONG_AGO - 1_000], ["b", LONG_AGO])).toEqual([
      "a1 60000",
      "a2 1000",
      "b 0",
    ]);
  });

  test("that can't be, too far from each other, stand a millisecond apart", () => {
    expect(settled(["a1", LONG_AGO - NEVER_SET], ["a2", LONG_AGO])).toEqual(["a1 1", "a2 0"]);
    expect(settled(["a3", LONG_AGO], ["a2", 0], ["a1", Number.NEGATIVE_INFINITY])).toEqual([
      "a1 2",
      "a2 1",
      "a3 0",
    ]);
  });

  test("that are taken push those that can't be back, and those before them", () => {
    expect(settled(["a4", NOW], ["a3", LONG_AGO], ["a2", LONG_AGO - 1], ["a1", LONG_AGO - 2])).toEqual([
      "a1 3",
      "a2 2",
      "a3 1",
      "a4 0",
    ]);
    expect(settled(["a3", NOW], ["b2", LONG_AGO], ["b1", LONG_AGO - 1])).toEqual(["b1 1", "a3 0", "b2 0"]);
  });
});
