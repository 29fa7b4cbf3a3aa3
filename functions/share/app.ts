import type { Context } from "hono";
import { cors } from "hono/cors";
import { createMiddleware } from "hono/factory";
import { done, type Outcome } from "../../lib/kernel/outcome.ts";
import type { Limiter } from "../../lib/kernel/ports.ts";
import { isWellFormedSecret } from "../../lib/kernel/secret.ts";
import type { CoreServices } from "../../lib/kernel/services.actions.ts";
import { METRICS_TYPE } from "../../lib/readings/metrics/exposition.ts";
import { showSharedMetrics } from "../../lib/sharing/metrics/show-metrics.actions.ts";
import { showLatest, showReadings } from "../../lib/sharing/shared-readings.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import { MACHINE_PROBLEMS } from "../../schema/machine-problems.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { LatestQuery, ReadingsQuery } from "../../schema/wire/share.ts";
import type { SharedLatest, SharedReadings } from "../../schema/wire/shared-home.ts";
import { newSmallApp } from "../_http/app.ts";
import { hashHex, publicText } from "../_http/body.ts";
import { prefersHtml } from "../_http/caller.ts";
import { limitUnknownTokens } from "../_http/limit-unknown-tokens.ts";
import { overLimit } from "../_http/rate-limit.ts";
import { refusal } from "../_http/reply.ts";
import { query as readQuery } from "../_http/validate.ts";

export function shareApp(services: CoreServices) {
  const app = newSmallApp(services, MACHINE_PROBLEMS);
  app.use(
    "/api/share/*",
    cors({
      origin: "*",
      allowMethods: ["GET", "HEAD", "OPTIONS"],
      exposeHeaders: ["ETag", "X-Request-Id", "X-Error-Code"],
    }),
  );
  const limit = limitUnknownTokens(services, {
    type: SECRET_TYPES.shareToken,
    unknown: "not_found",
    secretOf: (c) => c.req.param("token"),
  });
  const guard = [limit, requireShareToken(services.limiter)] as const;
  app.get("/api/share/:token/latest", ...guard, async (c) => {
    // Both answers have one address: a cache has to keep them apart.
    c.header("Vary", "Accept");
    if (prefersHtml(c)) return toPage(c);
    const query = readQuery(c, LatestQuery);
    if (!query.ok) return refusal(c, query.problem);
    const ask = { token: c.req.param("token"), unit: query.value.unit ?? null };
    return publicReply<SharedLatest>(c, await showLatest(services, ask));
  });
  app.get("/api/share/:token/readings", ...guard, async (c) => {
    const query = readQuery(c, ReadingsQuery);
    if (!query.ok) return refusal(c, query.problem);
    const { from, to, key, limit, resolution, unit } = query.value;
    const ask = { token: c.req.param("token"), from, to, key, limit, resolution, unit: unit ?? null };
    return sharedReadings(c, await showReadings(services, ask));
  });
  app.get("/api/share/:token/metrics", ...guard, async (c) =>
    sharedText(c, await showSharedMetrics(services, c.req.param("token")), METRICS_TYPE),
  );
  return app;
}

/** A person who opens the link sees the page of it. */
function toPage(c: Context): Response {
  c.header("Cache-Control", "no-store");
  return c.redirect(`/s/${c.req.param("token")}`, 303);
}

/** Anyone with the link gets the same answer, so that caches between may keep it for a moment. */
async function publicReply<T extends object>(c: Context, outcome: Outcome<T>): Promise<Response> {
  return sharedText(c, outcome.ok ? done(JSON.stringify(outcome.value)) : outcome, "application/json");
}

/** Its ETag is that of the readings: the window moves with the clock, and that alone is no change. */
async function sharedReadings(c: Context, outcome: Outcome<SharedReadings>): Promise<Response> {
  if (!outcome.ok) return refusal(c, outcome.problem);
  const { name, resolution, readings } = outcome.value;
  const tagged = JSON.stringify([name, resolution, readings]);
  return sharedText(c, done(JSON.stringify(outcome.value)), "application/json", tagged);
}

async function sharedText(
  c: Context,
  outcome: Outcome<string>,
  type: string,
  tagged?: string,
): Promise<Response> {
  if (!outcome.ok) return refusal(c, outcome.problem);
  const kept = { type, maxAgeSeconds: LIMITS.shareMaxAgeSeconds };
  return publicText(c, outcome.value, tagged === undefined ? kept : { ...kept, tagged });
}

const SHARE_POLICY = {
  name: "share",
  limit: LIMITS.sharePerMinute,
  windowSeconds: 60,
  localRequests: LIMITS.limiterLocalRequests,
};

/** Refuses a token that can't be one without a database call, and counts the others by their hash. */
function requireShareToken(limiter: Limiter) {
  return createMiddleware(async (c, next) => {
    const token = c.req.param("token") ?? "";
    if (!isWellFormedSecret(SECRET_TYPES.shareToken, token)) return refusal(c, { name: "not_found" });
    const refused = await overLimit(c, limiter, SHARE_POLICY, await hashHex(token));
    if (refused !== null) return refused;
    c.header("X-Robots-Tag", "noindex");
    return await next();
  });
}
