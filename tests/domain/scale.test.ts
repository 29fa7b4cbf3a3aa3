import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { capacityFor, scaleFigures, scaleTable } from "../../bench/scale/scale-table.ts";

const document = readFileSync(path.join(import.meta.dirname, "../../docs/scale.md"), "utf8");
/** A formatter pads the cells of a table. */
const withoutPadding = (text: string): string => text.replaceAll(/ {2,}|-{3,}/g, " ").replaceAll(" :", ":");

test("docs/scale.md has the table and the figures that npm run bench scale computes", () => {
  expect(document).toContain(scaleFigures());
  expect(withoutPadding(document)).toContain(withoutPadding(scaleTable()));
});

test("ten times the devices need ten times of everything that grows with them", () => {
  const [small, large] = [capacityFor(100_000), capacityFor(1_000_000)];
  expect(large.cores / small.cores).toBeCloseTo(10);
  expect(large.tierGigabytesAYear / small.tierGigabytesAYear).toBeCloseTo(10);
  expect(large.dollars.requests / small.dollars.requests).toBeCloseTo(10);
});
