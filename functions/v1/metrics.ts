import { Hono, type MiddlewareHandler } from "hono";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { METRICS_TYPE } from "../../lib/readings/metrics/exposition.ts";
import { showMetrics } from "../../lib/readings/metrics/show-metrics.actions.ts";
import { refusal } from "../_http/reply.ts";
import type { ApiEnv } from "../_http/require-api-key.ts";

export function metricsRoutes(ports: Pick<Services, "db" | "clock">, guard: MiddlewareHandler<ApiEnv>) {
  const routes = new Hono<ApiEnv>();
  routes.get("/api/v1/metrics", guard, async (c) => {
    const text = await showMetrics(ports, c.var.caller.householdId);
    if (!text.ok) return refusal(c, text.problem);
    return c.body(text.value, 200, { "Content-Type": METRICS_TYPE });
  });
  return routes;
}
