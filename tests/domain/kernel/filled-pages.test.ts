import { expect, test } from "vitest";
import { filledPages } from "../../../lib/kernel/filled-pages.ts";

test("items are put together in their order up to the size, and a larger one is alone", () => {
  expect(filledPages([3, 4, 5, 20, 1, 1], 8, (size) => size)).toEqual([[3, 4], [5], [20], [1, 1]]);
  expect(filledPages([3, 5, 1], 8, (size) => size)).toEqual([[3, 5], [1]]);
  expect(filledPages([1, 1], 1, (size) => size)).toEqual([[1], [1]]);
  expect(filledPages([], 8, () => 1)).toEqual([]);
});
