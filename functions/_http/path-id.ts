import type { Context } from "hono";

const ID = /^[\w-]{1,64}$/;

/** The `:id` of the path; what could be nobody's id becomes "", which nothing is called. */
export function pathId(c: Context): string {
  const id = c.req.param("id") ?? "";
  return ID.test(id) ? id : "";
}
