import fc from "fast-check";
import { expect, test } from "vitest";
import { median } from "../../../lib/kernel/median.ts";

test.each([
  [[5], 5],
  [[4, 1], 2.5],
  [[3, 1, 2], 2],
  [[-1, -3, -2], -2],
  [[4, 3, 2, 1], 2.5],
  [[1, 1, 5, 5], 3],
  [[0, -5, 5, 0], 0],
  [Array.from({ length: 12 }, (_, index) => 12 - index), 6.5],
  [Array.from({ length: 13 }, (_, index) => 13 - index), 7],
  [Array.from({ length: 14 }, (_, index) => 14 - index), 7.5],
])("the median of %j is %d", (numbers, middle) => {
  expect(median(numbers)).toBe(middle);
});

test("the median has as many numbers below it as above, and leaves them in their order", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 30 }), (numbers) => {
      const before = [...numbers];
      const middle = median(numbers);
      const half = numbers.length / 2;
      expect(numbers.filter((number) => number < middle).length).toBeLessThanOrEqual(half);
      expect(numbers.filter((number) => number > middle).length).toBeLessThanOrEqual(half);
      expect(numbers).toEqual(before);
    }),
  );
});
