import { Hono, type MiddlewareHandler } from "hono";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import { wakeAfterWrites } from "../_http/in-background.ts";
import { mountRoutes, type Route, type Routes } from "../_http/mounted-routes.ts";
import { type HomeEnv, onceInHome } from "../_http/require-session.ts";
import { ALERTS, RULES } from "./alert-routes.ts";
import { DELIVERIES } from "./delivery-routes.ts";
import { DEVICES, FEEDS, PULL_SETUP } from "./device-routes.ts";
import { READINGS } from "./reading-routes.ts";

/** Where the routes that a home's people and programs share are mounted, and who may come in. */
export type Mount = {
  /** The path that they begin with, such as `/api/v1`. */
  prefix: string;
  /** Refuse callers without the right to an action, and set `acting` and `mayManageFeeds`. */
  guardsOf: (action: Route["may"]) => readonly MiddlewareHandler[];
};

/**
 * Devices, sensors, feeds, readings, alerts, rules, settings, quiet and their messages: the same for a home's
 * people and its programs.
 */
export function homeRoutes(services: Services, mount: Mount) {
  const routes = new Hono<HomeEnv>();
  mountIn(routes, DEVICES, services, mount);
  mountIn(routes, PULL_SETUP, services, mount);
  mountIn(routes, FEEDS, services, mount);
  mountIn(routes, READINGS, services, mount);
  mountIn(routes, ALERTS, services, mount);
  mountIn(routes, RULES, services, mount);
  mountIn(routes, DELIVERIES, services, mount);
  return routes;
}

/** The pull setup alone, for the path that the specification gives it. */
export function pullSetupRoutes(services: Services, mount: Mount) {
  const routes = new Hono<HomeEnv>();
  mountIn(routes, PULL_SETUP, services, mount);
  return routes;
}

const mountIn = (
  routes: Hono<HomeEnv>,
  table: Routes<Services>,
  services: Services,
  { prefix, guardsOf }: Mount,
) =>
  mountRoutes(
    routes,
    table,
    services,
    (route) => [
      ...guardsOf(route.may),
      (route.makes || route.once) && onceInHome(services),
      route.wakes && wakeAfterWrites(services),
    ],
    { prefix, bytesMax: LIMITS.apiBodyBytesMax },
  );
