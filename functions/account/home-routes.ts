import type { MiddlewareHandler } from "hono";
import { every } from "hono/combine";
import { createMiddleware } from "hono/factory";
import { may } from "../../lib/people/entitlement.ts";
import type { Acting } from "../../lib/people/items.ts";
import type { Mount } from "../_home/mount.ts";
import { pullSetupRoutes } from "../_home/pull-setup.ts";
import { type HomePorts, homeRoutes } from "../_home/routes.ts";
import { requireMay } from "../_http/require-may.ts";
import type { SessionEnv } from "../_http/require-session.ts";

type HomeSessionEnv = { Variables: SessionEnv["Variables"] & { acting: Acting; mayManageFeeds: boolean } };

/** Everything that a home has, under `/api/account`, by role. */
export const sessionHomeRoutes = (ports: HomePorts, guard: MiddlewareHandler<SessionEnv>) =>
  homeRoutes(ports, { prefix: "/api/account", may: mayOf(guard) });

/** The pull setup under the path that the specification gives it, `/api/user/pull-setup`. */
export const userPullSetupRoutes = (ports: HomePorts, guard: MiddlewareHandler<SessionEnv>) =>
  pullSetupRoutes(ports, { prefix: "/api/user", may: mayOf(guard) });

const mayOf =
  (guard: MiddlewareHandler<SessionEnv>): Mount["may"] =>
  (action) =>
    every(guard, requireMay(action), actAsMember);

const actAsMember = createMiddleware<HomeSessionEnv>(async (c, next) => {
  c.set("acting", { householdId: c.var.member.householdId, actor: c.var.actor });
  c.set("mayManageFeeds", may("manage_feeds", c.var.member) === "yes");
  await next();
});
