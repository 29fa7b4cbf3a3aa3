import type { Context } from "hono";
import { cors } from "hono/cors";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { METRICS_TYPE } from "../../lib/readings/metrics/exposition.ts";
import { showSharedMetrics } from "../../lib/readings/metrics/show-metrics.actions.ts";
import { showLatest, showReadings } from "../../lib/sharing/shared-readings.actions.ts";
import { MACHINE_PROBLEMS } from "../../schema/machine-problems.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { LatestQuery, ReadingsQuery } from "../../schema/wire/share.ts";
import type { SharedLatest } from "../../schema/wire/shared-home.ts";
import { prefersHtml } from "../_http/accepted.ts";
import { type HttpPorts, newSmallApp } from "../_http/app.ts";
import { limitUnknownTokens, type UnknownTokenPorts } from "../_http/limit-unknown-tokens.ts";
import { refusal } from "../_http/reply.ts";
import { query as readQuery } from "../_http/validate.ts";
import { publicReply, sharedReadings, sharedText } from "./public-replies.ts";
import { requireShareToken } from "./require-share-token.ts";

type SharePorts = HttpPorts & UnknownTokenPorts & Pick<Services, "db" | "clock" | "limiter">;

export function shareApp(ports: SharePorts) {
  const app = newSmallApp(ports, MACHINE_PROBLEMS);
  app.use(
    "/api/share/*",
    cors({ origin: "*", allowMethods: ["GET", "HEAD", "OPTIONS"], exposeHeaders: ["ETag", "X-Request-Id"] }),
  );
  const limit = limitUnknownTokens(ports, {
    type: SECRET_TYPES.shareToken,
    unknown: "not_found",
    secretOf: (c) => c.req.param("token"),
  });
  const guard = [limit, requireShareToken(ports.limiter)] as const;
  app.get("/api/share/:token/latest", ...guard, async (c) => {
    // Both answers have one address: a cache has to keep them apart.
    c.header("Vary", "Accept");
    if (prefersHtml(c)) return toPage(c);
    const query = readQuery(c, LatestQuery);
    if (!query.ok) return refusal(c, query.problem);
    const ask = { token: c.req.param("token"), unit: query.value.unit ?? null };
    return publicReply<SharedLatest>(c, await showLatest(ports, ask));
  });
  app.get("/api/share/:token/readings", ...guard, async (c) => {
    const query = readQuery(c, ReadingsQuery);
    if (!query.ok) return refusal(c, query.problem);
    const { from, to, key, limit, resolution, unit } = query.value;
    const ask = { token: c.req.param("token"), from, to, key, limit, resolution, unit: unit ?? null };
    return sharedReadings(c, await showReadings(ports, ask));
  });
  app.get("/api/share/:token/metrics", ...guard, async (c) =>
    sharedText(c, await showSharedMetrics(ports, c.req.param("token")), METRICS_TYPE),
  );
  return app;
}

/** A person who opens the link sees the page of it. */
function toPage(c: Context): Response {
  c.header("Cache-Control", "no-store");
  return c.redirect(`/s/${c.req.param("token")}`, 303);
}
