import type { Context } from "hono";
import { Hono } from "hono/tiny";
import { type AckLinkPorts, answerAckLink } from "../../lib/alerts/answer.actions.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { alertLinkUrl } from "../../lib/messages/links/tokens.ts";
import { LIMITS } from "../../schema/limits.ts";
import type { AlertAnswer } from "../../schema/wire/alerts.ts";
import { clientIp, type Edge } from "../_http/client-ip.ts";
import { refusal } from "../_http/reply.ts";
import { linkGuard, wantsPage } from "./link-page.ts";

export type AckRoutePorts = AckLinkPorts & Pick<Services, "limiter"> & { edge: Edge };

const ACK_POLICY = { name: "ack", limit: LIMITS.ackPerMinute, windowSeconds: 60 };
const PATH = "/api/alerts/ack/:token";

/** The signed link of an older message: a reader is led to the page of it, a program acknowledges. */
export function ackRoutes(ports: AckRoutePorts) {
  const routes = new Hono();
  const guard = linkGuard(ports, ACK_POLICY);
  // Looking changes nothing: mail scanners follow every link.
  routes.get(PATH, guard, toPage);
  // No check for forgery: the token alone is what allows it, and no other site knows it.
  routes.post(PATH, guard, async (c) => {
    const answered = await answerAckLink(ports, c.req.param("token"), clientIp(c, ports.edge));
    if (wantsPage(c)) return toPage(c);
    return answered.ok ? c.json<AlertAnswer>(answered.value) : refusal(c, answered.problem);
  });
  return routes;
}

/** The page says how it stands, whatever came of a press, in its reader's language. */
const toPage = (c: Context): Response =>
  c.redirect(alertLinkUrl("", encodeURIComponent(c.req.param("token") ?? "")), 303);
