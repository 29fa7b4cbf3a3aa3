import { describe, expect, test } from "vitest";
import { type Known, readMeans, writeMeans } from "../../../lib/history/codec/bucket-chunk.ts";
import { ByteSink, ByteSource, CorruptChunk } from "../../../lib/history/codec/bytes.ts";
import {
  asNearDecimals,
  formOf,
  fromNearDecimals,
  type NearDecimals,
  nearForm,
  readOddities,
  ulpsAway,
  writeOddities,
} from "../../../lib/history/codec/decimals.ts";
import { hexOf } from "./hex.ts";

const of = (...values: number[]) => Float64Array.from(values);
const exact = { isSingle: false, ulps: null, negativeZeros: [] };

describe("values that are near decimals", () => {
  test.each<[string, number[], NearDecimals | null]>([
    ["tenths", [0.5, 21.6], { ...exact, places: 1, integers: of(5, 216) }],
    ["tenths of 32-bit floats", [Math.fround(0.1)], { ...exact, places: 1, isSingle: true, integers: of(1) }],
    ["a sum of tenths", [0.1 + 0.2, 0.5], { ...exact, places: 1, integers: of(3, 5), ulps: of(1, 0) }],
    ["64 values away", [ulpsAway(0.3, 64)], { ...exact, places: 1, integers: of(3), ulps: of(64) }],
    [
      "64 values on the other side",
      [ulpsAway(0.3, -64)],
      { ...exact, places: 1, integers: of(3), ulps: of(-64) },
    ],
    ["65 values away", [ulpsAway(0.3, 65)], null],
    ["65 values away, the second", [0.3, ulpsAway(0.3, 65)], null],
    [
      "near millionths",
      [ulpsAway(1.000001, 1)],
      { ...exact, places: 6, integers: of(1_000_001), ulps: of(1) },
    ],
    [
      "near the greatest integer",
      [ulpsAway(2 ** 45, 1)],
      { ...exact, places: 0, integers: of(2 ** 45), ulps: of(1) },
    ],
    ["one beyond it", [2 ** 45 + 1], null],
    ["negative zeros", [0.5, -0, -0], { ...exact, places: 1, integers: of(5, 0, 0), negativeZeros: [1, 2] }],
    [
      "a negative zero among sums",
      [-0, 0.1 + 0.2],
      { ...exact, places: 1, integers: of(0, 3), ulps: of(0, 1), negativeZeros: [0] },
    ],
    ["near none", [Math.PI], null],
  ])("%s", (_, values, near) => {
    expect(asNearDecimals(of(...values))).toEqual(near);
    if (near === null) return;
    expect([...fromNearDecimals(near)]).toEqual(values);
    const sink = new ByteSink();
    writeOddities(sink, near);
    const source = new ByteSource(sink.toBytes(), sink.length);
    const known = nearForm(formOf(near));
    expect({ ...near, ...known, ...readOddities(source, known, values.length) }).toEqual({
      ...near,
      ...known,
    });
    expect(source.isAtEnd).toBe(true);
  });

  test.each([
    [{ ...exact, places: 0, integers: of(1) }, 0],
    [{ ...exact, places: 6, integers: of(1) }, 6],
    [{ ...exact, places: 0, isSingle: true, integers: of(1) }, 8],
    [{ ...exact, places: 6, isSingle: true, integers: of(1) }, 14],
    [{ ...exact, places: 0, integers: of(1), ulps: of(1) }, 16],
    [{ ...exact, places: 6, integers: of(1), ulps: of(1) }, 22],
  ])("%j have the form %i", (near, form) => {
    expect(formOf(near)).toBe(form);
    expect(nearForm(form)).toEqual({
      places: near.places,
      isSingle: near.isSingle,
      isNear: near.ulps !== null,
    });
  });

  test.each([7, 15, 23, 31, 32, 33, 48])("no form is %i", (form) => {
    expect(() => nearForm(form)).toThrow(new CorruptChunk("an unknown form of values"));
  });

  test("without oddities are a byte more, and may be negative zeros one and all", () => {
    const written = (near: NearDecimals) => {
      const sink = new ByteSink();
      writeOddities(sink, near);
      return sink.toBytes();
    };
    expect(hexOf(written({ ...exact, places: 1, integers: of(5) }))).toBe("00");
    const bytes = written({ ...exact, places: 1, integers: of(0, 0), negativeZeros: [0, 1] });
    const read = (length: number) =>
      readOddities(new ByteSource(bytes, bytes.length), nearForm(1), length).negativeZeros;
    expect(read(2)).toEqual([0, 1]);
    expect(() => read(1)).toThrow(new CorruptChunk("more zeros than values"));
  });
});

describe("the means of buckets", () => {
  type Bucket = [count: number, low: number, high: number, mean: number];
  const SCALE = 10;
  const knownOf = (buckets: readonly Bucket[]): Known => {
    const [low, high] = [buckets.map(([, each]) => each), buckets.map(([, , each]) => each)];
    return {
      counts: of(...buckets.map(([count]) => count)),
      low: of(...low),
      high: of(...high),
      lows: of(...low.map((each) => Math.round(each * SCALE))),
      highs: of(...high.map((each) => Math.round(each * SCALE))),
      scale: SCALE,
    };
  };

  test.each<[string, Bucket[], string]>([
    ["that lie in the middle need next to nothing", [[2, 1, 2, 1.5]], "000100000001000000"],
    ["of an odd sum are rounded down, then up", [[3, 1.1, 1.2, (1.1 + 1.2 + 1.2) / 3]], "020100000001000000"],
    ["of a single reading are that reading", [[1, 1.1, 1.1, 1.1]], "000100000001000000"],
    ["that are some values away", [[2, 1, 2, ulpsAway(1.5, -3)]], "000100000501000000"],
    ["that are no sum's are kept as they are", [[2, 1, 2, 0]], "0001000000010000010001000000"],
    [
      "of great sums are kept as they are",
      [[2 ** 31, 0, 1, 1e300]],
      "00010000000100000100010000c1f3f1bf21e44003ace0",
    ],
    ["that are negative zeros are kept as they are", [[2, -1, 1, -0]], "00010000000100000100010000c002"],
    [
      "of which the second alone is no sum's",
      [
        [2, 1, 2, 1.5],
        [2, 1, 2, 7],
        [2, 1, 2, 1.5],
      ],
      "0001000000000001000000000102010000c13200e0",
    ],
  ])("%s", (_, buckets, hex) => {
    const known = knownOf(buckets);
    const means = of(...buckets.map(([, , , mean]) => mean));
    const sink = new ByteSink();
    writeMeans(sink, means, known);
    expect(hexOf(sink.toBytes())).toBe(hex);
    const source = new ByteSource(sink.toBytes(), sink.length);
    expect([...readMeans(source, known)]).toEqual([...means]);
    expect(source.isAtEnd).toBe(true);
  });
});
