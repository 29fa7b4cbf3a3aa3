import { readLines } from "./json-lines.ts";

/** What makes the thing that an id names, by its name in a table. */
export const MAKERS = await import("./makers.ts");

/**
 * One route. `may`: owner, manager, member, viewer, a letter each; `key`: an API key that writes, and one that reads.
 * `pro`: not on Free. `makes`: the thing that its id names. `body`: what is sent, with ID for that id and RANDOM for
 * what is another each time. `ok` and `keyOk`: what whoever may do it is answered.
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
/** All of it is Pro's. */
export const API_RIGHTS: Right[] = ROWS.flatMap(({ key, keyOk, ok, ...row }) =>
  key === undefined ? [] : [{ ...row, may: key, pro: true as const, ok: keyOk ?? ok }],
);

/** What is sent about the thing of that id, as JSON. */
export const bodyOf = ({ body }: Right, id: string): string =>
  JSON.stringify(body).replaceAll('"ID"', JSON.stringify(id)).replaceAll("RANDOM", crypto.randomUUID());
