import type { SessionRoute, SessionRoutes } from "../routes/route.ts";
import type { RouteDescription } from "./route.ts";

/** What the document says of a route besides how it is called. */
type RouteWords = Omit<RouteDescription, "id" | "method" | "path" | "audience" | "query" | "body" | "once">;

export type WordsOf<Table> = { readonly [Id in keyof Table]: RouteWords };

/** Routes of a session, by the table that mounts them and their words. */
export const described = <Table extends SessionRoutes>(
  table: Table,
  words: WordsOf<Table>,
): RouteDescription[] =>
  Object.entries<SessionRoute>(table).map(([id, { on, query, body, once }]) => {
    const [method = "", path = ""] = on.split(" ");
    return {
      id,
      method: method.toLowerCase() as RouteDescription["method"],
      path: path.replace(/:(\w+)/g, "{$1}"),
      audience: "session",
      ...(query === undefined ? {} : { query }),
      ...(body === undefined ? {} : { body }),
      ...(once ? { once } : {}),
      ...words[id as keyof Table],
    };
  });
