import type { furnish } from "./furnished-house.ts";
import { readLines } from "./json-lines.ts";

type Furnished = Awaited<ReturnType<typeof furnish>>;
export type Reader = keyof Furnished["cookies"] | "nobody";

/** A page in one of its states: what it is called, where it is, who looks, and what it answers. */
type Address = readonly [state: string, path: string, reader?: Reader, status?: number];

/**
 * Every page that is made for its reader, and every state of one, by its address; of the furnished house's
 * things by their ids.
 */
export const everyPage = ({ ids }: Furnished): Address[] =>
  readLines<Address>(new URL("every-page.jsonl", import.meta.url)).map(([state, path, ...rest]) => [
    state,
    withIds(path, ids),
    ...rest,
  ]);

/** An address with the ids of things in the place of their `{names}`. */
export const withIds = (path: string, ids: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? `no ${name}`);
