import fc from "fast-check";
import { expect, test } from "vitest";
import { filledPages } from "../../../lib/kernel/filled-pages.ts";

test("items are put together in their order up to the size, and a larger one is alone", () => {
  expect(filledPages([3, 4, 5, 20, 1, 1], 8, (size) => size)).toEqual([[3, 4], [5], [20], [1, 1]]);
  expect(filledPages([3, 5, 1], 8, (size) => size)).toEqual([[3, 5], [1]]);
  expect(filledPages([1, 1], 1, (size) => size)).toEqual([[1], [1]]);
  expect(filledPages([], 8, () => 1)).toEqual([]);
});

test("none is lost, and no page of more than one is larger than allowed", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(30)), fc.integer({ min: 1, max: 40 }), (sizes, max) => {
      const pages = filledPages(sizes, max, (size) => size);
      expect(pages.flat()).toEqual(sizes);
      for (const page of pages)
        if (page.length > 1) expect(page.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(max);
    }),
  );
});
