import type { Context, Env, MiddlewareHandler } from "hono";
import { done, type Outcome } from "../../lib/kernel/outcome.ts";
import type { CoreServices } from "../../lib/kernel/services.actions.ts";
import { METRICS_TYPE } from "../../lib/readings/metrics/render-metrics.ts";
import { showSharedMetrics } from "../../lib/sharing/metrics/show-metrics.actions.ts";
import { showLatest, showReadings } from "../../lib/sharing/shared-readings.actions.ts";
import { LIMITS, RATE_LIMITS } from "../../schema/limits.ts";
import { MACHINE_PROBLEMS } from "../../schema/problems.ts";
import { LatestQuery, ReadingsQuery, SharedLatest, SharedReadings } from "../../schema/wire/shared-home.ts";
import { anyPage, newApp, refusal } from "../_http/app.ts";
import { IF_NONE_MATCH, publicText, UNCHANGED } from "../_http/body.ts";
import { prefersHtml } from "../_http/caller.ts";
import { mountRoutes, routesFor } from "../_http/mounted-routes.ts";
import { pathTokenGuards, tokenOf } from "../_http/rate-limit.ts";
import { query as readQuery } from "../_http/validate.ts";

export function shareApp(services: CoreServices) {
  const app = newApp(services, MACHINE_PROBLEMS);
  app.use("/api/share/*", anyPage);
  const guards = pathTokenGuards(services, {
    token: "shareToken",
    unknown: "not_found",
    limit: RATE_LIMITS.share,
  });
  mountRoutes(app, SHARE, services, () => [...guards, unlisted]);
  return app;
}

const shared = {
  limit: RATE_LIMITS.share,
  headers: IF_NONE_MATCH,
  refusals: [404],
} as const;

const route = routesFor<CoreServices, Env>();

/** A home, as everyone with the link can read it. */
export const SHARE = {
  "share.getLatest": route({
    on: "GET /api/share/:token/latest",
    ...shared,
    query: LatestQuery,
    reads: true,
    summary: "Get shared latest readings",
    about:
      "`by_id` and `by_key` hold the same readings by name. Hidden sensors and those of disabled devices are omitted.",
    answers: {
      200: { description: "The latest readings", json: SharedLatest },
      303: { description: "To the link's page, for a browser that prefers HTML" },
      304: UNCHANGED,
    },
    answer: async (services, c) => {
      // Both answers have the same address, so caches must keep them apart.
      c.header("Vary", "Accept");
      if (prefersHtml(c)) {
        c.header("Cache-Control", "no-store");
        return c.redirect(`/s/${tokenOf(c)}`, 303);
      }
      const query = readQuery(c, LatestQuery);
      if (!query.ok) return refusal(c, query.problem);
      const latest = await showLatest(services, tokenOf(c), query.value.unit ?? null);
      return sharedText(c, asText<SharedLatest>(latest), "application/json");
    },
  }),
  "share.listReadings": route({
    on: "GET /api/share/:token/readings",
    ...shared,
    query: ReadingsQuery,
    summary: "List shared readings",
    about:
      "Returns the oldest first. A live link shows the last 24 hours. The ETag depends only on the readings, not on the moving window.",
    answers: { 200: { description: "The readings", json: SharedReadings }, 304: UNCHANGED },
    answer: async (services, c, query) => {
      const shown = await showReadings(services, tokenOf(c), query);
      if (!shown.ok) return shown;
      // The window moves with the clock, which alone doesn't change the ETag.
      const { name, resolution, readings } = shown.value;
      return sharedText(c, asText(shown), "application/json", JSON.stringify([name, resolution, readings]));
    },
  }),
  "share.getMetrics": route({
    on: "GET /api/share/:token/metrics",
    ...shared,
    summary: "Get a link's metrics",
    about:
      "Returns the families of `/api/v1/metrics`, without hidden sensors and without presence in the home.",
    answers: {
      200: { description: "Text format 0.0.4", types: ["text/plain; version=0.0.4; charset=utf-8"] },
      304: UNCHANGED,
    },
    answer: async (services, c) => sharedText(c, await showSharedMetrics(services, tokenOf(c)), METRICS_TYPE),
  }),
};

/** Keeps the answers out of search engines. */
const unlisted: MiddlewareHandler = async (c, next) => {
  c.header("X-Robots-Tag", "noindex");
  await next();
};

const asText = <T>(outcome: Outcome<T>): Outcome<string> =>
  outcome.ok ? done(JSON.stringify(outcome.value)) : outcome;

/** Answers a text that is the same for everyone with the link, so that caches may keep it briefly. */
async function sharedText(c: Context, outcome: Outcome<string>, type: string, tagged?: string) {
  if (!outcome.ok) return refusal(c, outcome.problem);
  return publicText(c, outcome.value, { type, maxAgeSeconds: LIMITS.shareMaxAgeSeconds, tagged });
}
