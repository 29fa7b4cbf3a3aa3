import { readLines } from "../../support/json-lines.ts";

/** A bug that a history finds: a text of a file, which stands there once, becomes another. */
type PlantedBug = { breaks: string; file: string; find: string; replace: string };

export const PLANTED_BUGS = readLines<PlantedBug>(new URL("bugs.jsonl", import.meta.url));
