import { describe, expect, test } from "vitest";
import { ByteSink, ByteSource, CorruptChunk } from "../../../lib/history/codec/bytes.ts";
import { readTimes, timesOf, unitOf } from "../../../lib/history/codec/chunk.ts";
import { asDecimals, ULPS_MAX, ulpsAway, ulpsBetween } from "../../../lib/history/codec/decimals.ts";
import {
  gridOf,
  offsets,
  onGrid,
  readIntegers,
  rice,
  runs,
  varints,
  writeIntegers,
} from "../../../lib/history/codec/integer-series.ts";
import { readFloats, readValues, writeFloats, writeValues } from "../../../lib/history/codec/value-forms.ts";
import { bytesOf, hexOf } from "./hex.ts";

const of = (...values: number[]) => Float64Array.from(values);
const written = (write: (sink: ByteSink) => void): string => {
  const sink = new ByteSink();
  write(sink);
  return hexOf(sink.toBytes());
};
const sourceOf = (hex: string) => new ByteSource(bytesOf(hex), hex.length / 2);
const zeros = (length: number): number[] => new Array<number>(length).fill(0);

describe("counts are written in the bytes that were foretold, and read again", () => {
  test.each<[string, typeof rice, number[], string]>([
    ["varints of none", varints, [], ""],
    ["varints", varints, [0, 127, 128, 300], "007f8001ac02"],
    ["runs of none", runs, [], ""],
    ["one run", runs, [7, 7, 7], "0703"],
    ["runs of one each", runs, [7, 8, 7], "070108010701"],
    ["a long run of something great", runs, [...zeros(200), 300], "00c801ac0201"],
    ["rice of none", rice, [], "00"],
    ["rice of a zero", rice, [0], "0000"],
    ["rice of states", rice, [1, 0, 1], "0090"],
    ["rice of nineteen, the most in ones", rice, [19, ...zeros(9)], "00ffffe000"],
    ["rice of a lonely twenty", rice, [20, ...zeros(30)], "01ffc000000000000000"],
    [
      "rice of twenty, the least in full",
      rice,
      [20, ...zeros(80)],
      "00fffff000000000001400000000000000000000",
    ],
    ["rice of counts of nine ones", rice, [511, 511, 511], "08bfeffbfc"],
    ["rice of eight fives", rice, [5, 5, 5, 5, 5, 5, 5, 5], "01dddddddd"],
    ["rice of an outlier, in full", rice, [2 ** 40, 0, 1, 0, 1], "00fffff001000000000048"],
    ["rice of the greatest count", rice, [2 ** 52 - 1, 0, 0], "00ffffffffffffffffff00"],
    ["rice with two low bits", rice, [5, 6, 7, 8, 9, 10], "029abc6740"],
    ["rice with seven low bits", rice, [100, 120, 90, 300], "0764785acb00"],
  ])("%s", (_, packing, counts, hex) => {
    expect(written((sink) => packing.write(sink, of(...counts)))).toBe(hex);
    expect(packing.bytes(of(...counts))).toBe(hex.length / 2);
    const source = sourceOf(hex);
    expect([...packing.read(source, counts.length)]).toEqual(counts);
    expect(source.isAtEnd).toBe(true);
  });

  test("packings have names of their own", () => {
    expect([varints, runs, rice].map(({ name }) => name)).toEqual(["varints", "runs", "rice"]);
  });
});

