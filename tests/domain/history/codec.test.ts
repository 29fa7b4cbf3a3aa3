import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openChunk, type Point, sealChunk } from "../../../lib/history/codec/chunk.ts";

/** Compares bits, so that -0 is not 0. */
function expectSame(opened: Point[], points: Point[]): void {
  expect(opened.length).toBe(points.length);
  const wrong = points.findIndex(
    (point, index) =>
      point.atMicros !== opened[index]?.atMicros || !Object.is(point.value, opened[index]?.value),
  );
  expect(wrong === -1 ? "the same" : { wrong, sealed: points[wrong], opened: opened[wrong] }).toBe(
    "the same",
  );
}

const expectLossless = (points: Point[]): void => expectSame(openChunk(sealChunk(points)), points);

const gaps = fc.oneof(
  fc.integer({ min: 1, max: 1_000 }),
  fc.integer({ min: 1, max: 86_400 }).map((seconds) => seconds * 1_000_000),
  fc.integer({ min: 899_000, max: 901_000 }).map((millis) => millis * 1_000),
);

const series = (value: fc.Arbitrary<number>): fc.Arbitrary<Point[]> =>
  fc
    .tuple(fc.maxSafeNat(), fc.array(fc.tuple(gaps, value), { minLength: 1, maxLength: 200 }))
    .map(([start, steps]) => {
      let atMicros = start % 2 ** 52;
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
    fc.assert(fc.property(series(value), expectLossless), { numRuns: 300 });
  });

  test("two years, and times before 1970", () => {
    expectLossless([
      { atMicros: -(2 ** 45), value: 1.5 },
      { atMicros: 0, value: 1 },
      { atMicros: 2 ** 45, value: 2 },
    ]);
  });
});
