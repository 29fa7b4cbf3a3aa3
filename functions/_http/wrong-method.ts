import type { Router } from "hono/router";
import type { RouterRoute } from "hono/types";
import type { Exchange } from "./exchange.ts";
import { refusal } from "./reply.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/**
 * The 405 of a path that has `methods`. Put it, for all methods, behind a path's own handlers where a path
 * with a parameter would take the others.
 */
export const wrongMethod =
  (methods: readonly string[]) =>
  <Answer>(c: Exchange<Answer>): Answer => {
    c.header("Allow", methods.join(", "));
    return refusal(c, { name: "wrong_method" });
  };

/** The methods for which a path has a handler (middleware, registered for ALL, is none). */
export function allowedMethods(router: Router<[unknown, RouterRoute]>, path: string): string[] {
  const methods: string[] = METHODS.filter((method) =>
    router.match(method, path)[0].some(([[, route]]) => route.method === method),
  );
  return methods.includes("GET") ? ["GET", "HEAD", ...methods.slice(1)] : methods;
}
