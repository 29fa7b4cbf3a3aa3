import { PROBLEMS } from "../../schema/problems.ts";
import { USER_ROUTES } from "../../schema/routes/household.ts";
import { PASSKEYS, SESSIONS, SIGN_IN } from "../../schema/routes/sign-in.ts";
import { type HttpPorts, newApp } from "../_http/app.ts";
import type { IdempotentPorts } from "../_http/idempotent.ts";
import type { WakePorts } from "../_http/in-background.ts";
import { mountRoutes } from "../_http/mounted-routes.ts";
import { requireSession, type SessionEnv, type SessionPorts } from "../_http/require-session.ts";
import { API_SECURITY_ROUTES } from "../_http/security-log.ts";
import { sessionGuards } from "../_http/session-guards.ts";
import { passkeyHandlers, type SessionRoutePorts, sessionHandlers } from "./session-routes.ts";
import { type SignInRoutePorts, signInHandlers } from "./sign-in-routes.ts";
import { type UserPorts, userHandlers } from "./user-routes.ts";

export type AccountPorts = HttpPorts &
  SessionPorts &
  SignInRoutePorts &
  SessionRoutePorts &
  UserPorts &
  IdempotentPorts &
  WakePorts;

/** A person's own: signing in, their sessions and passkeys, and who they are. */
export function accountApp(ports: AccountPorts) {
  const app = newApp<SessionEnv["Variables"]>(ports, PROBLEMS, API_SECURITY_ROUTES);
  const guards = sessionGuards(ports, requireSession(ports));
  mountRoutes(app, SIGN_IN, signInHandlers(ports), guards);
  mountRoutes(app, SESSIONS, sessionHandlers(ports), guards);
  mountRoutes(app, PASSKEYS, passkeyHandlers(ports), guards);
  mountRoutes(app, USER_ROUTES, userHandlers(ports), guards);
  return app;
}