describe("floats are written as what changed in their bits", () => {
  const bits = new DataView(new ArrayBuffer(8));
  const floatOf = (hex: string): number => {
    bits.setBigUint64(0, BigInt(`0x${hex}`));
    return bits.getFloat64(0);
  };
  const ONE = "3ff0000000000000";

  test.each<[string, string[], string]>([
    ["none", [], ""],
    ["one", [ONE], "c227ff"],
    ["one twice", [ONE, ONE], "c227ff00"],
    ["a change of the last bit", [ONE, "3ff0000000000001"], "c227ffff02"],
    ["a change of the lower half's first bit", [ONE, "3ff0000080000000"], "c227ffe002"],
    ["a change of the upper half's last bit", [ONE, "3ff0000100000000"], "c227ffdf02"],
    ["a change across both halves", [ONE, "3ff0000180000000"], "c227ffdf07"],
    ["a change of the first and the last bit", [ONE, "bff0000000000001"], "c227ffc0fe0000000000000004"],
    ["a change in the upper half, and back", [ONE, "4000000000000000", ONE], "c227ffc12bffdffc"],
    ["changes within one window", [ONE, "3ff0000000000010", "3ff0000000000020"], "c227fffb03f40e"],
    [
      "a small change in a window that is wide, and one that fits it",
      [ONE, "3ff00000000ffff0", "3ff00000000ffff1", "3ff0000000000ff1"],
      "c227ffec3ffffffc0f60ffe0",
    ],
    [
      "the smallest there is, zero, and negative zero",
      ["0000000000000001", "0".repeat(16), "8000000000000000"],
      "ff03700080",
    ],
  ])("%s", (_, hexes, hex) => {
    const values = of(...hexes.map(floatOf));
    expect(written((sink) => writeFloats(sink, values))).toBe(hex);
    const source = sourceOf(hex);
    expect([...readFloats(source, values.length)]).toEqual([...values]);
    expect(source.isAtEnd).toBe(true);
  });

  test.each([
    ["twelve, and kept", "3ff0000000001fff", "3ff0000000001ffe", "c227fff333fff00040"],
    ["thirteen, and left for one of its own", "3ff0000000003fff", "3ff0000000003ffe", "c227fff237fffff020"],
  ])("a window that is too wide by %s", (_, second, third, hex) => {
    const values = of(...[ONE, second, third].map(floatOf));
    expect(written((sink) => writeFloats(sink, values))).toBe(hex);
    expect([...readFloats(sourceOf(hex), 3)]).toEqual([...values]);
  });
});

describe("a line through a series leaves the least to write", () => {
  test.each<[string, number[], { first: number; step: number; slope: number }, number[]]>([
    ["one", [5], { first: 5, step: 1, slope: 0 }, []],
    ["two, which have no usual rise", [5, 9], { first: 5, step: 4, slope: 0 }, [1]],
    ["three that rise evenly", [5, 9, 13], { first: 5, step: 4, slope: 1 }, [0, 0]],
    ["three that fall", [13, 9, 1], { first: 13, step: 4, slope: -1 }, [0, -1]],
    ["steps of a common divisor", [0, 6, 15, 15], { first: 0, step: 3, slope: 2 }, [0, 1, -1]],
    ["no step at all", [7, 7, 7], { first: 7, step: 1, slope: 0 }, [0, 0]],
    ["the middle one of the rises", [0, 1, 3, 6, 106], { first: 0, step: 1, slope: 3 }, [-2, -3, -3, 94]],
    ["negative ones", [-6, -2, -4], { first: -6, step: 2, slope: 2 }, [0, -3]],
  ])("%s", (_, series, grid, off) => {
    expect(gridOf(of(...series))).toEqual(grid);
    expect([...offsets(of(...series), grid)]).toEqual(off);
    expect([...onGrid(of(...off), grid)]).toEqual(series);
  });

  test("is none where following it would leave the exact numbers", () => {
    const steep = of(0, 2 ** 46 - 1, 0, 2 ** 46 - 1, 2 ** 46 - 2);
    expect(gridOf(steep)).toMatchObject({ slope: 0 });
    expect(gridOf(of(0, 2 ** 45, 2 ** 46 - 1))).toMatchObject({ step: 1, slope: 2 ** 45 });
    expect(gridOf(of(0, 2 ** 45, 2 ** 46, 1))).toMatchObject({ slope: 2 ** 45 });
    expect(gridOf(of(0, 2 ** 45 + 4, 2 ** 46 + 8, 4))).toMatchObject({ step: 4, slope: 0 });
    expect(gridOf(of(0, 2 ** 45 + 1, 2 ** 46 + 2, 1))).toMatchObject({ slope: 0 });
  });

  test.each([
    ["as they are", [5, 5, 5, 5, 90, 5, 5, 5, 5, 70, 5, 5, 5], 0],
    ["as differences", [0, 0, 0, 50, 50, 50, 50, 0, 0, 0, 90, 90, 90], 1],
    ["as differences of differences", Array.from({ length: 30 }, (_, index) => index * index), 2],
  ])("integers are written %s where that is shortest", (_, series, order) => {
    const hex = written((sink) => writeIntegers(sink, of(...series)));
    expect([...readIntegers(sourceOf(hex), series.length)]).toEqual(series);
    const source = sourceOf(hex);
    for (const skip of [source.signed, source.unsigned, source.signed]) skip.call(source);
    expect(source.byte() >> 4).toBe(order);
  });
});

