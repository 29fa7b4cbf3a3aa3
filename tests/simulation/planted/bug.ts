import { readLines } from "../../support/json-lines.ts";

/** A bug that a history must find: a text that occurs once in a file is replaced. */
type PlantedBug = { breaks: string; file: string; find: string; replace: string };

export const PLANTED_BUGS = readLines<PlantedBug>(new URL("bugs.jsonl", import.meta.url));
