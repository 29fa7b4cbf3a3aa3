import type { furnish } from "./furnished-house.ts";
import { readNamedLines } from "./json-lines.ts";

type Furnished = Awaited<ReturnType<typeof furnish>>;
export type Reader = keyof Furnished["cookies"] | "nobody";

/** A page in one of its states: its name, its path, its reader, and its status. */
type Address = readonly [state: string, path: string, reader?: Reader, status?: number];

/** Returns the address of every page and every state of one, with the ids of the furnished house. */
export const everyPage = ({ ids }: Furnished): Address[] =>
  readNamedLines(new URL("every-page.jsonl", import.meta.url), ids);
