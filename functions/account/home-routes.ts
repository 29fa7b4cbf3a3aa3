import type { MiddlewareHandler } from "hono";
import { every } from "hono/combine";
import { createMiddleware } from "hono/factory";
import type { Acting } from "../../lib/domain/acting.ts";
import { type HomePorts, homeRoutes } from "../_home/routes.ts";
import { requireMay } from "../_http/require-may.ts";
import type { SessionEnv } from "../_http/require-session.ts";

type HomeSessionEnv = { Variables: SessionEnv["Variables"] & { acting: Acting } };

/** `/api/account/quiet`, `alerts`, `rules`, `alert-settings`, `deliveries` and the test of a channel, by role. */
export const sessionHomeRoutes = (ports: HomePorts, guard: MiddlewareHandler<SessionEnv>) =>
  homeRoutes(ports, {
    prefix: "/api/account",
    may: (action) => every(guard, requireMay(action), actAsMember),
  });

const actAsMember = createMiddleware<HomeSessionEnv>(async (c, next) => {
  c.set("acting", { householdId: c.var.member.householdId, actor: c.var.actor });
  await next();
});
