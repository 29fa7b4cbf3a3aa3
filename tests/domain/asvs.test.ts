import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

type Row = { number: string; words: string; met: string; proof: string };

const PAGE = readFileSync(join(ROOT, "docs/asvs.md"), "utf8");

const rows: Row[] = readFileSync(join(import.meta.dirname, "asvs.jsonl"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Omit<Row, "number"> & { numbers: string[] })
  .flatMap(({ numbers, ...row }) => numbers.map((number) => ({ number, ...row })));

/**
 * A line a chapter: with how many requirements of levels 1 and 2 each section of 5.0.0 begins; those of level 3 come
 * after them.
 */
const CHAPTERS = `
2 9 11 3 2
3 3 4 1
0 2 4 6 5 0 2
3 1 2 4
1 3 2 3
3 12 4 4 5 3 0 4
3 4 2 5 2 2
2 3 1 1
3 4
2 2 4 11 5 2 3
2 3 3 4 1 1
3 2 4
1 5 2 5
2 4 3
3 3 7
1 5 4 3 3
1 4 2`;

const required = CHAPTERS.trim()
  .split("\n")
  .flatMap((sections, chapter) =>
    sections
      .split(" ")
      .flatMap((count, section) =>
        Array.from({ length: Number(count) }, (_, index) => `${chapter + 1}.${section + 1}.${index + 1}`),
      ),
  );

test("the list for the ASVS has a row for every requirement of levels 1 and 2", () => {
  expect(required).toHaveLength(253);
  const numbers = new Set(rows.map(({ number }) => number));
  expect(required.filter((number) => !numbers.has(number))).toEqual([]);
});

test("a row for anything else says that it is of level 3", () => {
  const others = rows.filter(({ number }) => !required.includes(number));
  expect(others.filter(({ words }) => !words.endsWith("(level 3)"))).toEqual([]);
});

test("the page names each requirement that is not met", () => {
  const named = new Set(PAGE.match(/\b\d+\.\d+\.\d+\b/g));
  const [first, last] = ["12.1.1", "12.3.3"];
  const missing = rows.filter(
    ({ met, number }) => met === "no" && !named.has(number) && !(number > first && number < last),
  );
  expect(missing).toEqual([]);
});

test("the page counts its requirements rightly", () => {
  const states = required.map((number) => rows.filter((row) => row.number === number).map(({ met }) => met));
  const no = states.filter((all) => all.includes("no")).length;
  const none = states.filter((all) => all.every((met) => met === "n/a")).length;
  const told = `${required.length - no - none} are met, ${no} are not or not provably, and ${none} do not apply`;
  expect(PAGE.replaceAll(/\s+/g, " ")).toContain(told);
});

test.each(rows)("$number is met by a test that is there, or says why not: $proof", ({ met, proof }) => {
  expect(["yes", "no", "n/a"]).toContain(met);
  if (met !== "yes") return expect(proof).toMatch(/^[A-Z].{20,}\.$/);
  const [, file = "", words = ""] = /^(tests\/[\w/.-]+) "(.+)"$/.exec(proof) ?? [];
  expect([file, existsSync(join(ROOT, file))]).toEqual([file, true]);
  const lines = readFileSync(join(ROOT, file), "utf8").split("\n");
  // A comment says what a test means to do.
  expect(lines.filter((line) => line.includes(words) && !/^\s*(\/\/|\/?\*)/.test(line))).not.toEqual([]);
});
