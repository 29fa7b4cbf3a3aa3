import { readFileSync } from "node:fs";

/** The records of a file with one JSON value a line. */
export const readLines = <Item>(file: string | URL): Item[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Item);
