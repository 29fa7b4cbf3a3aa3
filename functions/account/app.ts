import type { AddPasskeyPorts } from "../../lib/people/passkeys/passkeys.actions.ts";
import { PROBLEMS } from "../../schema/problems.ts";
import { CONTACTS, HOME_CONTACTS, NOTIFICATIONS, PUSH_TOKENS } from "../../schema/routes/contacts.ts";
import { EMERGENCY_ROUTES, HOME_ROUTES, MEMBER_ROUTES } from "../../schema/routes/household.ts";
import { KEYS } from "../../schema/routes/keys.ts";
import type { HomePorts } from "../_home/routes.ts";
import { type HttpPorts, newApp } from "../_http/app.ts";
import { mountSession } from "../_http/mounted-routes.ts";
import { requireSession, type SessionEnv, type SessionPorts } from "../_http/require-session.ts";
import { API_SECURITY_ROUTES } from "../_http/security-routes.ts";
import { wrongMethod } from "../_http/wrong-method.ts";
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
import { sessionHomeRoutes, userPullSetupRoutes } from "./home-routes.ts";
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
  app.route("/", signInRoutes(ports));
  app.route("/", sessionRoutes(ports, guard));
  app.route("/", proveRoutes(ports, guard));
  app.route("/", usePasskeyRoutes(ports, guard));
  app.route("/", passkeyRoutes(ports, guard));
  mountSession(app, HOME_ROUTES, householdHandlers(ports), ports, guard);
  mountSession(app, MEMBER_ROUTES, memberHandlers(ports), ports, guard);
  mountSession(app, EMERGENCY_ROUTES, emergencyHandlers(ports), ports, guard);
  // Goes before the one feed, whose `:id` would take its path.
  app.all("/api/account/feeds/try", wrongMethod(["POST"]));
  mountSession(app, KEYS, keyHandlers(ports), ports, guard);
  app.route("/", deviceKeyRoutes(ports, guard));
  mountSession(app, PUSH_TOKENS, pushHandlers(ports), ports, guard);
  mountSession(app, NOTIFICATIONS, notificationHandlers(ports), ports, guard);
  mountSession(app, CONTACTS, contactHandlers(ports), ports, guard);
  mountSession(app, HOME_CONTACTS, homeContactHandlers(ports), ports, guard);
  app.route("/", userPullSetupRoutes(ports, guard));
  app.route("/", sessionHomeRoutes(ports, guard));
  app.route("/", adminRoutes(ports, guard));
  return app;
}
