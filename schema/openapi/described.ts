import type { Route, Routes } from "../routes/route.ts";
import { type Audience, type Json, type RouteDescription, type RouteGroup, SIGN_IN_LIMIT } from "./route.ts";

/** What the document says of a route besides how it is called; `body` is one that its handler reads by itself. */
type RouteWords = Omit<RouteDescription, "id" | "method" | "path" | "audience" | "query" | "once">;

export type WordsOf<Table> = { readonly [Id in keyof Table]: RouteWords };

/** Whose a table's routes are: another audience may have them too, under another prefix. */
export type Mounted = {
  audience?: Audience;
  prefix?: string;
  /** What their ids begin with in the document, where the table does not say it: such as `account.`. */
  ids?: string;
};

/** An audience's routes, by the table that mounts them and their words. */
export const described = <Table extends Routes>(
  table: Table,
  words: WordsOf<Table>,
  { audience = "session", prefix = "", ids = "" }: Mounted = {},
): RouteDescription[] =>
  Object.entries<Route>(table).map(([id, { on, open, tries, query, body, once }]) => {
    const [method = "", path = ""] = on.split(" ");
    return {
      id: ids + id,
      method: method.toLowerCase() as RouteDescription["method"],
      path: prefix + path.replace(/:(\w+)/g, "{$1}"),
      audience: open ? "anyone" : audience,
      ...(open && tries ? { limit: SIGN_IN_LIMIT } : {}),
      ...(query === undefined ? {} : { query }),
      ...(body === undefined ? {} : { body }),
      ...(once ? { once } : {}),
      ...words[id as keyof Table],
    };
  });

/** `members.update` is of the chapter `account.members`. */
export const tagOf = (id: string): string => id.slice(0, id.lastIndexOf("."));

/** `account.shareLinks` is shown as `Share links`. */
function shownName(tag: string): string {
  const words = tag.slice(tag.lastIndexOf(".") + 1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const tagsOf = ({ routes }: RouteGroup): string[] => [...new Set(routes.map(({ id }) => tagOf(id)))];

/** A chapter for each kind of thing. */
export const tags = (groups: readonly RouteGroup[]): Json[] =>
  groups.flatMap((group) =>
    tagsOf(group).map((name) => ({
      name,
      "x-displayName": shownName(name),
      description: `${shownName(name)}. ${group.description}.`,
    })),
  );

/** The chapters by audience. */
export const tagGroups = (groups: readonly RouteGroup[]): Json[] =>
  groups.map((group) => ({ name: group.name, description: group.description, tags: tagsOf(group) }));
