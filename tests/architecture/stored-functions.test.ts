import { expect, test } from "vitest";
import { storedStatements } from "../../local/stored-functions/apply.ts";
import { SQL_CONSTANTS } from "../../local/stored-functions/constants.ts";

test("schema/sql names every function and trigger once", () => {
  const names = storedStatements().map(({ name }) => name);
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
  expect(names.length).toBeGreaterThan(30);
});

/** Zero, one and single steps, a half, and the factors between units of time. */
const PLAIN_NUMBERS = new Set(["0", "0.5", "1", "2", "60", "1000", "1e6"]);
const COMMENT = /--.*$/gm;
/** Words, format strings and times of day aren't limits; the number in an interval may be one. */
const WORDS = /[A-Za-z_]\w*|'(?!\d+ ?[a-z]+')[^']*'/g;

test("stored functions name their limits: no number stands in schema/sql but in its constants", () => {
  const found = storedStatements()
    .filter(({ name }) => !Object.hasOwn(SQL_CONSTANTS, name))
    .flatMap(({ name, text }) => {
      const code = text.replace(COMMENT, "").replace(WORDS, " ");
      const numbers = code.match(/\d+(?:\.\d+)?(?:e\d+)?/g) ?? [];
      return numbers.filter((number) => !PLAIN_NUMBERS.has(number)).map((number) => `${name}: ${number}`);
    });
  expect(found).toEqual([]);
});
