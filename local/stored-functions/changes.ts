import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import type { StoredStatement } from "./source.ts";

const MIGRATIONS = path.resolve(import.meta.dirname, "../../drizzle");
/** Stands above each statement that a migration carries. */
const MARK = /^-- (stored|removed): (function|trigger) (\w+)(?: (\w+) (\w+))?$/gm;

type Carried = Pick<StoredStatement, "kind" | "name" | "hash" | "identity">;

/** What the migrations so far leave in the database, by its marks. */
export function carriedStatements(): Carried[] {
  const carried = new Map<string, Carried>();
  for (const file of globSync("*.sql", { cwd: MIGRATIONS }).toSorted()) {
    const text = readFileSync(path.join(MIGRATIONS, file), "utf8");
    for (const [, verb, kind, name = "", hash = "", identity = ""] of text.matchAll(MARK)) {
      if (verb === "removed") carried.delete(name);
      else carried.set(name, { kind: kind === "trigger" ? "trigger" : "function", name, hash, identity });
    }
  }
  return [...carried.values()];
}

/**
 * The text of the migration that brings the database from `carried` to `wanted`; null where nothing has
 * changed.
 */
export function migrationText(carried: Carried[], wanted: StoredStatement[]): string | null {
  const before = new Map(carried.map((statement) => [statement.name, statement]));
  const names = new Set(wanted.map(({ name }) => name));
  // A function can only go once no trigger calls it.
  const gone = carried
    .filter(({ name }) => !names.has(name))
    .toSorted((a, b) => Number(a.kind === "function") - Number(b.kind === "function"));
  const changed = wanted.filter(({ name, hash }) => before.get(name)?.hash !== hash);
  const parts = [
    ...changed.flatMap((statement) => replaced(statement, before.get(statement.name))),
    ...gone.map(removed),
  ];
  return parts.length === 0 ? null : `${parts.join("\n--> statement-breakpoint\n")}\n`;
}

function replaced(statement: StoredStatement, before: Carried | undefined): string[] {
  const { kind, name, hash, identity, text } = statement;
  const isAnotherFunction = kind === "function" && before !== undefined && before.identity !== identity;
  const mark = `-- stored: ${kind} ${name} ${hash} ${identity}`;
  return [...(isAnotherFunction ? [`DROP FUNCTION ${name};`] : []), `${mark}\n${text}`];
}

const removed = ({ kind, name, identity }: Carried): string =>
  kind === "trigger"
    ? `-- removed: trigger ${name}\nDROP TRIGGER ${name} ON ${identity};`
    : `-- removed: function ${name}\nDROP FUNCTION ${name};`;
