import type { Route, Routes } from "../routes/route.ts";
import { SIGN_IN_LIMIT } from "./rate-limits.ts";
import type { Audience, RouteDescription } from "./route.ts";

/** What the document says of a route besides how it is called. */
type RouteWords = Omit<RouteDescription, "id" | "method" | "path" | "audience" | "query" | "body" | "once">;

export type WordsOf<Table> = { readonly [Id in keyof Table]: RouteWords };

/** An audience's routes, by the table that mounts them and their words. */
export const described = <Table extends Routes>(
  table: Table,
  words: WordsOf<Table>,
  audience: Audience = "session",
): RouteDescription[] =>
  Object.entries<Route>(table).map(([id, { on, open, tries, query, body, once }]) => {
    const [method = "", path = ""] = on.split(" ");
    return {
      id,
      method: method.toLowerCase() as RouteDescription["method"],
      path: path.replace(/:(\w+)/g, "{$1}"),
      audience: open ? "anyone" : audience,
      ...(open && tries ? { limit: SIGN_IN_LIMIT } : {}),
      ...(query === undefined ? {} : { query }),
      ...(body === undefined ? {} : { body }),
      ...(once ? { once } : {}),
      ...words[id as keyof Table],
    };
  });
