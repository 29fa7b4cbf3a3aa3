import { expect, test } from "vitest";
import { type BucketPoint, openBuckets, sealBuckets } from "../../../lib/history/codec/bucket-chunk.ts";
import { bytesOf, hexOf } from "./hex.ts";

const FIRST = 1_976_832;
type Row = [bucket: number, count: number, min: number, max: number, avg: number, last: number];
const bucketsOf = (rows: Row[]): BucketPoint[] =>
  rows.map(([bucket, count, min, max, avg, last]) => ({
    bucket: FIRST + bucket,
    count,
    min,
    max,
    avg,
    last,
  }));
const f = (celsius: number): number => celsius * 1.8 + 32;
const single = Math.fround;

/** A month of buckets lies in databases for years, as a day of readings does. */
test.each<[string, Row[], string]>([
  [
    "a single one",
    [[0, 1, 21.5, 21.5, 21.5, 21.5]],
    "b10180a8f1010100000201000001ae03010000000100000001000000000100000001000000311e40ad",
  ],
  [
    "tenths, with a gap",
    [
      [0, 2, 21.5, 21.7, 21.6, 21.7],
      [1, 3, 21, 22, (21 + 21.4 + 22) / 3, 21.4],
      [4, 15, -0.5, 0.5, 0.1, 0],
    ],
    "b10380a8f101010600030304011800151501ae03050100005304080200000104010400000100000120002121000100000000000d3acbbe",
  ],
  [
    "tenths of °C in °F, which are near decimals",
    [
      [0, 2, f(21.1), f(21.7), (f(21.1) + f(21.7)) / 2, f(21.7)],
      [1, 2, f(0.3), f(0.7), (f(0.3) + f(0.7)) / 2, f(0.3)],
    ],
    "b10280a8f10101000002040100000002ac6da01d000001d80124000001d8016c0000010000010000000201000001008c5ecf7f",
  ],
  [
    "tenths that went through 32-bit floats",
    [[0, 2, single(21.1), single(21.7), (single(21.1) + single(21.7)) / 2, single(21.7)]],
    "b10180a8f1010100000401000009a6030100000c0100000c0100000000010000b4e6cc9901010000003cac08fe",
  ],
  [
    "figures that are no decimals",
    [
      [0, 2, Math.E, Math.PI, 3, Math.PI],
      [1, 2, -1e300, 1e300, 0, 1e300],
    ],
    "b10280a8f1010100000204010000000707c1fa002df85458a2bb4e07f7c64b66c062845ea007c1ee00490fdaa22168f0bbf8fb171f7111621007c1ee00490fdaa22168f0bbf8fb171f7111621000060300000124a1ea39",
  ],
  [
    "negative zeros",
    [
      [0, 2, -0, 0.1, 0.05, -0],
      [1, 1, -0, -0, -0, -0],
    ],
    "b10280a8f1010100000204010000010100010000000201000001000100000005000102120060000100000000010000000019dbffa4",
  ],
  [
    "a mean that is no sum's",
    [
      [0, 3, 1, 2, 1.2345678901, 2],
      [1, 2, 1, 2, 1.5, 2],
    ],
    "b10280a8f1010100000206010000010002010000000201000000020100000000000100000000010000000100010000c2f7ff3c0ca428abd5300e600db6",
  ],
])("these buckets are these bytes %s", (_, rows, hex) => {
  expect(hexOf(sealBuckets(bucketsOf(rows)))).toBe(hex);
  expect(openBuckets(bytesOf(hex))).toEqual(bucketsOf(rows));
});
