import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { constantsSql } from "./constants.ts";

const SOURCE = path.resolve(import.meta.dirname, "../../schema/sql");
const INCLUDE = /^\s*-- include (fragments\/[\w-]+\.sql)$/gm;
const NAMED = /^CREATE OR REPLACE (FUNCTION|TRIGGER) (\w+)/m;
/** One function or trigger as it should be in the database. */
type StoredStatement = {
  kind: "function" | "trigger";
  name: string;
  /** The whole statement with its comments and fragments, ending in a semicolon. */
  text: string;
};

/** All constants and all statements of `schema/sql`, as they are made: one with a body of `RETURN` after what it calls. */
export function storedStatements(): StoredStatement[] {
  const files = globSync("*.sql", { cwd: SOURCE }).toSorted();
  return [
    ...statementsOf(constantsSql(), "constants.ts"),
    ...files.flatMap((file) => statementsOf(withFragments(read(file)), file)),
  ];
}

const read = (file: string): string => readFileSync(path.join(SOURCE, file), "utf8");

/** A file's text with the fragments that it includes. */
export const withFragments = (text: string): string =>
  text.replace(INCLUDE, (_, fragment: string) => read(fragment).trimEnd());

/** A statement begins behind another one or an empty line, with its own comment; that of a whole file is left out. */
const statementsOf = (text: string, file: string): StoredStatement[] =>
  text
    .split(/(?:(?<=^(?!--).*;)|\n)\n+(?=(?:--.*\n)*CREATE )/m)
    .map((part) => part.trim())
    .filter((part) => !part.split("\n").every((line) => line.startsWith("--")))
    .map((statement) => toStatement(statement, file));

function toStatement(text: string, file: string): StoredStatement {
  const [, kind, name] = NAMED.exec(text) ?? [];
  if (kind === undefined || name === undefined)
    throw new Error(`${file} holds something else than CREATE OR REPLACE FUNCTION or TRIGGER`);
  return { kind: kind === "FUNCTION" ? "function" : "trigger", name, text };
}
