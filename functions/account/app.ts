import { PROBLEMS } from "../../schema/problems.ts";
import { type HttpPorts, newApp } from "../_http/app.ts";
import type { IdempotentPorts } from "../_http/idempotent.ts";
import type { WakePorts } from "../_http/in-background.ts";
import { mountRoutes } from "../_http/mounted-routes.ts";
import { requireSession, type SessionEnv, type SessionPorts } from "../_http/require-session.ts";
import { sessionGuards } from "../_http/session-guards.ts";
import { PASSKEYS, SESSIONS, type SessionRoutePorts } from "./session-routes.ts";
import { SIGN_IN, type SignInRoutePorts } from "./sign-in-routes.ts";
import { USER_ROUTES, type UserPorts } from "./user-routes.ts";

export type AccountPorts = HttpPorts &
  SessionPorts &
  SignInRoutePorts &
  SessionRoutePorts &
  UserPorts &
  IdempotentPorts &
  WakePorts;

/** A person's own: signing in, their sessions and passkeys, and who they are. */
export function accountApp(ports: AccountPorts) {
  const app = newApp<SessionEnv["Variables"]>(ports, PROBLEMS);
  const guards = sessionGuards(ports, requireSession(ports));
  mountRoutes(app, SIGN_IN, ports, guards);
  mountRoutes(app, SESSIONS, ports, guards);
  mountRoutes(app, PASSKEYS, ports, guards);
  mountRoutes(app, USER_ROUTES, ports, guards);
  return app;
}
