import { Hono, type MiddlewareHandler } from "hono";
import { beginDrill, type DrillPorts, showDrill } from "../../lib/emergency/drill.actions.ts";
import type { DrillAnswer } from "../../schema/wire/account/drills.ts";
import { actingIn, onceInSession } from "../_http/acting.ts";
import type { IdempotentPorts } from "../_http/idempotent.ts";
import { type WakePorts, wakeAfterWrites } from "../_http/in-background.ts";
import { pathId } from "../_http/path-id.ts";
import { reply, replyLimited } from "../_http/reply.ts";
import { requireMay } from "../_http/require-may.ts";
import type { SessionEnv } from "../_http/require-session.ts";

const PATH = "/api/account/drills";
const LATEST = "latest";

/** A marked test of everything that a critical alert would be sent by. It names people's channels, as coverage does. */
export function drillRoutes(
  ports: DrillPorts & WakePorts & IdempotentPorts,
  guard: MiddlewareHandler<SessionEnv>,
) {
  const routes = new Hono<SessionEnv>();
  routes.post(
    PATH,
    guard,
    requireMay("manage_escalation"),
    onceInSession(ports),
    wakeAfterWrites(ports),
    async (c) => {
      return replyLimited<DrillAnswer>(c, await beginDrill(ports, actingIn(c.var)), 201);
    },
  );
  routes.get(`${PATH}/:id`, guard, requireMay("manage_notifications"), async (c) => {
    const id = pathId(c);
    return reply<DrillAnswer>(c, await showDrill(ports, c.var.member.householdId, id === LATEST ? null : id));
  });
  return routes;
}
