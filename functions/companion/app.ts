import type { FinishClaimPorts } from "../../lib/pucks/claims.actions.ts";
import { PROBLEMS } from "../../schema/problems.ts";
import { type HttpPorts, newSmallApp } from "../_http/app.ts";
import { type CompanionPorts as GuardPorts, requireCompanion } from "../_http/require-companion.ts";
import type { SessionEnv } from "../_http/require-session.ts";
import { API_SECURITY_ROUTES } from "../_http/security-routes.ts";
import { bayRoutes } from "./bay-routes.ts";
import { puckRoutes } from "./puck-routes.ts";
import { sessionRoutes } from "./session-routes.ts";

type CompanionPorts = HttpPorts & GuardPorts & FinishClaimPorts;

/** For the phone app: its session, the pucks that it claims and the bays that they stand in. */
export function companionApp(ports: CompanionPorts) {
  const app = newSmallApp<SessionEnv["Variables"]>(ports, PROBLEMS, API_SECURITY_ROUTES);
  const guard = requireCompanion(ports);
  app.route("/", sessionRoutes(ports, guard));
  app.route("/", puckRoutes(ports, guard));
  app.route("/", bayRoutes(ports, guard));
  return app;
}
