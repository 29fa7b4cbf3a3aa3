import fc from "fast-check";
import { expect, test } from "vitest";
import { firstBucketOf, monthAt, monthEndMs, monthOf, withRows } from "../../../lib/history/buckets.ts";
import type { BucketPoint } from "../../../lib/history/codec/bucket-chunk.ts";

const bucket = (number: number, count: number, value = 20): BucketPoint => ({
  bucket: number,
  count,
  min: value,
  max: value,
  avg: value,
  last: value,
});

test("a row of more readings, or of as many, counts before what was sealed", () => {
  const sealed = [bucket(1, 4), bucket(2, 4), bucket(3, 4)];
  const rows = [bucket(2, 4, 7), bucket(3, 5, 8), bucket(9, 1)];
  expect(withRows(sealed, rows)).toEqual([bucket(1, 4), bucket(2, 4, 7), bucket(3, 5, 8), bucket(9, 1)]);
});

test("a row of fewer readings, or a carried-forward value, changes nothing", () => {
  const sealed = [bucket(1, 4), bucket(2, 4)];
  expect(withRows(sealed, [bucket(1, 1, 99), bucket(2, 0, 99)])).toEqual(sealed);
});

test("each bucket is there once, in order, as often as rows are sealed again", () => {
  const some = fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 9 })));
  fc.assert(
    fc.property(some, some, (first, later) => {
      const rows = later.map(([number, count]) => bucket(number, count, 30));
      const once = withRows(
        first.map(([number, count]) => bucket(number, count)),
        rows,
      );
      expect(once.map((one) => one.bucket)).toEqual(
        [...new Set([...first, ...later].map(([number]) => number))].sort((a, b) => a - b),
      );
      expect(withRows(once, once)).toEqual(once);
    }),
  );
});

test("a month ends where the next begins", () => {
  expect(monthOf("2026-12-31")).toBe("2026-12-01");
  expect(monthAt(Date.parse("2027-02-28T23:59:59.999Z"))).toBe("2027-02-01");
  expect(monthEndMs("2026-12-01")).toBe(Date.parse("2027-01-01T00:00:00Z"));
  expect(monthEndMs("2028-02-01")).toBe(Date.parse("2028-03-01T00:00:00Z"));
  expect(firstBucketOf("1970-02-01", "15m")).toBe(31 * 96);
  expect(firstBucketOf("1970-02-01", "1h")).toBe(31 * 24);
});
