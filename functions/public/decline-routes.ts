import { Hono } from "hono/tiny";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { type DeclinePorts, declineInvitation } from "../../lib/people/invitations.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import type { Ok } from "../../schema/wire/text.ts";
import type { Edge } from "../_http/client-ip.ts";
import { askPage, donePage, goneLink, linkGuard, wantsPage } from "./link-page.ts";

export type DeclineRoutePorts = DeclinePorts & Pick<Services, "limiter"> & { edge: Edge };

const POLICY = { name: "decline", limit: LIMITS.ackPerMinute, windowSeconds: 60 };
const PATH = "/api/invitations/decline/:token";

/** The link in an invitation: looking at it does nothing, its buttons decline and are remembered. */
export function declineRoutes(ports: DeclineRoutePorts) {
  const routes = new Hono();
  const guard = linkGuard(ports, POLICY);
  routes.get(PATH, guard, async (c) => {
    const claim = await ports.verifyDeclineToken(c.req.param("token"));
    return claim === null ? goneLink(c, "dead_decline_link") : askPage(c, "declineInvitation");
  });
  // No check for forgery: whoever holds the token may act. `?from=all` is the second button.
  routes.post(PATH, guard, async (c) => {
    const declined = await declineInvitation(ports, c.req.param("token"), c.req.query("from") === "all");
    if (!declined.ok) return goneLink(c, "dead_decline_link");
    return wantsPage(c) ? donePage(c, "declineInvitation") : c.json<Ok>(declined.value);
  });
  return routes;
}
