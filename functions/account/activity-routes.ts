import { Hono, type MiddlewareHandler } from "hono";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { may } from "../../lib/people/entitlement.ts";
import { listActivity } from "../../lib/people/list-activity.actions.ts";
import { type ActivityList, ActivityQuery } from "../../schema/wire/account/activity.ts";
import { refusal } from "../_http/reply.ts";
import { requireMay } from "../_http/require-may.ts";
import type { SessionEnv } from "../_http/require-session.ts";
import { query as readQuery } from "../_http/validate.ts";

export function activityRoutes(ports: Pick<Services, "db">, guard: MiddlewareHandler<SessionEnv>) {
  const routes = new Hono<SessionEnv>();
  routes.get("/api/account/activity", guard, requireMay("read_activity"), async (c) => {
    const query = readQuery(c, ActivityQuery);
    if (!query.ok) return refusal(c, query.problem);
    const { limit, cursor } = query.value;
    const { householdId } = c.var.member;
    const withAddresses = may("read_caller_addresses", c.var.member) === "yes";
    const page = await listActivity(ports, { householdId, before: cursor ?? null, limit, withAddresses });
    return c.json(page satisfies ActivityList);
  });
  return routes;
}
