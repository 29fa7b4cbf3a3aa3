import type { MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import type { IncidentPorts } from "../../lib/status/incidents.actions.ts";
import { PROBLEMS } from "../../schema/problems.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { type HttpPorts, newApp } from "../_http/app.ts";
import { limitUnknownTokens } from "../_http/limit-unknown-tokens.ts";
import { mountRoutes } from "../_http/mounted-routes.ts";
import { refusal } from "../_http/reply.ts";
import { bearer } from "../_http/require-api-key.ts";
import { type HomeGuardPorts, requireHome, requireHomeSession } from "../_http/require-home.ts";
import { requireSession, type SessionEnv } from "../_http/require-session.ts";
import { API_SECURITY_ROUTES } from "../_http/security-log.ts";
import { sessionGuards } from "../_http/session-guards.ts";
import { ADMIN } from "./admin-routes.ts";
import {
  CONTACTS,
  type ContactRoutePorts,
  HOME_CONTACTS,
  NOTIFICATIONS,
  PUSH_TOKENS,
} from "./contact-routes.ts";
import { EMERGENCY_ROUTES, type EmergencyPorts } from "./emergency-routes.ts";
import { type HomePorts, homeRoutes, pullSetupRoutes } from "./home-routes.ts";
import { HOME_ROUTES, type HouseholdPorts, MEMBER_ROUTES, type MemberPorts } from "./household-routes.ts";
import { DEVICE_KEYS, type DeviceKeyPorts, KEYS } from "./key-routes.ts";

export type V1Ports = HttpPorts &
  HomeGuardPorts &
  HomePorts &
  MemberPorts &
  DeviceKeyPorts &
  ContactRoutePorts &
  EmergencyPorts &
  HouseholdPorts &
  IncidentPorts & { adminEmails: ReadonlySet<string> };

/**
 * A home's own routes. What a program may do too opens by an API key or by a session; what is between people, such as
 * who is a member or what is handed out, by a session alone.
 */
export function v1App(ports: V1Ports) {
  const app = newApp<SessionEnv["Variables"]>(ports, PROBLEMS, API_SECURITY_ROUTES);
  app.use(
    "/api/v1/*",
    limitUnknownTokens(ports, { type: SECRET_TYPES.apiKey, unknown: "bad_api_key", secretOf: bearer }),
  );
  const guards = sessionGuards(ports, requireSession(ports), requireOperator(ports));
  mountRoutes(app, HOME_ROUTES, ports, guards);
  mountRoutes(app, MEMBER_ROUTES, ports, guards);
  mountRoutes(app, EMERGENCY_ROUTES, ports, guards);
  mountRoutes(app, KEYS, ports, guards);
  mountRoutes(app, DEVICE_KEYS, ports, guards);
  mountRoutes(app, PUSH_TOKENS, ports, guards);
  mountRoutes(app, NOTIFICATIONS, ports, guards);
  mountRoutes(app, CONTACTS, ports, guards);
  mountRoutes(app, HOME_CONTACTS, ports, guards);
  mountRoutes(app, ADMIN, ports, guards);
  app.route("/", homeRoutes(ports, { prefix: "/api/v1", guardsOf: requireHome(ports) }));
  app.route("/", pullSetupRoutes(ports, { prefix: "/api/user", guardsOf: requireHomeSession(ports) }));
  return app;
}

const requireOperator = ({ adminEmails }: Pick<V1Ports, "adminEmails">): MiddlewareHandler<SessionEnv> =>
  createMiddleware<SessionEnv>(async (c, next) =>
    adminEmails.has(c.var.member.email) ? await next() : refusal(c, { name: "not_found" }),
  );
