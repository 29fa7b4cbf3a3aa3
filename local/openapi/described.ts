import type { Route } from "../../functions/_http/mounted-routes.ts";
import { type Audience, type RouteDescription, SIGN_IN_LIMIT } from "../../schema/openapi/route.ts";

/** Whose a table's routes are: another audience may have them too, under another prefix. */
type Mounted = {
  audience?: Audience;
  prefix?: string;
  /** What their ids begin with in the document, where the table does not say it: such as `account.`. */
  ids?: string;
};

/** An audience's routes as the document has them, from the tables that mount them. */
export const described = (
  table: Readonly<Record<string, Route>>,
  { audience = "session", prefix = "", ids = "" }: Mounted = {},
): RouteDescription[] =>
  Object.entries(table).map(([id, { on, open, tries, body, reads, path: _, ...words }]) => {
    const [method = "", path = ""] = on.split(" ");
    const shape = body ?? reads;
    return {
      ...(open && tries ? { limit: SIGN_IN_LIMIT } : {}),
      ...words,
      ...(shape === undefined ? {} : { body: shape }),
      id: ids + id,
      method: method.toLowerCase() as RouteDescription["method"],
      path: prefix + path.replace(/:(\w+)/g, "{$1}"),
      audience: open ? "anyone" : audience,
    };
  });
