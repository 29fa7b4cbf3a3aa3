import type { Context } from "hono";
import { Hono } from "hono/tiny";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { atomFeed } from "../../lib/status/atom-feed.ts";
import { type StatusPorts, showStatus } from "../../lib/status/status.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import type { SystemStatus } from "../../schema/wire/status.ts";
import type { Edge } from "../_http/client-ip.ts";
import { publicText } from "../_http/public-text.ts";
import { overCallerLimit } from "../_http/rate-limit.ts";

type StatusNowPorts = StatusPorts & Pick<Services, "limiter" | "baseUrl"> & { edge: Edge };

const LOOK_POLICY = { name: "status", limit: LIMITS.statusPerMinute, windowSeconds: 60 };

/** How the service is, for anyone: for programs, and for a feed reader. */
export function statusNowRoutes(ports: StatusNowPorts) {
  const routes = new Hono();
  routes.get("/api/status", async (c) => {
    const refused = await limited(c, ports);
    if (refused !== null) return refused;
    const status: SystemStatus = await showStatus(ports);
    const { checked_at: _, ...tagged } = status;
    return shown(c, JSON.stringify(status), "application/json", JSON.stringify(tagged));
  });
  routes.get("/api/status/feed", async (c) => {
    const refused = await limited(c, ports);
    if (refused !== null) return refused;
    const text = atomFeed(await showStatus(ports), ports.baseUrl);
    return shown(c, text, "application/atom+xml; charset=utf-8", text);
  });
  return routes;
}

const limited = (c: Context, ports: StatusNowPorts): Promise<Response | null> =>
  overCallerLimit(c, ports, LOOK_POLICY);

/** `tagged`: a later look that finds the same is no news. */
function shown(c: Context, text: string, type: string, tagged: string): Promise<Response> {
  c.header("Access-Control-Allow-Origin", "*");
  return publicText(c, text, { type, maxAgeSeconds: LIMITS.statusMaxAgeSeconds, tagged });
}
