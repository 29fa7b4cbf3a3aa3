import { type Context, Hono } from "hono";
import { html } from "hono/html";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { type DeclinePorts, declineInvitation } from "../../lib/people/invitations.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import { PROBLEMS } from "../../schema/problems.ts";
import type { Ok } from "../../schema/wire/text.ts";
import type { Edge } from "../_http/client-ip.ts";
import { refusal } from "../_http/reply.ts";
import { linkGuard, wantsPage } from "./link-requests.ts";
import { page } from "./status-pages.ts";

export type DeclineRoutePorts = DeclinePorts & Pick<Services, "limiter"> & { edge: Edge };

const POLICY = { name: "decline", limit: LIMITS.ackPerMinute, windowSeconds: 60 };
const PATH = "/api/invitations/decline/:token";

/** The link in an invitation: looking at it does nothing, its buttons decline and are remembered. */
export function declineRoutes(ports: DeclineRoutePorts) {
  const routes = new Hono();
  const guard = linkGuard(ports, POLICY);
  routes.get(PATH, guard, async (c) => {
    const claim = await ports.verifyDeclineToken(c.req.param("token"));
    return claim === null ? refused(c) : c.html(ASK_PAGE);
  });
  // No check for forgery: whoever holds the token may act. `?from=all` is the second button.
  routes.post(PATH, guard, async (c) => {
    const declined = await declineInvitation(ports, c.req.param("token"), c.req.query("from") === "all");
    if (!declined.ok) return refused(c);
    return wantsPage(c) ? c.html(DONE_PAGE) : c.json<Ok>(declined.value);
  });
  return routes;
}

const refused = (c: Context): Response | Promise<Response> =>
  wantsPage(c) ? c.html(GONE_PAGE, 404) : refusal(c, { name: "dead_decline_link" });

const ASK_PAGE = page(
  "Decline the invitation",
  html`<p>This home will not be able to invite this address again.</p>
<form method="post"><button>Decline</button></form>
<form method="post" action="?from=all"><button>Decline, and no more invitations from anybody</button></form>`,
);
const DONE_PAGE = page("Declined", html`<p>No more such invitations will be sent to this address.</p>`);
const GONE_PAGE = page("This link leads nowhere", html`<p>${PROBLEMS.dead_decline_link.error}.</p>`);
