import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { constantsSql, SQL_CONSTANTS } from "../../local/stored-functions/constants.ts";
import { carriedStatements, migrationText, storedStatements } from "../../local/stored-functions/source.ts";

const CONSTANTS = path.join(import.meta.dirname, "../../schema/sql/constants.sql");

describe("schema/sql", () => {
  test("has been generated into the migrations: if this fails, run `npm run generate`", () => {
    expect(readFileSync(CONSTANTS, "utf8")).toBe(constantsSql());
    expect(migrationText(carriedStatements(), storedStatements())).toBeNull();
  });

  test("names every function and trigger once", () => {
    const names = storedStatements().map(({ name }) => name);
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
    expect(names.length).toBeGreaterThan(30);
  });

  test("appends nothing but what has changed, and drops what cannot be replaced or is gone", () => {
    const [first, second] = storedStatements().filter(({ kind }) => kind === "function");
    const trigger = storedStatements().find(({ kind }) => kind === "trigger");
    if (first === undefined || second === undefined || trigger === undefined) throw new Error("no source");
    const [mine, yours] = [
      { ...first, hash: "other" },
      { ...second, hash: "other", identity: "other" },
    ];
    expect(
      migrationText([mine, yours, trigger], [first, second])?.split("\n--> statement-breakpoint\n"),
    ).toEqual([
      expect.stringMatching(/^-- stored: function \w+ \w{16} \w{16}\n(--.*\n)*CREATE OR REPLACE FUNCTION/),
      `DROP FUNCTION ${second.name};`,
      expect.stringContaining(second.text),
      `-- removed: trigger ${trigger.name}\nDROP TRIGGER ${trigger.name} ON ${trigger.identity};\n`,
    ]);
  });
});

/** Nothing, one and its steps, a half, and what turns one unit of time into another. */
const PLAIN_NUMBERS = new Set(["0", "0.5", "1", "2", "60", "1000", "1e6"]);
const COMMENT = /--.*$/gm;
/** Words, format strings and times of day are no limits; the number in an interval may be one. */
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
