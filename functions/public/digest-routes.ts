import { Hono } from "hono/tiny";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { type UnsubscribePorts, unsubscribe } from "../../lib/reports/send.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import type { Edge } from "../_http/client-ip.ts";
import { askPage, donePage, goneLink, linkGuard, wantsPage } from "./link-page.ts";

export type DigestRoutePorts = UnsubscribePorts & Pick<Services, "limiter"> & { edge: Edge };

const UNSUBSCRIBE_POLICY = { name: "unsubscribe", limit: LIMITS.ackPerMinute, windowSeconds: 60 };
const PATH = "/api/digest/unsubscribe/:token";

/**
 * The link in a report: looking at it does nothing, its button or a mail program's one click ends the
 * reports.
 */
export function digestRoutes(ports: DigestRoutePorts) {
  const routes = new Hono();
  const guard = linkGuard(ports, UNSUBSCRIBE_POLICY);
  routes.get(PATH, guard, async (c) => {
    const claim = await ports.verifyUnsubscribeToken(c.req.param("token"));
    return claim === null ? goneLink(c, "dead_unsubscribe_link") : askPage(c, "unsubscribeReport");
  });
  // No check for forgery: whoever holds the token may act, as mail providers do for their readers (RFC 8058).
  routes.post(PATH, guard, async (c) => {
    const ended = await unsubscribe(ports, c.req.param("token"));
    if (!ended.ok) return goneLink(c, "dead_unsubscribe_link");
    return wantsPage(c) ? donePage(c, "unsubscribeReport") : c.json(ended.value);
  });
  return routes;
}
