import { type Context, Hono } from "hono";
import { type AckLinkPorts, answerAckLink, showAckLink } from "../../lib/alerts/answer.actions.ts";
import type { Problem } from "../../lib/kernel/outcome.ts";
import type { Limiter } from "../../lib/kernel/ports.ts";
import { LIMITS } from "../../schema/limits.ts";
import { PROBLEMS } from "../../schema/problems.ts";
import type { AlertAnswer } from "../../schema/wire/alerts.ts";
import { clientIp, type Edge } from "../_http/client-ip.ts";
import { refusal } from "../_http/reply.ts";
import { askPage, overPage, refusedPage, takenPage } from "./ack-pages.ts";
import { linkGuard, wantsPage } from "./link-requests.ts";

export type AckRoutePorts = AckLinkPorts & { limiter: Limiter; edge: Edge };

const ACK_POLICY = { name: "ack", limit: LIMITS.ackPerMinute, windowSeconds: 60 };
const PATH = "/api/alerts/ack/:token";

/** The link in an alert's message: looking at it does nothing, its button acknowledges. */
export function ackRoutes(ports: AckRoutePorts) {
  const routes = new Hono();
  const guard = linkGuard(ports, ACK_POLICY);
  routes.get(PATH, guard, async (c) => {
    const shown = await showAckLink(ports, c.req.param("token"));
    if (!shown.ok) return refused(c, shown.problem);
    const { alert } = shown.value;
    if (alert.state === "closed") return c.html(overPage(alert));
    return c.html(alert.acknowledged_at === null ? askPage(shown.value) : takenPage(alert));
  });
  // No check for forgery: the token alone is what allows it, and no other site knows it.
  routes.post(PATH, guard, async (c) => {
    const answered = await answerAckLink(ports, c.req.param("token"), clientIp(c, ports.edge));
    if (!answered.ok) return refused(c, answered.problem);
    const { alert } = answered.value;
    return wantsPage(c) ? c.html(takenPage(alert)) : c.json<AlertAnswer>({ alert });
  });
  return routes;
}

const refused = (c: Context, problem: Problem): Response | Promise<Response> =>
  wantsPage(c) ? c.html(refusedPage(problem), PROBLEMS[problem.name].status) : refusal(c, problem);
