import type { Context } from "hono";
import { Hono } from "hono/tiny";
import { type AckLinkPorts, answerAckLink } from "../../lib/alerts/answer.actions.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { alertLinkUrl } from "../../lib/messages/links/tokens.ts";
import { type DeclinePorts, declineInvitation } from "../../lib/people/invitations.actions.ts";
import { type UnsubscribePorts, unsubscribe } from "../../lib/reports/send.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import type { AlertAnswer } from "../../schema/wire/alerts.ts";
import type { Ok } from "../../schema/wire/text.ts";
import { clientIp, type Edge } from "../_http/client-ip.ts";
import { refusal } from "../_http/reply.ts";
import { askPage, donePage, goneLink, linkGuard, wantsPage } from "./link-page.ts";

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

export type DeclineRoutePorts = DeclinePorts & Pick<Services, "limiter"> & { edge: Edge };

const POLICY = { name: "decline", limit: LIMITS.ackPerMinute, windowSeconds: 60 };
const DECLINE_PATH = "/api/invitations/decline/:token";

/** The link in an invitation: looking at it does nothing, its buttons decline and are remembered. */
export function declineRoutes(ports: DeclineRoutePorts) {
  const routes = new Hono();
  const guard = linkGuard(ports, POLICY);
  routes.get(DECLINE_PATH, guard, async (c) => {
    const claim = await ports.verifyDeclineToken(c.req.param("token"));
    return claim === null ? goneLink(c, "dead_decline_link") : askPage(c, "declineInvitation");
  });
  // No check for forgery: whoever holds the token may act. `?from=all` is the second button.
  routes.post(DECLINE_PATH, guard, async (c) => {
    const declined = await declineInvitation(ports, c.req.param("token"), c.req.query("from") === "all");
    if (!declined.ok) return goneLink(c, "dead_decline_link");
    return wantsPage(c) ? donePage(c, "declineInvitation") : c.json<Ok>(declined.value);
  });
  return routes;
}

export type DigestRoutePorts = UnsubscribePorts & Pick<Services, "limiter"> & { edge: Edge };

const UNSUBSCRIBE_POLICY = { name: "unsubscribe", limit: LIMITS.ackPerMinute, windowSeconds: 60 };
const DIGEST_PATH = "/api/digest/unsubscribe/:token";

/**
 * The link in a report: looking at it does nothing, its button or a mail program's one click ends the
 * reports.
 */
export function digestRoutes(ports: DigestRoutePorts) {
  const routes = new Hono();
  const guard = linkGuard(ports, UNSUBSCRIBE_POLICY);
  routes.get(DIGEST_PATH, guard, async (c) => {
    const claim = await ports.verifyUnsubscribeToken(c.req.param("token"));
    return claim === null ? goneLink(c, "dead_unsubscribe_link") : askPage(c, "unsubscribeReport");
  });
  // No check for forgery: whoever holds the token may act, as mail providers do for their readers (RFC 8058).
  routes.post(DIGEST_PATH, guard, async (c) => {
    const ended = await unsubscribe(ports, c.req.param("token"));
    if (!ended.ok) return goneLink(c, "dead_unsubscribe_link");
    return wantsPage(c) ? donePage(c, "unsubscribeReport") : c.json(ended.value);
  });
  return routes;
}
