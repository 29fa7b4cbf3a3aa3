import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BucketPoint, openBuckets, sealBuckets } from "../../../lib/history/codec/bucket-chunk.ts";
import { CorruptChunk } from "../../../lib/history/codec/bytes.ts";
import { sealChunk } from "../../../lib/history/codec/chunk.ts";

const FIGURES = ["bucket", "count", "min", "max", "avg", "last"] as const;

/** Compares bits, so that -0 is not 0. */
function expectLossless(buckets: BucketPoint[]): void {
  const opened = openBuckets(sealBuckets(buckets));
  expect(opened.length).toBe(buckets.length);
  const wrong = buckets.findIndex((bucket, index) =>
    FIGURES.some((figure) => !Object.is(bucket[figure], opened[index]?.[figure])),
  );
  expect(wrong === -1 ? "the same" : { sealed: buckets[wrong], opened: opened[wrong] }).toBe("the same");
}

/** What PostgreSQL makes of readings in the order of time: the sum in float64, its mean within the extremes. */
function bucketOf(bucket: number, readings: number[]): BucketPoint {
  const [min, max] = [Math.min(...readings), Math.max(...readings)];
  const mean = readings.reduce((sum, value) => sum + value, 0) / readings.length;
  const avg = Math.min(max, Math.max(min, mean));
  return { bucket, count: readings.length, min, max, avg, last: readings.at(-1) ?? 0 };
}

const month = (value: fc.Arbitrary<number>): fc.Arbitrary<BucketPoint[]> =>
  fc
    .tuple(
      fc.integer({ min: 0, max: 2 ** 31 }),
      fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.array(value, { minLength: 1, maxLength: 20 })), {
        minLength: 1,
        maxLength: 60,
      }),
    )
    .map(([start, steps]) => {
      let bucket = start;
      return steps.map(([gap, readings]) => {
        bucket += gap;
        return bucketOf(bucket, readings);
      });
    });

const tenths = fc.integer({ min: -400, max: 1_200 }).map((whole) => whole / 10);

const kindsOfValues: [string, fc.Arbitrary<number>][] = [
  ["tenths", tenths],
  ["tenths around zero, negative zero among them", fc.integer({ min: -9, max: 9 }).map((n) => (n / 10) * -1)],
  ["states", fc.constantFrom(0, 1)],
  ["half percents", fc.integer({ min: 0, max: 200 }).map((halves) => halves / 2)],
  ["tenths of °C in °F", fc.integer({ min: -400, max: 400 }).map((n) => (n / 10) * 1.8 + 32)],
  [
    "tenths that went through 32-bit floats",
    fc.integer({ min: -4_000, max: 4_000 }).map((n) => Math.fround(n / 10)),
  ],
  ["whole numbers", fc.integer()],
  ["any float64 whose sum is finite", fc.double({ noNaN: true, min: -1e300, max: 1e300 })],
  ["few odd values", fc.constantFrom(Math.PI, -Math.SQRT2, 0, -0, 1e300, 5e-324)],
  ["a huge value among small ones", fc.oneof(tenths, fc.constantFrom(2 ** 44, -(2 ** 44), 2 ** 53, 1e18))],
];

describe("a month of buckets comes back bit for bit", () => {
  test.each(kindsOfValues)("of %s", (_, value) => {
    fc.assert(fc.property(month(value), expectLossless), { numRuns: 300 });
  });

  test("whatever the figures are", () => {
    const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
    const bucket = fc.record({
      count: fc.integer({ min: 0, max: 2 ** 31 }),
      min: fc.oneof(finite, tenths),
      max: fc.oneof(finite, tenths),
      avg: fc.oneof(finite, tenths),
      last: fc.oneof(finite, tenths),
    });
    fc.assert(
      fc.property(fc.array(bucket, { minLength: 1, maxLength: 60 }), (figures) =>
        expectLossless(figures.map((each, index) => ({ bucket: index * 3, ...each }))),
      ),
      { numRuns: 500 },
    );
  });
});

/** A room that warms up and cools down, in tenths, heard `heard` times a bucket. */
function room(buckets: number, heard: number): BucketPoint[] {
  return Array.from({ length: buckets }, (_, index) =>
    bucketOf(
      2_000_000 + index,
      Array.from({ length: heard }, (_, minute) => {
        const step = index * heard + minute;
        return Math.round(210 + 20 * Math.sin(step / 230) + 2 * Math.sin(step * 7.1)) / 10;
      }),
    ),
  );
}

describe("a month of buckets is small", () => {
  const bytesPerBucket = (buckets: BucketPoint[]): number => sealBuckets(buckets).length / buckets.length;

  test("quarter hours and hours of tenths that are heard each minute take under five bytes a bucket", () => {
    expect(bytesPerBucket(room(2_976, 15))).toBeLessThan(5);
    expect(bytesPerBucket(room(744, 60))).toBeLessThan(5);
  });

  test("tenths of °C that were turned into °F take hardly more", () => {
    const fahrenheit = Array.from({ length: 2_976 }, (_, index) =>
      bucketOf(
        index,
        Array.from(
          { length: 15 },
          (_, minute) => (Math.round(200 + 9 * Math.sin(index + minute)) / 10) * 1.8 + 32,
        ),
      ),
    );
    expect(bytesPerBucket(fahrenheit)).toBeLessThan(5);
  });

  test("one reading a bucket, and a value that is stuck, take under two bytes", () => {
    expect(bytesPerBucket(room(2_976, 1))).toBeLessThan(2);
    const stuck = Array.from({ length: 744 }, (_, index) => bucketOf(index, Array(60).fill(21.3)));
    expect(bytesPerBucket(stuck)).toBeLessThan(0.2);
  });
});

describe("bytes that are no month of buckets are refused", () => {
  const sealed = sealBuckets(room(40, 15));

  test("whichever single bit has changed", () => {
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = sealed.slice();
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => openBuckets(changed)).toThrow(CorruptChunk);
    }
  });

  test("wherever it was cut off, when something follows, and where it is a day of readings", () => {
    for (let end = 0; end < sealed.length; end += 1)
      expect(() => openBuckets(sealed.subarray(0, end))).toThrow(CorruptChunk);
    expect(() => openBuckets(Uint8Array.of(...sealed, 0))).toThrow(CorruptChunk);
    expect(() => openBuckets(sealChunk([{ atMicros: 0, value: 1 }]))).toThrow(CorruptChunk);
  });
});
