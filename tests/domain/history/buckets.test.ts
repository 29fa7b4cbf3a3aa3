import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bucketStart, bucketsOf, mergedBuckets } from "../../../lib/history/buckets.ts";

const at = (iso: string): number => Date.parse(iso);
/** Readings at distinct times within three days, with values that a sensor could send. */
const points = fc
  .uniqueArray(fc.integer({ min: 0, max: 3 * 86_400 * 1_000 }), { minLength: 1, maxLength: 150 })
  .map((times) => times.toSorted((a, b) => a - b))
  .chain((times) =>
    fc
      .array(fc.double({ min: -1e15, max: 1e15, noNaN: true }), {
        minLength: times.length,
        maxLength: times.length,
      })
      .map((values) => times.map((time, index) => ({ atMicros: time * 1_000, value: values[index] ?? 0 }))),
  );

describe("a bucket", () => {
  test("starts on whole quarters, hours and days of UTC, whatever the home's zone does", () => {
    const moment = at("2026-03-29T01:44:59.999Z");
    expect(bucketStart("15m", moment)).toBe(at("2026-03-29T01:30:00Z"));
    expect(bucketStart("1h", moment)).toBe(at("2026-03-29T01:00:00Z"));
    expect(bucketStart("1d", moment)).toBe(at("2026-03-29T00:00:00Z"));
    expect(bucketStart("1d", -1)).toBe(at("1969-12-31T00:00:00Z"));
  });

  test("averages to something between its lowest and its highest", () => {
    fc.assert(
      fc.property(points, (all) => {
        for (const { avg, min, max } of bucketsOf(all, "1d")) {
          expect(avg).toBeGreaterThanOrEqual(min);
          expect(avg).toBeLessThanOrEqual(max);
        }
      }),
    );
  });
});

test("of two of one time the bucket of more readings counts, of the same the later, and a held value never", () => {
  const bucket = (number: number, count: number, value = 1) => ({
    ...{ bucket: number, count },
    ...{ min: value, max: value, avg: value, last: value },
  });
  const [held, older, newer] = [
    [bucket(1, 0, 9), bucket(3, 0, 9)],
    [bucket(2, 4), bucket(1, 4)],
    [bucket(1, 4, 7), bucket(2, 3, 7)],
  ];
  expect(mergedBuckets(held, older, newer)).toEqual([bucket(1, 4, 7), bucket(2, 4), bucket(3, 0, 9)]);
});
