import type { MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { may } from "../../lib/people/entitlement.ts";
import type { IncidentPorts } from "../../lib/status/incidents.actions.ts";
import { PROBLEMS } from "../../schema/problems.ts";
import { ADMIN } from "../../schema/routes/admin.ts";
import { CONTACTS, HOME_CONTACTS, NOTIFICATIONS, PUSH_TOKENS } from "../../schema/routes/contacts.ts";
import { EMERGENCY_ROUTES, HOME_ROUTES, MEMBER_ROUTES } from "../../schema/routes/household.ts";
import { DEVICE_KEYS, KEYS } from "../../schema/routes/keys.ts";
import type { Route } from "../../schema/routes/route.ts";
import { PASSKEYS, SESSIONS, SIGN_IN } from "../../schema/routes/sign-in.ts";
import { type HomePorts, homeRoutes, pullSetupRoutes } from "../_home/routes.ts";
import { type HttpPorts, newApp } from "../_http/app.ts";
import { wakeAfterWrites } from "../_http/in-background.ts";
import { mountRoutes } from "../_http/mounted-routes.ts";
import { limitSignInTries } from "../_http/rate-limit.ts";
import { refusal } from "../_http/reply.ts";
import {
  actingIn,
  csrf,
  type HomeEnv,
  onceInSession,
  requireMay,
  requireProof,
  requireSession,
  type SessionEnv,
  type SessionPorts,
} from "../_http/require-session.ts";
import { API_SECURITY_ROUTES } from "../_http/security-log.ts";
import { adminHandlers } from "./admin-routes.ts";
import {
  type ContactRoutePorts,
  contactHandlers,
  homeContactHandlers,
  notificationHandlers,
  pushHandlers,
} from "./contact-routes.ts";
import { type EmergencyPorts, emergencyHandlers } from "./emergency-routes.ts";
import {
  type HouseholdPorts,
  householdHandlers,
  type MemberPorts,
  memberHandlers,
} from "./household-routes.ts";
import { type DeviceKeyPorts, deviceKeyHandlers, keyHandlers } from "./key-routes.ts";
import { passkeyHandlers, type SessionRoutePorts, sessionHandlers } from "./session-routes.ts";
import { type SignInRoutePorts, signInHandlers } from "./sign-in-routes.ts";

export type AccountPorts = HttpPorts &
  SessionPorts &
  SignInRoutePorts &
  MemberPorts &
  DeviceKeyPorts &
  SessionRoutePorts &
  HomePorts &
  ContactRoutePorts &
  EmergencyPorts &
  HouseholdPorts &
  IncidentPorts & { adminEmails: ReadonlySet<string> };

/** For people in a browser: signing in, their home, its members and keys. */
export function accountApp(ports: AccountPorts) {
  const app = newApp<SessionEnv["Variables"]>(ports, PROBLEMS, API_SECURITY_ROUTES);
  const guard = requireSession(ports);
  const guards = guardsOf(ports, guard);
  mountRoutes(app, SIGN_IN, signInHandlers(ports), guards);
  mountRoutes(app, SESSIONS, sessionHandlers(ports), guards);
  mountRoutes(app, PASSKEYS, passkeyHandlers(ports), guards);
  mountRoutes(app, HOME_ROUTES, householdHandlers(ports), guards);
  mountRoutes(app, MEMBER_ROUTES, memberHandlers(ports), guards);
  mountRoutes(app, EMERGENCY_ROUTES, emergencyHandlers(ports), guards);
  mountRoutes(app, KEYS, keyHandlers(ports), guards);
  mountRoutes(app, DEVICE_KEYS, deviceKeyHandlers(ports), guards);
  mountRoutes(app, PUSH_TOKENS, pushHandlers(ports), guards);
  mountRoutes(app, NOTIFICATIONS, notificationHandlers(ports), guards);
  mountRoutes(app, CONTACTS, contactHandlers(ports), guards);
  mountRoutes(app, HOME_CONTACTS, homeContactHandlers(ports), guards);
  mountRoutes(app, ADMIN, adminHandlers(ports), guards);
  const homeGuards = ({ may }: Route) => [guard, may && requireMay(may), actAsMember];
  app.route("/", pullSetupRoutes(ports, { prefix: "/api/user", guardsOf: homeGuards }));
  app.route("/", homeRoutes(ports, { prefix: "/api/account", guardsOf: homeGuards }));
  return app;
}

/** The steps before a route, in this order: who the caller is, if they may act, and only then idempotency. */
function guardsOf(ports: AccountPorts, guard: MiddlewareHandler<SessionEnv>) {
  const ownPages = csrf(ports.baseUrl);
  return ({ open, operator, tries, may, proof, makes, once, wakes }: Route) => [
    open ? ownPages : guard,
    operator && requireOperator(ports),
    tries && limitSignInTries(ports),
    may && requireMay(may),
    proof && requireProof(ports),
    (makes || once) && onceInSession(ports),
    wakes && wakeAfterWrites(ports),
  ];
}

const requireOperator = ({ adminEmails }: Pick<AccountPorts, "adminEmails">) =>
  createMiddleware<SessionEnv>(async (c, next) =>
    adminEmails.has(c.var.member.email) ? await next() : refusal(c, { name: "not_found" }),
  );

const actAsMember = createMiddleware<SessionEnv & HomeEnv>(async (c, next) => {
  c.set("acting", actingIn(c.var));
  c.set("mayManageFeeds", may("manage_feeds", c.var.member) === "yes");
  await next();
});
