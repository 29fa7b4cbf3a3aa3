import { readLines } from "./json-lines.ts";

/** Functions that create the object of an id, by their name in a table. */
export const MAKERS = await import("./makers.ts");

/**
 * A route. `may` has a letter for each of owner, manager, member and viewer, `key` for an API key that writes and one
 * that reads. `pro`: not on Free. `makes`: creates the object of its id. `body`: the request, with ID for that id, and
 * RANDOM for a different value each time. `ok` and `keyOk`: the status for a permitted caller.
 */
type Row = Right & { key?: string; keyOk?: number };

export type Right = {
  line: string;
  may: string;
  pro?: true;
  makes?: keyof typeof MAKERS;
  body?: unknown;
  ok?: number | undefined;
};

const ROWS = readLines<Row>(new URL("rights.jsonl", import.meta.url));
const isCompanions = ({ line }: Row) => /\/api\/(companion|pucks|bays)\b/.test(line);

export const COMPANION_RIGHTS: Right[] = ROWS.filter(isCompanions);
export const SESSION_RIGHTS: Right[] = ROWS.filter((row) => !isCompanions(row));
/** API keys need Pro. */
export const API_RIGHTS: Right[] = ROWS.flatMap(({ key, keyOk, ok, ...row }) =>
  key === undefined ? [] : [{ ...row, may: key, pro: true as const, ok: keyOk ?? ok }],
);

/** Returns the request's body for the object of that id, as JSON. */
export const bodyOf = ({ body }: Right, id: string): string =>
  JSON.stringify(body).replaceAll('"ID"', JSON.stringify(id)).replaceAll("RANDOM", crypto.randomUUID());
