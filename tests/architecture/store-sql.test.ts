import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getTableName, is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { describe, expect, test } from "vitest";
import { readLines } from "../support/json-lines.ts";

const ROOT = join(import.meta.dirname, "../..");
const SYSTEM_COLUMNS = new Set(["xmin", "ctid"]);
const STATEMENT = /^\s*(?:with|select|insert|update|delete)\b/;
/** A `sql` template; what is inserted into it may hold templates of its own, one level deep. */
const TEMPLATE = /\bsql(?:<[^`]*?>)?`((?:\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\}|[^`])*)`/g;

/** Files of queries whose statements are text and name no table of `schema/tables`, by the reason why. */
const TEXT_ONLY = readLines<{ because: string; files: string[] }>(
  new URL("text-only-queries.jsonl", import.meta.url),
);

type StoreFile = { name: string; source: string; texts: string[] };

const files: StoreFile[] = globSync("lib/**/*.queries.ts", { cwd: ROOT }).map((path) => {
  const source = readFileSync(join(ROOT, path), "utf8");
  const texts = [...source.matchAll(TEMPLATE)].map(([, text = ""]) => text);
  return { name: path.replaceAll("\\", "/").replace("lib/", "").replace(".queries.ts", ""), source, texts };
});

const columnsOf = new Map<string, Set<string>>();
for (const path of globSync("schema/tables/*.ts", { cwd: ROOT })) {
  const module: Record<string, unknown> = await import(/* @vite-ignore */ join(ROOT, path));
  for (const table of Object.values(module))
    if (is(table, PgTable))
      columnsOf.set(getTableName(table), new Set(getTableConfig(table).columns.map(({ name }) => name)));
}

const NAMED =
  /\b(?:from|join|update|into|using)\s+(\w+)(?:\s+(?:as\s+)?(?!(?:set|where|join|on|order|group|left|using|values|returning|cross|for|limit)\b)(\w+))?/g;

/** Names by which a file's text calls tables, with the columns that these have. */
function tableNames(texts: string[]): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>();
  for (const text of texts)
    for (const [, table = "", alias = table] of text.matchAll(NAMED)) {
      const columns = columnsOf.get(table);
      if (columns !== undefined) names.set(alias, new Set([...(names.get(alias) ?? []), ...columns]));
    }
  return names;
}

function unknownColumns({ name, texts }: StoreFile): string[] {
  const names = tableNames(texts);
  const ctes = new Set(texts.flatMap((text) => [...text.matchAll(/(\w+) as \(/g)].map(([, cte]) => cte)));
  const qualified = texts.flatMap((text) => {
    const subqueries = new Set([...text.matchAll(/\)\s+(\w+)/g)].map(([, alias]) => alias));
    return [...text.matchAll(/(?<![\w."'])(\w+)\.([a-z_]+)\b(?!\()/g)]
      .map(([, alias = "", column = ""]) => ({ alias, column }))
      .filter(({ alias }) => !subqueries.has(alias));
  });
  const inserted = texts.flatMap((text) =>
    [...text.matchAll(/insert into (\w+)(?: as \w+)?\s*\(([\w\s,"]+)\)/g)].flatMap(
      ([, alias = "", list = ""]) =>
        list.split(",").map((column) => ({ alias, column: column.trim().replaceAll('"', "") })),
    ),
  );
  return [...qualified.filter(({ alias }) => !ctes.has(alias)), ...inserted]
    .filter(
      ({ alias, column }) =>
        names.has(alias) && !names.get(alias)?.has(column) && !SYSTEM_COLUMNS.has(column),
    )
    .map(({ alias, column }) => `${name}: ${alias}.${column}`);
}

describe("the SQL of the queries", () => {
  const withStatements = files.filter(({ texts }) => texts.some((text) => STATEMENT.test(text)));

  test("is found", () => {
    expect(withStatements.length).toBeGreaterThan(30);
    expect(columnsOf.size).toBeGreaterThan(30);
  });

  test("speaks through the tables of the schema, or stands on the list of texts with its reason", () => {
    const offenders = withStatements
      .filter(({ source }) => !source.includes("schema/tables/"))
      .filter(({ name }) => !TEXT_ONLY.some(({ files: listed }) => listed.includes(name)));
    expect(offenders.map(({ name }) => name)).toEqual([]);
  });

  test("names no column in its text that the tables have not got", () => {
    expect(files.flatMap(unknownColumns)).toEqual([]);
  });
});
