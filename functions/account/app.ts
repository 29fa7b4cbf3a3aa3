import type { PasskeyServices } from "../../lib/people/passkeys/passkeys.actions.ts";
import { PROBLEMS } from "../../schema/problems.ts";
import { newApp, type SessionEnv } from "../_http/app.ts";
import { mountRoutes } from "../_http/mounted-routes.ts";
import { requireSession, sessionGuards } from "../_http/require-session.ts";
import { PASSKEYS, SESSIONS, USER_ROUTES } from "./session-routes.ts";
import { SIGN_IN } from "./sign-in-routes.ts";

export const ACCOUNT = [SIGN_IN, SESSIONS, PASSKEYS, USER_ROUTES];

/** A person's own routes: sign-in, sessions, passkeys and their data. */
export function accountApp(services: PasskeyServices) {
  const app = newApp<SessionEnv["Variables"]>(services, PROBLEMS);
  const guards = sessionGuards(services, requireSession(services));
  for (const table of ACCOUNT) mountRoutes(app, table, services, guards);
  return app;
}
