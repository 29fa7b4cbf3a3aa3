import { readFileSync } from "node:fs";

const linesOf = (file: string | URL): string[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "");

/** Reads a file with one JSON value in each line. */
export const readLines = <Item>(file: string | URL): Item[] =>
  linesOf(file).map((line) => JSON.parse(line) as Item);

/** Reads such a file, replacing names such as `{device.key}` by plain text, such as ids, tokens and addresses. */
export const readNamedLines = <Item>(file: string | URL, named: object): Item[] =>
  linesOf(file).map(
    (line) => JSON.parse(line.replace(/\{([\w.]+)\}/g, (_, name) => namedBy(name, named))) as Item,
  );

function namedBy(name: string, named: object): string {
  const within = (value: unknown, part: string): unknown =>
    (value as Record<string, unknown> | undefined)?.[part];
  const found = name.split(".").reduce<unknown>(within, named);
  if (typeof found !== "string") throw new Error(`There is no {${name}}`);
  return found;
}
