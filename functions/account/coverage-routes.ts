import { Hono, type MiddlewareHandler } from "hono";
import { showCoverage } from "../../lib/emergency/coverage.actions.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import type { Coverage } from "../../schema/wire/account/coverage.ts";
import { reply } from "../_http/reply.ts";
import { requireMay } from "../_http/require-may.ts";
import type { SessionEnv } from "../_http/require-session.ts";

/** What may leave the home unwarned. It names people's channels, so that it is for those who care for the home. */
export function coverageRoutes(ports: Pick<Services, "db" | "clock">, guard: MiddlewareHandler<SessionEnv>) {
  const routes = new Hono<SessionEnv>();
  routes.get("/api/account/coverage", guard, requireMay("manage_notifications"), async (c) =>
    reply<Coverage>(c, await showCoverage(ports, c.var.member.householdId)),
  );
  return routes;
}
