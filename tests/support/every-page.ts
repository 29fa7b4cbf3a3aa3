import type { furnish } from "./furnished-house.ts";
import { readNamedLines } from "./json-lines.ts";

type Furnished = Awaited<ReturnType<typeof furnish>>;
export type Reader = keyof Furnished["cookies"] | "nobody";

/** A page in one of its states: what it is called, where it is, who looks, and what it answers. */
type Address = readonly [state: string, path: string, reader?: Reader, status?: number];

/**
 * Every page that is made for its reader, and every state of one, by its address; of the furnished house's
 * things by their ids.
 */
export const everyPage = ({ ids }: Furnished): Address[] =>
  readNamedLines(new URL("every-page.jsonl", import.meta.url), ids);
