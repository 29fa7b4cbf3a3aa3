import { feedTrial } from "../../lib/feeds/feed-trial.vendor.ts";
import { FEED_LIMITS } from "../../lib/feeds/limits.ts";
import type { Report, TryFeed } from "../../lib/kernel/ports.ts";
import { cronSecret } from "./cron-secret.ts";
import { type Environment, required } from "./environment.ts";

type Service = { fetch(request: Request): Promise<Response> };

/** Added to the fetch's own time: what the call itself takes. */
const CALL_MS = 3_000;

/** Through the service binding where the platform has one, else over HTTP. */
export function tryFeedPort(environment: Environment, report: Report): TryFeed {
  const { CRON } = environment as { CRON?: Service };
  return feedTrial({
    url: new URL("/api/cron/try-feed", required(environment, "BASE_URL")).href,
    secret: cronSecret(environment),
    fetch: CRON === undefined ? (request) => fetch(request) : (request) => CRON.fetch(request),
    report,
    answerMs: FEED_LIMITS.feedFetchMs + CALL_MS,
  });
}
