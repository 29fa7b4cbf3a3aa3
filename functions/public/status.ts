import type { Context } from "hono";
import { Hono } from "hono/tiny";
import { ipBucket } from "../../lib/kernel/network.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { atomFeed } from "../../lib/status/atom-feed.ts";
import {
  answerStatusLink,
  couldBeStatusLink,
  type StatusLink,
  showReadiness,
  showStatus,
  subscribeToStatus,
} from "../../lib/status/status.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import { type Readiness, StatusSubscription, type SystemStatus } from "../../schema/wire/status.ts";
import type { Ok } from "../../schema/wire/text.ts";
import { publicText } from "../_http/body.ts";
import { askedLanguage, clientIp } from "../_http/caller.ts";
import { wakeAfterWrites } from "../_http/in-background.ts";
import { overCallerLimit, overLimit } from "../_http/rate-limit.ts";
import { refusal } from "../_http/reply.ts";
import { jsonBody } from "../_http/validate.ts";
import type { PublicServices } from "./channel-routes.ts";
import { askPage, donePage, goneLink, wantsPage } from "./link-routes.ts";

const SUBSCRIBE_POLICY = {
  name: "status-subscribe",
  limit: LIMITS.statusSubscribePerHour,
  windowSeconds: 3_600,
};

export function statusRoutes(services: Services) {
  const routes = new Hono();
  routes.post("/api/status/subscribe", wakeAfterWrites(services), async (c) => {
    c.header("Cache-Control", "no-store");
    const ip = clientIp(c, services.edge);
    const refused = await overLimit(c, services.limiter, SUBSCRIBE_POLICY, ipBucket(ip));
    if (refused !== null) return refused;
    const body = await jsonBody(c, StatusSubscription, LIMITS.accountBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    return c.json(
      await subscribeToStatus(services, { email: body.value.email, ip, language: askedLanguage(c) }),
    );
  });
  for (const link of ["confirm", "unsubscribe"] as const) {
    routes.get(`/api/status/${link}/:token`, (c) => showLink(c, services, link, c.req.param("token")));
    // No check for forgery: anyone with the token may act, as mail providers do for their readers (RFC 8058).
    routes.post(`/api/status/${link}/:token`, (c) => pressLink(c, services, link, c.req.param("token")));
  }
  return routes;
}

const PAGES = { confirm: "confirmStatus", unsubscribe: "unsubscribeStatus" } as const satisfies Record<
  StatusLink,
  string
>;

/** A mail scanner that follows every link changes nothing. */
async function showLink(c: Context, services: Services, link: StatusLink, token: string): Promise<Response> {
  c.header("Cache-Control", "no-store");
  const isOurs = await couldBeStatusLink(services, link, token);
  return isOurs ? askPage(c, PAGES[link]) : goneLink(c, "dead_status_link");
}

async function pressLink(c: Context, services: Services, link: StatusLink, token: string): Promise<Response> {
  c.header("Cache-Control", "no-store");
  const outcome = await answerStatusLink(services, link, token);
  if (!outcome.ok) return goneLink(c, "dead_status_link");
  return wantsPage(c) ? donePage(c, PAGES[link]) : c.json(outcome.value);
}

const READY_POLICY = { name: "health", limit: LIMITS.statusPerMinute, windowSeconds: 60 };

/** For tools that restart a dead process, and for balancers that send requests to a ready one. */
export function healthRoutes(services: PublicServices) {
  const routes = new Hono();
  routes.get("/api/health", (c) => {
    c.header("Cache-Control", "no-store");
    return c.json<Ok>({ ok: true });
  });
  routes.get("/api/health/ready", async (c) => {
    const refused = await overCallerLimit(c, services, READY_POLICY);
    if (refused !== null) return refused;
    const readiness = await showReadiness(services);
    c.header("Cache-Control", "no-store");
    if (readiness.database === "silent") c.header("Retry-After", String(LIMITS.storeRetryAfterSeconds));
    return c.json<Readiness>(readiness, readiness.ready ? 200 : 503);
  });
  return routes;
}

const LOOK_POLICY = { name: "status", limit: LIMITS.statusPerMinute, windowSeconds: 60 };

/** How the service is, for anyone: for programs, and for a feed reader. */
export function statusNowRoutes(services: Services) {
  const routes = new Hono();
  routes.get("/api/status", async (c) => {
    const refused = await limited(c, services);
    if (refused !== null) return refused;
    const status: SystemStatus = await showStatus(services);
    const { checked_at: _, ...tagged } = status;
    return shown(c, JSON.stringify(status), "application/json", JSON.stringify(tagged));
  });
  routes.get("/api/status/feed", async (c) => {
    const refused = await limited(c, services);
    if (refused !== null) return refused;
    const text = atomFeed(await showStatus(services), services.baseUrl);
    return shown(c, text, "application/atom+xml; charset=utf-8", text);
  });
  return routes;
}

const limited = (c: Context, services: Services): Promise<Response | null> =>
  overCallerLimit(c, services, LOOK_POLICY);

/** `tagged`: a later look that finds the same is no news. */
function shown(c: Context, text: string, type: string, tagged: string): Promise<Response> {
  c.header("Access-Control-Allow-Origin", "*");
  return publicText(c, text, { type, maxAgeSeconds: LIMITS.statusMaxAgeSeconds, tagged });
}
