import type { Context } from "hono";
import { refusal } from "./reply.ts";

/**
 * The 405 of a path that has `methods`. Put it, for all methods, behind a path's own handlers where a path
 * with a parameter would take the others.
 */
export const wrongMethod =
  (methods: readonly string[]) =>
  (c: Context): Response => {
    c.header("Allow", methods.join(", "));
    return refusal(c, { name: "wrong_method" });
  };
