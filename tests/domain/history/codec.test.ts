import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bucketsOf } from "../../../lib/history/buckets.ts";
import {
  CorruptChunk,
  openBuckets,
  openReadings,
  type Point,
  sealBuckets,
  sealReadings,
} from "../../../lib/history/codec.ts";
import { day } from "./series-of-a-day.ts";

const FIGURES = ["bucket", "count", "min", "max", "last"] as const;

/** Compares bit for bit, so that -0 differs from 0. */
function expectLossless(points: Point[]): void {
  const { times, values } = openReadings(sealReadings(points));
  expect(times.length).toBe(points.length);
  const wrong = points.findIndex(
    ({ atMicros, value }, index) => atMicros !== times[index] || !Object.is(value, values[index]),
  );
  expect(wrong === -1 ? "the same" : { wrong, sealed: points[wrong], opened: values[wrong] }).toBe(
    "the same",
  );
}

/** Compares all figures bit for bit, except the mean, which may differ in its last digits. */
function expectSameBuckets(points: Point[]): void {
  const buckets = bucketsOf(points, "15m");
  const opened = openBuckets(sealBuckets(buckets));
  expect(opened.length).toBe(buckets.length);
  for (const [index, bucket] of buckets.entries()) {
    const other = opened[index];
    for (const figure of FIGURES) expect(Object.is(bucket[figure], other?.[figure]), figure).toBe(true);
    expect(Math.abs(bucket.avg - (other?.avg ?? 0))).toBeLessThanOrEqual(
      1e-7 * Math.max(1, Math.abs(bucket.avg)),
    );
  }
}

const gaps = fc.oneof(
  fc.integer({ min: 1, max: 1_000 }),
  fc.integer({ min: 1, max: 86_400 }).map((seconds) => seconds * 1_000_000),
  fc.integer({ min: 899_000, max: 901_000 }).map((millis) => millis * 1_000),
);

const series = (value: fc.Arbitrary<number>): fc.Arbitrary<Point[]> =>
  fc
    .tuple(fc.maxSafeNat(), fc.array(fc.tuple(gaps, value), { minLength: 1, maxLength: 200 }))
    .map(([start, steps]) => {
      let atMicros = start % 2 ** 51;
      return steps.map(([gap, each]) => {
        atMicros += gap;
        return { atMicros, value: each };
      });
    });

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });

const kindsOfValues: [string, fc.Arbitrary<number>][] = [
  ["any float64, subnormal, huge or negative zero", finite],
  ["whole numbers up to the last safe one", fc.maxSafeInteger()],
  ["states", fc.constantFrom(0, 1)],
  ["tenths", fc.integer({ min: -400, max: 1_200 }).map((tenths) => tenths / 10)],
  ["millionths", fc.integer().map((millionths) => millionths / 1_000_000)],
  ["32-bit floats", fc.float({ noNaN: true, noDefaultInfinity: true })],
  [
    "tenths that went through 32-bit floats",
    fc.integer({ min: -4_000, max: 4_000 }).map((n) => Math.fround(n / 10)),
  ],
  ["tenths of °C in °F", fc.integer({ min: -400, max: 400 }).map((tenths) => (tenths / 10) * 1.8 + 32)],
  ["few odd values", fc.constantFrom(Math.PI, Math.E, -Math.SQRT2, 0, 1e300, 5e-324)],
  [
    "a huge value among small ones",
    fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constantFrom(2 ** 44, -(2 ** 44), 2 ** 53)),
  ],
];

describe("a chunk gives back bit for bit", () => {
  test.each(kindsOfValues)("%s", (_, value) => {
    fc.assert(fc.property(series(value), expectLossless), { numRuns: 100 });
    fc.assert(
      fc.property(series(value), (points) => {
        fc.pre(points.every((point) => Math.abs(point.value) < 1e300));
        expectSameBuckets(points);
      }),
      { numRuns: 30 },
    );
  });

  test("two years, and times before 1970", () => {
    expectLossless([
      { atMicros: -(2 ** 45), value: 1.5 },
      { atMicros: 0, value: 1 },
      { atMicros: 2 ** 45, value: 2 },
    ]);
  });
});

describe("a day is small", () => {
  const drift = (index: number): number => Math.round(200 + 30 * Math.sin(index / 15) + ((index * 7) % 3));
  const bytes = (valueAt: (index: number) => number) => sealReadings(day(valueAt)).length / 96;

  test.each<[string, (index: number) => number, number]>([
    ["tenths of a degree", (index) => drift(index) / 10, 1],
    ["half percents", (index) => Math.round(drift(index) / 5) / 2, 1],
    ["a door that opens four times", (index) => (index % 24 === 5 ? 1 : 0), 0.5],
    ["a stuck value", () => 21.5, 0.4],
    ["tenths of °C sent as °F", (index) => (drift(index) / 10) * 1.8 + 32, 4],
    ["tenths through 32-bit floats", (index) => Math.fround(drift(index) / 10), 1],
    ["noise", (index) => Math.sin(index * index) * 10 ** (index % 7), 9],
  ])("%s", (_, valueAt, most) => {
    expect(bytes(valueAt)).toBeLessThan(most);
  });
});

test("bytes that are no chunk are refused, wherever a chunk was cut off", () => {
  const sealed = sealReadings(day((index) => Math.round(200 + 30 * Math.sin(index / 15)) / 10));
  for (let end = 0; end < sealed.length; end += 1)
    expect(() => openReadings(sealed.subarray(0, end)), String(end)).toThrow(CorruptChunk);
  expect(() => openReadings(Uint8Array.of(0xa1, ...sealed.subarray(1)))).toThrow(CorruptChunk);
});
