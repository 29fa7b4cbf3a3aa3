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
 * How many requirements of levels 1 and 2 each section of 5.0.0 begins with; those of level 3 come after
 * them.
 */
const SECTIONS = {
  "1.1": 2,
  "1.2": 9,
  "1.3": 11,
  "1.4": 3,
  "1.5": 2,
  "2.1": 3,
  "2.2": 3,
  "2.3": 4,
  "2.4": 1,
  "3.2": 2,
  "3.3": 4,
  "3.4": 6,
  "3.5": 5,
  "3.7": 2,
  "4.1": 3,
  "4.2": 1,
  "4.3": 2,
  "4.4": 4,
  "5.1": 1,
  "5.2": 3,
  "5.3": 2,
  "5.4": 3,
  "6.1": 3,
  "6.2": 12,
  "6.3": 4,
  "6.4": 4,
  "6.5": 5,
  "6.6": 3,
  "6.8": 4,
  "7.1": 3,
  "7.2": 4,
  "7.3": 2,
  "7.4": 5,
  "7.5": 2,
  "7.6": 2,
  "8.1": 2,
  "8.2": 3,
  "8.3": 1,
  "8.4": 1,
  "9.1": 3,
  "9.2": 4,
  "10.1": 2,
  "10.2": 2,
  "10.3": 4,
  "10.4": 11,
  "10.5": 5,
  "10.6": 2,
  "10.7": 3,
  "11.1": 2,
  "11.2": 3,
  "11.3": 3,
  "11.4": 4,
  "11.5": 1,
  "11.6": 1,
  "12.1": 3,
  "12.2": 2,
  "12.3": 4,
  "13.1": 1,
  "13.2": 5,
  "13.3": 2,
  "13.4": 5,
  "14.1": 2,
  "14.2": 4,
  "14.3": 3,
  "15.1": 3,
  "15.2": 3,
  "15.3": 7,
  "16.1": 1,
  "16.2": 5,
  "16.3": 4,
  "16.4": 3,
  "16.5": 3,
  "17.1": 1,
  "17.2": 4,
  "17.3": 2,
};

const required = Object.entries(SECTIONS).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
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
  expect(readFileSync(join(ROOT, file), "utf8")).toContain(words);
});
