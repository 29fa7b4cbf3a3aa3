import { type Context, Hono } from "hono";
import { html } from "hono/html";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { type UnsubscribePorts, unsubscribe } from "../../lib/reports/send.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import { PROBLEMS } from "../../schema/problems.ts";
import type { Edge } from "../_http/client-ip.ts";
import { refusal } from "../_http/reply.ts";
import { linkGuard, wantsPage } from "./link-requests.ts";
import { page } from "./status-pages.ts";

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
    return claim === null ? refused(c) : c.html(ASK_PAGE);
  });
  // No check for forgery: whoever holds the token may act, as mail providers do for their readers (RFC 8058).
  routes.post(PATH, guard, async (c) => {
    const ended = await unsubscribe(ports, c.req.param("token"));
    if (!ended.ok) return refused(c);
    return wantsPage(c) ? c.html(DONE_PAGE) : c.json(ended.value);
  });
  return routes;
}

const refused = (c: Context): Response | Promise<Response> =>
  wantsPage(c) ? c.html(GONE_PAGE, 404) : refusal(c, { name: "dead_unsubscribe_link" });

const ASK_PAGE = page(
  "No more reports",
  html`<p>We will not send you this report any more. Alerts reach you as before.</p>
<form method="post"><button>Unsubscribe</button></form>`,
);
const DONE_PAGE = page("You are unsubscribed", html`<p>This report will not be sent to you any more.</p>`);
const GONE_PAGE = page("This link leads nowhere", html`<p>${PROBLEMS.dead_unsubscribe_link.error}.</p>`);
