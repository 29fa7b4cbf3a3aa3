import { Hono } from "hono/tiny";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { type ReadinessPorts, showReadiness } from "../../lib/status/status.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import type { Readiness } from "../../schema/wire/status.ts";
import type { Ok } from "../../schema/wire/text.ts";
import type { Edge } from "../_http/client-ip.ts";
import { overCallerLimit } from "../_http/rate-limit.ts";

export type HealthPorts = ReadinessPorts & Pick<Services, "limiter"> & { edge: Edge };

const READY_POLICY = { name: "health", limit: LIMITS.statusPerMinute, windowSeconds: 60 };

/** For whoever restarts what does not answer, and whoever sends requests to what is ready. */
export function healthRoutes(ports: HealthPorts) {
  const routes = new Hono();
  routes.get("/api/health", (c) => {
    c.header("Cache-Control", "no-store");
    return c.json<Ok>({ ok: true });
  });
  routes.get("/api/health/ready", async (c) => {
    const refused = await overCallerLimit(c, ports, READY_POLICY);
    if (refused !== null) return refused;
    const readiness = await showReadiness(ports);
    c.header("Cache-Control", "no-store");
    if (!readiness.ready) c.header("Retry-After", String(LIMITS.storeRetryAfterSeconds));
    return c.json<Readiness>(readiness, readiness.ready ? 200 : 503);
  });
  return routes;
}
