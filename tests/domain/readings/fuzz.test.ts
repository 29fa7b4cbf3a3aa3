import { expect, test } from "vitest";
import { fuzzReader } from "../../support/fuzz-reader.ts";

test.each([1, 2, 3])("whatever is posted is read or refused, and never half (seed %i)", (seed) => {
  expect(fuzzReader(seed, 1_000)).toEqual({ bodies: 1_000, faults: [] });
});
