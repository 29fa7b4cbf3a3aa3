import { Hono, type MiddlewareHandler } from "hono";
import { type HandOverPorts, handOverAlert } from "../../lib/alerts/hand-over-alert.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import { type AlertAnswer, HandOver } from "../../schema/wire/alerts.ts";
import { type WakePorts, wakeAfterWrites } from "../_http/in-background.ts";
import { pathId } from "../_http/path-id.ts";
import { refusal, reply } from "../_http/reply.ts";
import { requireMay } from "../_http/require-may.ts";
import type { SessionEnv } from "../_http/require-session.ts";
import { jsonBody } from "../_http/validate.ts";

/** One person hands an alert over to another; a program has nobody to hand anything over for. */
export function handOverRoutes(ports: HandOverPorts & WakePorts, guard: MiddlewareHandler<SessionEnv>) {
  const routes = new Hono<SessionEnv>();
  const allowed = requireMay("acknowledge_alert");
  routes.post("/api/account/alerts/:id/hand-over", guard, allowed, wakeAfterWrites(ports), async (c) => {
    const body = await jsonBody(c, HandOver, LIMITS.accountBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    const wish = { alertId: pathId(c), userId: body.value.user_id };
    return reply<AlertAnswer>(c, await handOverAlert(ports, c.var, wish));
  });
  return routes;
}
