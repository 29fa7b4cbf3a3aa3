import { createMiddleware } from "hono/factory";
import { may } from "../../lib/people/entitlement.ts";
import type { AddPasskeyPorts } from "../../lib/people/passkeys/passkeys.actions.ts";
import { PROBLEMS } from "../../schema/problems.ts";
import { CONTACTS, HOME_CONTACTS, NOTIFICATIONS, PUSH_TOKENS } from "../../schema/routes/contacts.ts";
import { EMERGENCY_ROUTES, HOME_ROUTES, MEMBER_ROUTES } from "../../schema/routes/household.ts";
import { KEYS } from "../../schema/routes/keys.ts";
import type { Route } from "../../schema/routes/route.ts";
import { type HomePorts, homeRoutes, pullSetupRoutes } from "../_home/routes.ts";
import { actingIn, type HomeEnv } from "../_http/acting.ts";
import { type HttpPorts, newApp } from "../_http/app.ts";
import { mountRoutes, sessionGuards } from "../_http/mounted-routes.ts";
import { requireMay } from "../_http/require-may.ts";
import { requireSession, type SessionEnv, type SessionPorts } from "../_http/require-session.ts";
import { API_SECURITY_ROUTES } from "../_http/security-routes.ts";
import { type AdminPorts, adminRoutes } from "./admin-routes.ts";
import {
  type ContactRoutePorts,
  contactHandlers,
  homeContactHandlers,
  notificationHandlers,
  pushHandlers,
} from "./contact-routes.ts";
import { type DevicePorts, deviceKeyRoutes } from "./device-routes.ts";
import { type EmergencyPorts, emergencyHandlers } from "./emergency-routes.ts";
import { type HouseholdPorts, householdHandlers } from "./household-routes.ts";
import { keyHandlers } from "./key-routes.ts";
import { type MemberPorts, memberHandlers } from "./member-routes.ts";
import { passkeyRoutes, usePasskeyRoutes } from "./passkey-routes.ts";
import { proveRoutes, sessionRoutes } from "./session-routes.ts";
import { type SignInRoutePorts, signInRoutes } from "./sign-in-routes.ts";

export type AccountPorts = HttpPorts &
  SessionPorts &
  SignInRoutePorts &
  MemberPorts &
  DevicePorts &
  HomePorts &
  ContactRoutePorts &
  EmergencyPorts &
  AdminPorts &
  HouseholdPorts &
  AddPasskeyPorts;

/** For people in a browser: signing in, their home, its members and keys. */
export function accountApp(ports: AccountPorts) {
  const app = newApp<SessionEnv["Variables"]>(ports, PROBLEMS, API_SECURITY_ROUTES);
  const guard = requireSession(ports);
  const guards = sessionGuards(ports, guard);
  app.route("/", signInRoutes(ports));
  app.route("/", sessionRoutes(ports, guard));
  app.route("/", proveRoutes(ports, guard));
  app.route("/", usePasskeyRoutes(ports, guard));
  app.route("/", passkeyRoutes(ports, guard));
  mountRoutes(app, HOME_ROUTES, householdHandlers(ports), guards);
  mountRoutes(app, MEMBER_ROUTES, memberHandlers(ports), guards);
  mountRoutes(app, EMERGENCY_ROUTES, emergencyHandlers(ports), guards);
  mountRoutes(app, KEYS, keyHandlers(ports), guards);
  app.route("/", deviceKeyRoutes(ports, guard));
  mountRoutes(app, PUSH_TOKENS, pushHandlers(ports), guards);
  mountRoutes(app, NOTIFICATIONS, notificationHandlers(ports), guards);
  mountRoutes(app, CONTACTS, contactHandlers(ports), guards);
  mountRoutes(app, HOME_CONTACTS, homeContactHandlers(ports), guards);
  const guardsOf = ({ may }: Route) => [guard, may && requireMay(may), actAsMember];
  app.route("/", pullSetupRoutes(ports, { prefix: "/api/user", guardsOf }));
  app.route("/", homeRoutes(ports, { prefix: "/api/account", guardsOf }));
  app.route("/", adminRoutes(ports, guard));
  return app;
}

const actAsMember = createMiddleware<SessionEnv & HomeEnv>(async (c, next) => {
  c.set("acting", actingIn(c.var));
  c.set("mayManageFeeds", may("manage_feeds", c.var.member) === "yes");
  await next();
});
