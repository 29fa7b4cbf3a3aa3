import { expect, test } from "vitest";
import { fuzzReader, invented } from "../../support/fuzz-reader.ts";

test("whatever is posted is read or refused, and never half", () => {
  const members = Object.getOwnPropertyNames(Object.prototype);
  expect(fuzzReader(1, 800)).toEqual({ bodies: 800, faults: [] });
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(members);
});

test("a name that says nothing of a place wakes nobody up, in whatever form it is sent", () => {
  expect(invented(1, 400)).toEqual([]);
});
