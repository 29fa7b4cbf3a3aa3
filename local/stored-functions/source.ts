import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const SOURCE = path.resolve(import.meta.dirname, "../../schema/sql");
const INCLUDE = /^\s*-- include (fragments\/[\w-]+\.sql)$/gm;
const NAMED = /^CREATE OR REPLACE (FUNCTION|TRIGGER) (\w+)/m;
/** Comments of a whole file are followed by an empty line. */
const FILE_COMMENT = /^(?:--.*\n)+\n/;
const TRIGGER_TABLE = /\bON (\w+)\s+FOR EACH/;

const MIGRATIONS = path.resolve(import.meta.dirname, "../../drizzle");

/** One function or trigger as it should be in the database. */
export type StoredStatement = {
  kind: "function" | "trigger";
  name: string;
  /** The whole statement with its comments and fragments, ending in a semicolon. */
  text: string;
  /** The hash of `text`. */
  hash: string;
  /**
   * For a function, a hash of its name, arguments and result: PostgreSQL replaces it only while these stay
   * the same. For a trigger, its table.
   */
  identity: string;
};

/** All statements of `schema/sql`, each after the functions that it calls. */
export function storedStatements(): StoredStatement[] {
  const files = globSync("*.sql", { cwd: SOURCE }).toSorted();
  return calledFirst(files.flatMap((file) => statementsOf(withFragments(read(file)), file)));
}

const read = (file: string): string => readFileSync(path.join(SOURCE, file), "utf8");

const withFragments = (text: string): string =>
  text.replace(INCLUDE, (_, fragment: string) => read(fragment).trimEnd());

function statementsOf(text: string, file: string): StoredStatement[] {
  const statements: string[] = [];
  let lines: string[] = [];
  let isInBody = false;
  for (const line of text.split("\n")) {
    lines.push(line);
    if (line.split("$$").length % 2 === 0) isInBody = !isInBody;
    if (isInBody || line.startsWith("--") || !line.endsWith(";")) continue;
    statements.push(lines.join("\n").trim().replace(FILE_COMMENT, ""));
    lines = [];
  }
  if (lines.join("").trim() !== "") throw new Error(`${file} does not end with a semicolon`);
  return statements.map((statement) => toStatement(statement, file));
}

function toStatement(text: string, file: string): StoredStatement {
  const [, kind, name] = NAMED.exec(text) ?? [];
  if (kind === undefined || name === undefined)
    throw new Error(`${file} holds something else than CREATE OR REPLACE FUNCTION or TRIGGER`);
  const isFunction = kind === "FUNCTION";
  const identity = isFunction ? shortHash(headerOf(text)) : (TRIGGER_TABLE.exec(text)?.[1] ?? "");
  return { kind: isFunction ? "function" : "trigger", name, text, hash: shortHash(text), identity };
}

const headerOf = (text: string): string =>
  text.slice(text.search(NAMED)).split(/\b(?:LANGUAGE|AS \$\$)/)[0] ?? "";

const shortHash = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** A function in SQL is checked when it is created: what it calls has to be there. */
function calledFirst(statements: StoredStatement[]): StoredStatement[] {
  const ordered = new Set<StoredStatement>();
  const visit = (statement: StoredStatement, above: ReadonlySet<StoredStatement>): void => {
    const path = new Set([...above, statement]);
    for (const other of statements) {
      const isCalled = new RegExp(`\\b${other.name}\\(`).test(statement.text);
      if (isCalled && !path.has(other)) visit(other, path);
    }
    ordered.add(statement);
  };
  for (const statement of statements) visit(statement, new Set());
  return [...ordered];
}

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
