import type { ZipFiles } from "../../lib/kernel/ports.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import { PROBLEMS } from "../../schema/problems.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { newApp, type SessionEnv, wakeAfterWrites } from "../_http/app.ts";
import { bearer } from "../_http/caller.ts";
import { mountRoutes, type Route } from "../_http/mounted-routes.ts";
import { limitUnknownTokens } from "../_http/rate-limit.ts";
import { requireHome, requireHomeSession } from "../_http/require-home.ts";
import { onceInHome, requireSession, sessionGuards } from "../_http/require-session.ts";
import { ALERTS, RULES } from "./alert-routes.ts";
import { DELIVERIES, NOTIFICATIONS, PUSH_TOKENS } from "./contact-routes.ts";
import { DEVICES, FEEDS, PULL_SETUP } from "./device-routes.ts";
import { HOME_ROUTES, KEYS } from "./household-routes.ts";
import { READINGS } from "./reading-routes.ts";

/** The routes that people and programs share, under `/api/v1`. */
export const HOME = [DEVICES, PULL_SETUP, FEEDS, READINGS, ALERTS, RULES, DELIVERIES];
/** The routes for people only. */
export const PEOPLE = [HOME_ROUTES, KEYS, PUSH_TOKENS, NOTIFICATIONS];

/**
 * Builds a home's routes. Those that programs may also use accept an API key or a session, the others a session only.
 */
export function v1App(services: Services & { zipFiles: ZipFiles }) {
  const app = newApp<SessionEnv["Variables"]>(services, PROBLEMS);
  app.use(
    "/api/v1/*",
    limitUnknownTokens(services, { type: SECRET_TYPES.apiKey, unknown: "bad_api_key", secretOf: bearer }),
  );
  const ofPeople = sessionGuards(services, requireSession(services));
  for (const table of PEOPLE) mountRoutes(app, table, services, ofPeople);
  const guardsOf = (enter: ReturnType<typeof requireHome>) => (route: Route) => [
    ...enter(route.may),
    (route.makes || route.once) && onceInHome(services),
    route.wakes && wakeAfterWrites(services),
  ];
  const bytesMax = LIMITS.apiBodyBytesMax;
  const ofHome = guardsOf(requireHome(services));
  for (const table of HOME) mountRoutes(app, table, services, ofHome, { prefix: "/api/v1", bytesMax });
  // The specification opens this path to sessions only.
  const ofSession = guardsOf(requireHomeSession(services));
  mountRoutes(app, PULL_SETUP, services, ofSession, { prefix: "/api/user", bytesMax });
  return app;
}
