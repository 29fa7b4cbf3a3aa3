import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { scaleFigures, scaleTable } from "../../bench/scale/scale-table.ts";

const document = readFileSync(path.join(import.meta.dirname, "../../docs/scale.md"), "utf8");
/** A formatter pads the cells of a table. */
const withoutPadding = (text: string): string => text.replaceAll(/ {2,}|-{3,}/g, " ").replaceAll(" :", ":");

test("docs/scale.md has the table and the figures that npm run bench scale computes", () => {
  expect(document).toContain(scaleFigures());
  expect(withoutPadding(document)).toContain(withoutPadding(scaleTable()));
});
