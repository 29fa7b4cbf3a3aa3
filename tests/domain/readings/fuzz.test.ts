import { expect, test } from "vitest";
import { fuzzReader, invented } from "../../support/fuzz-reader.ts";

test.each([1, 2, 3])("whatever is posted is read or refused, and never half (seed %i)", (seed) => {
  expect(fuzzReader(seed, 1_000)).toEqual({ bodies: 1_000, faults: [] });
});

test("a name that says nothing of a place wakes nobody up, in whatever form it is sent", () => {
  expect(invented(1, 400)).toEqual([]);
});
