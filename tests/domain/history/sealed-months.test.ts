import fc from "fast-check";
import { expect, test } from "vitest";
import {
  dayStartMs,
  firstBucketOf,
  monthAt,
  monthEndMs,
  monthOf,
  nextChunkOf,
  PART_DAYS,
  PARTS_A_MONTH,
  partAt,
  partOf,
  utcDayOf,
  withRows,
} from "../../../lib/history/buckets.ts";
import type { BucketPoint } from "../../../lib/history/codec/bucket-chunk.ts";
import { firstOpenDay } from "../../../lib/history/retention.ts";
import { DAY_MS } from "../../../lib/kernel/time.ts";

const bucket = (number: number, count: number, value = 20): BucketPoint => ({
  bucket: number,
  count,
  min: value,
  max: value,
  avg: value,
  last: value,
});

test("a month ends where the next begins", () => {
  expect(monthOf("2026-12-31")).toBe("2026-12-01");
  expect(monthAt(Date.parse("2027-02-28T23:59:59.999Z"))).toBe("2027-02-01");
  expect(monthEndMs("2026-12-01")).toBe(Date.parse("2027-01-01T00:00:00Z"));
  expect(monthEndMs("2028-02-01")).toBe(Date.parse("2028-03-01T00:00:00Z"));
  expect(firstBucketOf("1970-02-01", "15m")).toBe(31 * 96);
  expect(firstBucketOf("1970-02-01", "1h")).toBe(31 * 24);
});

const SOME_MS = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 0, 1) });

test("a month has six parts, each of five days but the last, and every day is in one", () => {
  const days = Array.from({ length: 366 }, (_, day) => utcDayOf(Date.UTC(2028, 0, 1 + day)));
  const parts = [...Map.groupBy(days, partOf)];
  expect(parts).toHaveLength(12 * PARTS_A_MONTH);
  for (const [first, own] of parts) {
    expect(own[0]).toBe(first);
    expect(nextChunkOf("15m", first)).toBe(utcDayOf(dayStartMs(own.at(-1) ?? "") + DAY_MS));
    if (nextChunkOf("15m", first) !== nextChunkOf("1h", first)) expect(own).toHaveLength(PART_DAYS);
  }
  expect(nextChunkOf("1h", "2028-12-01")).toBe("2029-01-01");
  expect(partOf("2027-02-28")).toBe("2027-02-26");
});

test("parts follow each other: the later the moment, the later its part", () => {
  fc.assert(
    fc.property(SOME_MS, SOME_MS, (one, other) => {
      const [earlier, later] = [Math.min(one, other), Math.max(one, other)];
      expect(partAt(earlier) <= partAt(later)).toBe(true);
      expect(monthAt(later) <= partAt(later) && partAt(later) <= utcDayOf(later)).toBe(true);
    }),
  );
});

test("no quarter hour of the last day can be in a chunk, whatever time it is", () => {
  fc.assert(
    fc.property(SOME_MS, (now) => {
      expect(dayStartMs(partOf(firstOpenDay(now)))).toBeLessThan(now - 2 * DAY_MS);
    }),
  );
});

test("of two chunks with the same bucket the one of more readings counts, and of the same the later one", () => {
  const [older, newer] = [
    [bucket(1, 4), bucket(2, 4)],
    [bucket(1, 4, 7), bucket(2, 3, 7)],
  ];
  expect(withRows([...older, ...newer], [])).toEqual([bucket(1, 4, 7), bucket(2, 4)]);
});
