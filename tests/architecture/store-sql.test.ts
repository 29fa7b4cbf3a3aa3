import { expect, test } from "vitest";
import { readLines } from "../support/json-lines.ts";
import { filesOf, read } from "./modules.ts";

const STATEMENT = /^\s*(?:with|select|insert|update|delete)\b/;
/** A `sql` template. An expression inside it may contain templates, one level deep. */
const TEMPLATE = /\bsql(?:<[^`]*?>)?`((?:\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\}|[^`])*)`/g;

/** Files of queries whose statements are text and name no table of `schema/tables`, by reason. */
const TEXT_ONLY = readLines<{ because: string; files: string[] }>(
  new URL("text-only-queries.jsonl", import.meta.url),
);

test("a file of queries speaks through the tables of the schema, or stands on the list of texts", () => {
  const withStatements = filesOf("lib/**/*.queries.ts").filter((file) =>
    [...read(file).matchAll(TEMPLATE)].some(([, text = ""]) => STATEMENT.test(text)),
  );
  expect(withStatements.length).toBeGreaterThan(30);
  const listed = new Set(TEXT_ONLY.flatMap(({ files }) => files).map((name) => `lib/${name}.queries.ts`));
  const text = withStatements.filter((file) => !read(file).includes("schema/tables/"));
  expect(text.filter((file) => !listed.has(file))).toEqual([]);
});
