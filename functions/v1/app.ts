import { Hono, type MiddlewareHandler } from "hono";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { METRICS_TYPE } from "../../lib/readings/metrics/exposition.ts";
import { showMetrics } from "../../lib/readings/metrics/show-metrics.actions.ts";
import { PROBLEMS } from "../../schema/problems.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { type HomePorts, homeRoutes } from "../_home/routes.ts";
import { type HttpPorts, newApp } from "../_http/app.ts";
import { limitUnknownTokens } from "../_http/limit-unknown-tokens.ts";
import { refusal } from "../_http/reply.ts";
import { type ApiEnv, type ApiKeyPorts, bearer, requireApiKey } from "../_http/require-api-key.ts";
import { API_SECURITY_ROUTES } from "../_http/security-log.ts";

export type V1Ports = HttpPorts & ApiKeyPorts & HomePorts;

/** The management API, for integrations with an API key. */
export function v1App(ports: V1Ports) {
  const app = newApp<ApiEnv["Variables"]>(ports, PROBLEMS, API_SECURITY_ROUTES);
  app.use(
    "/api/v1/*",
    limitUnknownTokens(ports, { type: SECRET_TYPES.apiKey, unknown: "bad_api_key", secretOf: bearer }),
  );
  const guard = requireApiKey(ports);
  app.route("/", metricsRoutes(ports, guard));
  // The key's scope is judged by the method.
  app.route("/", homeRoutes(ports, { prefix: "/api/v1", guardsOf: () => [guard] }));
  return app;
}

function metricsRoutes(ports: Pick<Services, "db" | "clock">, guard: MiddlewareHandler<ApiEnv>) {
  const routes = new Hono<ApiEnv>();
  routes.get("/api/v1/metrics", guard, async (c) => {
    const text = await showMetrics(ports, c.var.caller.householdId);
    if (!text.ok) return refusal(c, text.problem);
    return c.body(text.value, 200, { "Content-Type": METRICS_TYPE });
  });
  return routes;
}
