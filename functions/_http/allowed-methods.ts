import type { Router } from "hono/router";
import type { RouterRoute } from "hono/types";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** The methods for which a path has a handler (middleware, registered for ALL, is none). */
export function allowedMethods(router: Router<[unknown, RouterRoute]>, path: string): string[] {
  const methods: string[] = METHODS.filter((method) =>
    router.match(method, path)[0].some(([[, route]]) => route.method === method),
  );
  return methods.includes("GET") ? ["GET", "HEAD", ...methods.slice(1)] : methods;
}
