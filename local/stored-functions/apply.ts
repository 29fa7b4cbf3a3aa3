import { hash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Client, escapeIdentifier } from "pg";
import { constantsSql } from "./constants.ts";

/** The comment of each stored function is this word and the hash of the whole source. */
const MARK = "hearthwatch";

const STORED = `
  select oid::regprocedure::text as signature, obj_description(oid, 'pg_proc') as mark
  from pg_proc where pronamespace = current_schema()::regnamespace
    and obj_description(oid, 'pg_proc') like '${MARK} %'`;

/**
 * Brings the functions and triggers of the connection's schema up to `schema/sql`, within its transaction. If anything
 * has changed, all are recreated: functions depend on those that they call, and triggers are dropped with theirs.
 */
export async function applyStoredFunctions(client: Client): Promise<void> {
  const statements = storedStatements();
  const functions = statements.filter(({ kind }) => kind === "function");
  const mark = `${MARK} ${hash("sha256", statements.map(({ text }) => text).join("\n"))}`;
  const { rows: stored } = await client.query<{ signature: string; mark: string }>(STORED);
  if (stored.length === functions.length && stored.every((each) => each.mark === mark)) return;
  await dropStoredFunctions(client);
  // A body may call a function that is created later.
  await client.query("SET LOCAL check_function_bodies = off");
  for (const { text } of statements) await client.query(text);
  for (const { name } of functions)
    await client.query(`COMMENT ON FUNCTION ${escapeIdentifier(name)} IS '${mark}'`);
}

/** Drops our functions. Also needed before tables change: a function depends on the columns that it reads. */
export async function dropStoredFunctions(client: Client): Promise<void> {
  const { rows: stored } = await client.query<{ signature: string }>(STORED);
  if (stored.length > 0)
    await client.query(`DROP FUNCTION ${stored.map(({ signature }) => signature).join(", ")} CASCADE`);
}

const SOURCE = path.resolve(import.meta.dirname, "../../schema/sql");
const INCLUDE = /^\s*-- include (fragments\/[\w-]+\.sql)$/gm;
const NAMED = /^CREATE OR REPLACE (FUNCTION|TRIGGER) (\w+)/m;
/** A function or trigger as it should be in the database. */
type StoredStatement = {
  kind: "function" | "trigger";
  name: string;
  /** The whole statement with its comments and fragments, ending in a semicolon. */
  text: string;
};

/** Returns all statements of `schema/sql`, with constants, in order: a body of `RETURN` after what it calls. */
export function storedStatements(): StoredStatement[] {
  const files = globSync("*.sql", { cwd: SOURCE }).toSorted();
  const texts = files.map((file) => withFragments(read(file)));
  return [constantsSql(texts.join()), ...texts].flatMap(statementsOf);
}

const read = (file: string): string => readFileSync(path.join(SOURCE, file), "utf8");

/** Returns a file's text with its fragments included. */
export const withFragments = (text: string): string =>
  text.replace(INCLUDE, (_, fragment: string) => read(fragment).trimEnd());

/** Splits a file into statements. Each starts with its own comment; a comment on the whole file is left out. */
const statementsOf = (text: string): StoredStatement[] =>
  text
    .split(/(?:(?<=^(?!--).*;)|\n)\n+(?=(?:--.*\n)*CREATE )/m)
    .map((part) => part.trim())
    .filter((part) => !part.split("\n").every((line) => line.startsWith("--")))
    .map(toStatement);

function toStatement(text: string): StoredStatement {
  const [, kind, name] = NAMED.exec(text) ?? [];
  if (kind === undefined || name === undefined)
    throw new Error(`schema/sql holds something else than CREATE OR REPLACE FUNCTION or TRIGGER: ${text}`);
  return { kind: kind === "FUNCTION" ? "function" : "trigger", name, text };
}
