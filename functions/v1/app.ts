import { PROBLEMS } from "../../schema/problems.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import type { HomePorts } from "../_home/routes.ts";
import { type HttpPorts, newApp } from "../_http/app.ts";
import { limitUnknownTokens } from "../_http/limit-unknown-tokens.ts";
import { type ApiEnv, type ApiKeyPorts, bearer, requireApiKey } from "../_http/require-api-key.ts";
import { API_SECURITY_ROUTES } from "../_http/security-routes.ts";
import { apiHomeRoutes } from "./home.ts";
import { metricsRoutes } from "./metrics.ts";

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
  app.route("/", apiHomeRoutes(ports, guard));
  return app;
}
