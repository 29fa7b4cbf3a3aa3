import { expect, test } from "vitest";
import { nameGuess } from "../../../lib/devices/placement/placement.ts";
import { readLines } from "../../support/json-lines.ts";

test.each(readLines<[string, string | null]>(new URL("names-of-places.jsonl", import.meta.url)))(
  "%s is a name for %s",
  (name, placement) => {
    expect(nameGuess([name])?.placement ?? null).toBe(placement);
  },
);

test("names are asked in their order, and one of water before all others", () => {
  expect(nameGuess(["temp1", "Garage", "Attic"])).toEqual({
    placement: "unheated",
    name: "Garage",
    isWhole: false,
  });
  expect(nameGuess(["Office", "Garage"])).toBeNull();
  expect(nameGuess(["Office", "Sink", "Water meter"])).toEqual({
    placement: "pipe",
    name: "Sink",
    isWhole: false,
  });
});

test("the air outdoors is what a name means that says nothing else", () => {
  const isWhole = (name: string) => nameGuess([name])?.isWhole;
  expect(isWhole("Outdoor temp north side")).toBe(true);
  expect(isWhole("Outdoor bar")).toBe(false);
});
