import type { ZipFiles } from "../../lib/kernel/ports.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { PROBLEMS } from "../../schema/problems.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { newApp } from "../_http/app.ts";
import { limitUnknownTokens } from "../_http/limit-unknown-tokens.ts";
import { mountRoutes } from "../_http/mounted-routes.ts";
import { bearer } from "../_http/require-api-key.ts";
import { requireHome, requireHomeSession } from "../_http/require-home.ts";
import { requireSession, type SessionEnv } from "../_http/require-session.ts";
import { sessionGuards } from "../_http/session-guards.ts";
import { NOTIFICATIONS, PUSH_TOKENS } from "./contact-routes.ts";
import { homeRoutes, pullSetupRoutes } from "./home-routes.ts";
import { HOME_ROUTES } from "./household-routes.ts";
import { KEYS } from "./key-routes.ts";

/**
 * A home's own routes. What a program may do too opens by an API key or by a session; what is between people by a session alone.
 */
export function v1App(services: Services & { zipFiles: ZipFiles }) {
  const app = newApp<SessionEnv["Variables"]>(services, PROBLEMS);
  app.use(
    "/api/v1/*",
    limitUnknownTokens(services, { type: SECRET_TYPES.apiKey, unknown: "bad_api_key", secretOf: bearer }),
  );
  const guards = sessionGuards(services, requireSession(services));
  mountRoutes(app, HOME_ROUTES, services, guards);
  mountRoutes(app, KEYS, services, guards);
  mountRoutes(app, PUSH_TOKENS, services, guards);
  mountRoutes(app, NOTIFICATIONS, services, guards);
  app.route("/", homeRoutes(services, { prefix: "/api/v1", guardsOf: requireHome(services) }));
  app.route("/", pullSetupRoutes(services, { prefix: "/api/user", guardsOf: requireHomeSession(services) }));
  return app;
}