describe("times", () => {
  const points = (...times: number[]) => times.map((atMicros) => ({ atMicros, value: 1 }));

  test.each([
    ["seconds", [0, 3_000_000], 0],
    ["milliseconds", [0, 3_000_000, 3_001_000], 1],
    ["microseconds", [0, 3_000_001], 2],
  ])("are counted in %s where all are whole in them", (_, times, unit) => {
    expect(unitOf(of(...times))).toBe(unit);
  });

  test("may span exactly two years, and not a microsecond more", () => {
    expect([...timesOf(points(-(2 ** 45), 2 ** 45))]).toEqual([-(2 ** 45), 2 ** 45]);
    expect(() => timesOf(points(-(2 ** 45), 2 ** 45 + 1))).toThrow(RangeError);
  });

  test.each([
    ["the second is before the first", [100, 50]],
    ["the third is before the second", [100, 150, 120]],
    ["two are the same", [100, 150, 150]],
  ])("that were written run backwards where %s", (_, times) => {
    const hex = written((sink) => writeIntegers(sink, of(...times)));
    expect(() => readTimes(sourceOf(hex), 2, times.length)).toThrow(new CorruptChunk("times run backwards"));
    expect([...readTimes(sourceOf(written((sink) => writeIntegers(sink, of(7, 9)))), 1, 2)]).toEqual([
      7_000, 9_000,
    ]);
  });
});

describe("values", () => {
  const formOf = (...values: number[]) => writeValues(of(...values)).form;

  test.each<[string, number[], number]>([
    ["whole", [1, 2], 0],
    ["tenths", [0.1, 2], 1],
    ["millionths", [0.000001, 2], 6],
    ["too fine for decimals", [0.0000001, 2], 7],
    ["the greatest that are whole", [2 ** 45, -(2 ** 45)], 0],
    ["one beyond, which is no integer of ours", [2 ** 45 + 1], 7],
    ["tenths of 32-bit floats", [Math.fround(0.1), 2], 9],
    ["millionths of 32-bit floats", [Math.fround(0.000001), 2], 14],
    ["negative zero", [-0, 0.5], 7],
    [
      "few that come again and again",
      Array.from({ length: 24 }, (_, index) => [Math.PI, 1 / 3][index % 2] ?? 0),
      15,
    ],
    [
      "few, one of them negative zero",
      Array.from({ length: 24 }, (_, index) => [Math.PI, -0][index % 2] ?? 0),
      7,
    ],
  ])("that are %s have the form of their own", (_, values, form) => {
    const { form: found, sink } = writeValues(of(...values));
    expect(found).toBe(form);
    const source = new ByteSource(sink.toBytes(), sink.length);
    expect([...readValues(found, source, values.length)]).toEqual(values);
  });

  test("are floats where a list of them would be no shorter", () => {
    expect(formOf(Math.PI, Math.E)).toBe(7);
  });

  test("of seven places, in a form that nobody writes, are refused", () => {
    const hex = written((sink) => writeIntegers(sink, of(1)));
    expect(() => readValues(23, sourceOf(hex), 1)).toThrow(new CorruptChunk("an unknown form of values"));
  });

  test("are decimals with the fewest places", () => {
    expect(asDecimals(of(0.5, 1.25))).toEqual({ places: 2, isSingle: false, integers: of(50, 125) });
    expect(asDecimals(of(Math.PI))).toBeNull();
  });
});

describe("units in the last place", () => {
  test.each([
    [1, 1, 0],
    [1, 1 + 2 ** -52, 1],
    [1 + 2 ** -52, 1, -1],
    [1, 1 + 2 ** -20, 2 ** 32],
    [1, 1 + 2 ** -20 + 2 ** -52, 2 ** 32 + 1],
    [1 + 2 ** -52, 1 + 2 ** -20, 2 ** 32 - 1],
    [1 + 2 ** -20, 1 + 2 ** -52, 1 - 2 ** 32],
    [-1, -1 - 2 ** -52, 1],
    [0, 5e-324, 1],
    [1, 1 + 2 ** -12, ULPS_MAX],
    [1, 1 + 2 ** -12 + 2 ** -52, null],
    [1 + 2 ** -12, 1, -ULPS_MAX],
    [1 + 2 ** -12 + 2 ** -52, 1, null],
    [1, -1, null],
    [0, -0, null],
  ])("from %f to %f are %s", (from, to, ulps) => {
    expect(ulpsBetween(from, to)).toBe(ulps);
    if (ulps !== null) expect(ulpsAway(from, ulps)).toBe(to);
  });
});
