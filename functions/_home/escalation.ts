import { Hono } from "hono";
import { changeEscalation, showEscalation } from "../../lib/alerts/escalation.actions.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import { type Escalation, EscalationChange } from "../../schema/wire/escalation.ts";
import { refusal, reply } from "../_http/reply.ts";
import { jsonBody } from "../_http/validate.ts";
import type { HomeEnv, Mount } from "./mount.ts";

/** Who is called, and when, until somebody has an urgent alert. */
export function escalationRoutes(ports: Pick<Services, "db" | "clock">, { prefix, may }: Mount) {
  const routes = new Hono<HomeEnv>();
  const path = `${prefix}/escalation` as const;
  routes.get(path, may("read_home"), async (c) =>
    reply<Escalation>(c, await showEscalation(ports, c.var.acting.householdId)),
  );
  routes.put(path, may("manage_escalation"), async (c) => {
    const body = await jsonBody(c, EscalationChange, LIMITS.apiBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    return reply<Escalation>(c, await changeEscalation(ports, c.var.acting, body.value));
  });
  return routes;
}
