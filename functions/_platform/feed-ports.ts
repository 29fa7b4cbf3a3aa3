import { openMeteo } from "../../lib/alerts/open-meteo.vendor.ts";
import { feedTrial } from "../../lib/feeds/feed-trial.vendor.ts";
import { dohResolver } from "../../lib/feeds/guarded-fetch/doh-resolver.vendor.ts";
import { FEED_LIMITS } from "../../lib/feeds/limits.ts";
import type { FeedRules } from "../../lib/kernel/judge-url.ts";
import type { FindTowns, Forecast, Report, ResolveHost, TryFeed } from "../../lib/kernel/ports.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { townSearch } from "../../lib/people/town-search.vendor.ts";
import { baseUrl, type Environment, listed, optional, required } from "./environment.ts";
import { cronSecret } from "./secrets.ts";

const DEFAULT_RESOLVER = "https://cloudflare-dns.com/dns-query";

/** Added to the fetch's own time: what the call itself takes. */
const CALL_MS = 3_000;

/** The DNS resolver that DNS_OVER_HTTPS_URL names; null where it is "off". */
export function resolverUrl(environment: Environment): string | null {
  const resolver = optional(environment, "DNS_OVER_HTTPS_URL") ?? DEFAULT_RESOLVER;
  return resolver === "off" ? null : resolver;
}

/** What a pull feed's address may be. */
export const feedRules = (environment: Environment): FeedRules => ({
  allowedHosts: listed(environment, "FEED_ALLOWED_HOSTS"),
  ownHosts: [new URL(baseUrl(environment)).host],
});

type FeedPorts = { feedRules: FeedRules; resolveHost: ResolveHost | null };

/**
 * The rules for a pull feed's address. DNS_OVER_HTTPS_URL names the resolver. "off" is for a machine without
 * one: then addresses are judged at each poll only.
 */
export function feedPorts(environment: Environment): FeedPorts {
  const resolver = resolverUrl(environment);
  return {
    feedRules: feedRules(environment),
    resolveHost: resolver === null ? null : dohResolver({ baseUrl: resolver }),
  };
}

type Service = { fetch(request: Request): Promise<Response> };

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

/**
 * The rules for a webhook's URL. They are a feed's; WEBHOOK_ALLOWED_HOSTS lists the private addresses it may
 * name.
 */
export const webhookRules = (environment: Environment): FeedRules => ({
  allowedHosts: listed(environment, "WEBHOOK_ALLOWED_HOSTS"),
  ownHosts: [new URL(baseUrl(environment)).host],
});

/** FORECAST_BASE_URL in place of Open-Meteo's own. */
export const forecastPort = (
  environment: Environment,
  { clock, report }: Pick<Services, "clock" | "report">,
): Forecast => openMeteo({ clock, report, baseUrl: optional(environment, "FORECAST_BASE_URL") });

/** GEOCODING_BASE_URL in place of Open-Meteo's own. */
export const townSearchPort = (environment: Environment, { report }: Pick<Services, "report">): FindTowns =>
  townSearch({ report, baseUrl: optional(environment, "GEOCODING_BASE_URL") });
