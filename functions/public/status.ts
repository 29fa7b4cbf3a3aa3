import type { Context } from "hono";
import { Hono } from "hono/tiny";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { ipBucket } from "../../lib/people/network.ts";
import {
  answerStatusLink,
  couldBeStatusLink,
  type StatusLink,
  type StatusLinkPorts,
  type SubscribePorts,
  subscribeToStatus,
} from "../../lib/status/status.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import { StatusSubscription } from "../../schema/wire/status.ts";
import { askedLanguage } from "../_http/accepted.ts";
import { clientIp, type Edge } from "../_http/client-ip.ts";
import { wakeAfterWrites } from "../_http/in-background.ts";
import { overLimit } from "../_http/rate-limit.ts";
import { refusal } from "../_http/reply.ts";
import { jsonBody } from "../_http/validate.ts";
import { askPage, donePage, goneLink, wantsPage } from "./link-page.ts";

export type StatusPorts = SubscribePorts &
  StatusLinkPorts &
  Pick<Services, "limiter" | "report" | "wake"> & { edge: Edge };

const SUBSCRIBE_POLICY = {
  name: "status-subscribe",
  limit: LIMITS.statusSubscribePerHour,
  windowSeconds: 3_600,
};

export function statusRoutes(ports: StatusPorts) {
  const routes = new Hono();
  routes.post("/api/status/subscribe", wakeAfterWrites(ports), async (c) => {
    c.header("Cache-Control", "no-store");
    const ip = clientIp(c, ports.edge);
    const refused = await overLimit(c, ports.limiter, SUBSCRIBE_POLICY, ipBucket(ip));
    if (refused !== null) return refused;
    const body = await jsonBody(c, StatusSubscription, LIMITS.accountBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    return c.json(
      await subscribeToStatus(ports, { email: body.value.email, ip, language: askedLanguage(c) }),
    );
  });
  for (const link of ["confirm", "unsubscribe"] as const) {
    routes.get(`/api/status/${link}/:token`, (c) => showLink(c, ports, link, c.req.param("token")));
    // No check for forgery: whoever holds the token may act, as mail providers do for their readers (RFC
    // 8058).
    routes.post(`/api/status/${link}/:token`, (c) => pressLink(c, ports, link, c.req.param("token")));
  }
  return routes;
}

const PAGES = { confirm: "confirmStatus", unsubscribe: "unsubscribeStatus" } as const satisfies Record<
  StatusLink,
  string
>;

/** A mail scanner that follows every link changes nothing. */
async function showLink(c: Context, ports: StatusPorts, link: StatusLink, token: string): Promise<Response> {
  c.header("Cache-Control", "no-store");
  const isOurs = await couldBeStatusLink(ports, link, token);
  return isOurs ? askPage(c, PAGES[link]) : goneLink(c, "dead_status_link");
}

async function pressLink(c: Context, ports: StatusPorts, link: StatusLink, token: string): Promise<Response> {
  c.header("Cache-Control", "no-store");
  const outcome = await answerStatusLink(ports, link, token);
  if (!outcome.ok) return goneLink(c, "dead_status_link");
  return wantsPage(c) ? donePage(c, PAGES[link]) : c.json(outcome.value);
}
