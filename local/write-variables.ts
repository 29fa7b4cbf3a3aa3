import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { GROUP_NAMES, VARIABLES, type Variable } from "../functions/_platform/variables.ts";

const DOCUMENT = path.join(import.meta.dirname, "..", "docs", "configuration.md");
const BEGIN = "<!-- variables: written by npm run generate -->";
const END = "<!-- end of variables -->";

/** The document with the table of variables and groups as it is now between its two marks. */
export function withVariables(document: string): string {
  const [before, after] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (before < 0 || after < before) throw new Error("docs/configuration.md has lost the marks of its table");
  return `${document.slice(0, before + BEGIN.length)}\n\n${variablesTable()}\n\n${document.slice(after)}`;
}

function variablesTable(): string {
  const rows = Object.entries<Variable>(VARIABLES).map(([name, { groups, kind, isRequired }]) => [
    `\`${name}\``,
    isRequired ? `${kind}, required` : kind,
    groups.length === GROUP_NAMES.length ? "every group" : groups.join(", "),
  ]);
  const header = ["variable", "kind", "read by"];
  const widths = header.map((title, at) =>
    Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)),
  );
  const line = (cells: string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`;
  return [line(header), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

if (process.argv[1] === import.meta.filename)
  await writeFile(DOCUMENT, withVariables(await readFile(DOCUMENT, "utf8")));
