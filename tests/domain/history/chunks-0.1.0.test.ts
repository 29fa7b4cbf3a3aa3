import { expect, test } from "vitest";
import type { Bucket, Point } from "../../../lib/history/codec.ts";
import { oldBuckets, oldReadings } from "../../../local/postgres/chunks-0.1.0.ts";
import { every, QUARTER_HOUR } from "./series-of-a-day.ts";

const MINUTE = 60_000_000;
const valuesOf = (length: number, valueAt: (index: number) => number): Point[] =>
  every(
    QUARTER_HOUR,
    Array.from({ length }, (_, index) => valueAt(index)),
  );

const FIRST = 1_976_832;
type Row = [bucket: number, count: number, min: number, max: number, avg: number, last: number];
const bucketsOf = (rows: Row[]): Bucket[] =>
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

test.each<[string, Point[], string]>([
  ["a single reading at a whole second", every(1, [20]), "a1000180d981b00d0100002801000079bc2750"],
  [
    "tenths of a degree, one far from the others",
    every(QUARTER_HOUR, [21.5, 21.6, 21.6, 21.4, 21.9, -3.2]),
    "a1010680d981b00d840702010005ae0301000002020108ed032258cbe3",
  ],
  [
    "tenths that went through 32-bit floats",
    every(QUARTER_HOUR, [21.5, 21.6, 21.4].map(Math.fround)),
    "a1090380d981b00d840702000000ae030102000005e2624dbc",
  ],
  [
    "floats of every size",
    every(QUARTER_HOUR, [Math.PI, Math.E, -0, 1e300]),
    "a1070480d981b00d840702010003c1ee00490fdaa22168f333c9ef1df507a71c0ff0016fc2a2c515da6fe37e43c8800759c0d69ab45d",
  ],
  [
    "floats of which some come again at once",
    every(QUARTER_HOUR, [Math.PI, Math.PI, Math.E, Math.E, Math.PI]),
    "a1070580d981b00d840702010004c1ee00490fdaa22168d999e4f78efa83d38ac9ef1df507a71089c17467",
  ],
  [
    "few floats that come again and again",
    valuesOf(24, (index) => [Math.PI, Math.E, 1 / 3][(index * index) % 3] ?? 0),
    "a10f1880d981b00d84070201001702c1fa002df85458a2bb4c00327bc77d41e9c40201000200a5294a52949e422fb6",
  ],
  [
    "states at milliseconds",
    every(MINUTE + 1_000, [1, 0, 1, 1]),
    "a1100480a89f8dbf68e1d403020100030201000200805d765539",
  ],
  [
    "tenths at milliseconds",
    every(MINUTE + 1_000, [21.6, 21.7]),
    "a1110280a89f8dbf68e1d403000002b00301000002e15a09fd",
  ],
  [
    "states at microseconds",
    every(MINUTE + 1, [1, 0, 1, 1]),
    "a1200480c0d0bcffacb006818ece1c020100030201000200802d8ba18c",
  ],
  [
    "a door that was open once, in runs",
    valuesOf(80, (index) => (index < 40 ? 1 : 0)),
    "a1005080d981b00d84070201004f02010001002701289a77da64",
  ],
  [
    "counts of very different sizes",
    every(QUARTER_HOUR, [5, 1_000_000, 17, 90_000, 3, 1e9]),
    "a1000680d981b00d8407020100050a01fefd0a10f88a6fdb8685010097fc15fca9cbb907ad963c78",
  ],
  [
    "counts of a like size",
    valuesOf(30, (index) => (index * 7_919) % 31),
    "a1001e80d981b00d84070201001d00011c1204003b41da0ed076801da0ed07683b41da007683b41da0ed9f0f02e9",
  ],
  [
    "a rise that grows evenly",
    valuesOf(30, (index) => index * index),
    "a1001e80d981b00d84070201001d00013a213701041cc129aeed",
  ],
  [
    "a rise that becomes steeper once",
    valuesOf(30, (index) => index * 3 + (index > 15 ? index * 40 : 0)),
    "a1001e80d981b00d84070201001d00010611000f800a01500dc2975cf3",
  ],
])("readings that 0.1.0 sealed are read: %s", (_, points, hex) => {
  expect(oldReadings(Buffer.from(hex, "hex"))).toEqual(points);
});

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
])("buckets that 0.1.0 sealed are read: %s", (_, rows, hex) => {
  expect(oldBuckets(Buffer.from(hex, "hex"))).toEqual(bucketsOf(rows));
});
