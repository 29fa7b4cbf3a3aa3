import type { MiddlewareHandler } from "hono";
import type { JudgePorts } from "../../lib/flows/alerts/commit-judgement.ts";
import { homeRoutes } from "../_http/home/routes.ts";
import type { ApiEnv } from "../_http/require-api-key.ts";

/** `/api/v1/quiet`, `alerts`, `rules` and `alert-settings`; the key's scope is judged by the method. */
export const apiHomeRoutes = (ports: JudgePorts, guard: MiddlewareHandler<ApiEnv>) =>
  homeRoutes(ports, { prefix: "/api/v1", may: () => guard });
