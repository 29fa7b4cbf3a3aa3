import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Bucket,
  bucketCeiling,
  bucketStart,
  bucketsOf,
  coarserBuckets,
  quarterBefore,
} from "../../../lib/history/buckets.ts";
import type { Point } from "../../../lib/history/codec/chunk.ts";

const at = (iso: string): number => Date.parse(iso);
const point = (iso: string, value: number): Point => ({ atMicros: at(iso) * 1_000, value });

const MORNING = [
  point("2026-11-20T10:00:00Z", 40),
  point("2026-11-20T10:14:59.999Z", 44),
  point("2026-11-20T10:15:00Z", 38),
  point("2026-11-20T11:59:00Z", 39),
];

/** Distinct times within three days, values a sensor could send. */
const points = fc
  .uniqueArray(fc.integer({ min: 0, max: 3 * 86_400 * 1_000 }), { minLength: 1, maxLength: 150 })
  .chain((times) =>
    fc
      .array(fc.double({ min: -1e15, max: 1e15, noNaN: true }), {
        minLength: times.length,
        maxLength: times.length,
      })
      .map((values) => times.map((time, index) => ({ atMicros: time * 1_000, value: values[index] ?? 0 }))),
  );

const resolutions = fc.constantFrom("15m" as const, "1h" as const, "1d" as const);

/** Everything exactly, the average to what floats allow when added in another order. */
function expectSameBuckets(actual: Bucket[], expected: Bucket[]): void {
  const withoutAverage = ({ startMs, aggregate }: Bucket) => ({ startMs, ...aggregate, avg: 0 });
  expect(actual.map(withoutAverage)).toEqual(expected.map(withoutAverage));
  for (const [index, { aggregate }] of actual.entries()) {
    const other = expected[index]?.aggregate.avg ?? Number.NaN;
    const scale = Math.max(Math.abs(aggregate.min), Math.abs(aggregate.max));
    expect(Math.abs(aggregate.avg - other)).toBeLessThanOrEqual(scale * 1e-12 + 1e-300);
  }
}

describe("a bucket", () => {
  test("starts on whole quarters, hours and days of UTC, whatever the home's zone does", () => {
    const moment = at("2026-03-29T01:44:59.999Z");
    expect(bucketStart("15m", moment)).toBe(at("2026-03-29T01:30:00Z"));
    expect(bucketStart("1h", moment)).toBe(at("2026-03-29T01:00:00Z"));
    expect(bucketStart("1d", moment)).toBe(at("2026-03-29T00:00:00Z"));
    expect(bucketStart("1d", -1)).toBe(at("1969-12-31T00:00:00Z"));
  });

  test("of a quarter hour is over when the next begins, and not before", () => {
    const first = at("2026-11-20T10:00:00Z") / 900_000;
    expect(quarterBefore(at("2026-11-20T10:15:00Z"))).toBe(first);
    expect(quarterBefore(at("2026-11-20T10:29:59.999Z"))).toBe(first);
    expect(quarterBefore(at("2026-11-20T10:14:59.999Z"))).toBe(first - 1);
  });

  test("ends where the next one starts", () => {
    expect(bucketCeiling("1h", at("2026-11-20T10:00:00Z"))).toBe(at("2026-11-20T10:00:00Z"));
    expect(bucketCeiling("1h", at("2026-11-20T10:00:00.001Z"))).toBe(at("2026-11-20T11:00:00Z"));
  });

  test("holds its first moment and not its last", () => {
    expect(bucketsOf(MORNING, "15m")).toEqual([
      {
        startMs: at("2026-11-20T10:00:00Z"),
        aggregate: { count: 2, min: 40, max: 44, avg: 42, last: 44, lastAtMicros: MORNING[1]?.atMicros },
      },
      {
        startMs: at("2026-11-20T10:15:00Z"),
        aggregate: { count: 1, min: 38, max: 38, avg: 38, last: 38, lastAtMicros: MORNING[2]?.atMicros },
      },
      {
        startMs: at("2026-11-20T11:45:00Z"),
        aggregate: { count: 1, min: 39, max: 39, avg: 39, last: 39, lastAtMicros: MORNING[3]?.atMicros },
      },
    ]);
  });

  test("averages to something between its lowest and its highest", () => {
    fc.assert(
      fc.property(points, (all) => {
        for (const { aggregate } of bucketsOf(all, "1d")) {
          expect(aggregate.avg).toBeGreaterThanOrEqual(aggregate.min);
          expect(aggregate.avg).toBeLessThanOrEqual(aggregate.max);
        }
      }),
    );
  });
});

describe("buckets come out the same", () => {
  test("whatever order the readings arrive in", () => {
    fc.assert(
      fc.property(points, resolutions, fc.infiniteStream(fc.nat()), (all, resolution, order) => {
        const shuffled = all
          .map((each) => ({ each, place: order.next().value }))
          .sort((a, b) => a.place - b.place)
          .map(({ each }) => each);
        expectSameBuckets(bucketsOf(shuffled, resolution), bucketsOf(all, resolution));
      }),
    );
  });

  test("when made from finer buckets instead of readings", () => {
    fc.assert(
      fc.property(points, (all) => {
        const hours = coarserBuckets(bucketsOf(all, "15m"), "1h");
        expectSameBuckets(hours, bucketsOf(all, "1h"));
        expectSameBuckets(coarserBuckets(hours, "1d"), bucketsOf(all, "1d"));
      }),
    );
  });
});
