import type { MiddlewareHandler } from "hono";
import { type HomePorts, homeRoutes } from "../_home/routes.ts";
import type { ApiEnv } from "../_http/require-api-key.ts";

/** Everything that a home has, under `/api/v1`; the key's scope is judged by the method. */
export const apiHomeRoutes = (ports: HomePorts, guard: MiddlewareHandler<ApiEnv>) =>
  homeRoutes(ports, { prefix: "/api/v1", may: () => guard });
