import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

type Row = { number: string; met: string; proof: string };

const rows: Row[] = readFileSync(join(ROOT, "docs/asvs.md"), "utf8")
  .split("\n")
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, number = "", , met = "", proof = ""]) => ({ number, met, proof }));

test("the table of the ASVS has a row for every chapter that it speaks of", () => {
  expect(rows.length).toBeGreaterThan(60);
  const chapters = new Set(rows.map(({ number }) => number.split(".")[0]));
  for (const chapter of ["1", "2", "3", "6", "7", "8", "16"]) expect(chapters).toContain(chapter);
});

test.each(rows)("$number is met by a test that is there, or says why not: $proof", ({ met, proof }) => {
  if (met === "no") return expect(proof).toMatch(/^[A-Z].{20,}\.$/);
  const [, file = "", words = ""] = /^(tests\/[\w/.-]+) "(.+)"$/.exec(proof) ?? [];
  expect([file, existsSync(join(ROOT, file))]).toEqual([file, true]);
  expect(readFileSync(join(ROOT, file), "utf8")).toContain(words);
});
