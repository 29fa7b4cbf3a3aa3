import { openMeteo } from "../../lib/alerts/open-meteo.vendor.ts";
import { feedTrial } from "../../lib/feeds/feed-trial.vendor.ts";
import { dohResolver } from "../../lib/feeds/guarded-fetch/doh-resolver.vendor.ts";
import { FEED_LIMITS } from "../../lib/feeds/limits.ts";
import type { FeedRules } from "../../lib/kernel/judge-url.ts";
import type { FindTowns, Forecast, Report, ResolveHost, TryFeed } from "../../lib/kernel/ports.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { townSearch } from "../../lib/people/town-search.vendor.ts";
import type { Reads } from "./environment.ts";

const DEFAULT_RESOLVER = "https://cloudflare-dns.com/dns-query";

/** Added to the fetch's own time: what the call itself takes. */
const CALL_MS = 3_000;

/** The DNS resolver that DNS_OVER_HTTPS_URL names; null where it is "off". */
export function resolverUrl({
  DNS_OVER_HTTPS_URL: resolver = DEFAULT_RESOLVER,
}: Reads<"DNS_OVER_HTTPS_URL">): string | null {
  return resolver === "off" ? null : resolver;
}

/** What a pull feed's address may be. */
export const feedRules = (env: Reads<"FEED_ALLOWED_HOSTS" | "BASE_URL">): FeedRules => ({
  allowedHosts: env.FEED_ALLOWED_HOSTS,
  ownHosts: [new URL(env.BASE_URL).host],
});

type FeedEnv = Reads<"DNS_OVER_HTTPS_URL" | "FEED_ALLOWED_HOSTS" | "BASE_URL">;

type FeedPorts = { feedRules: FeedRules; resolveHost: ResolveHost | null };

/**
 * The rules for a pull feed's address. DNS_OVER_HTTPS_URL names the resolver. "off" is for a machine without
 * one: then addresses are judged at each poll only.
 */
export function feedPorts(env: FeedEnv): FeedPorts {
  const resolver = resolverUrl(env);
  return {
    feedRules: feedRules(env),
    resolveHost: resolver === null ? null : dohResolver({ baseUrl: resolver }),
  };
}

/** Through the service binding where the platform has one, else over HTTP. */
export function tryFeedPort(
  { CRON, BASE_URL, CRON_SECRET: secret }: Reads<"CRON" | "BASE_URL" | "CRON_SECRET">,
  report: Report,
): TryFeed {
  return feedTrial({
    url: new URL("/api/cron/try-feed", BASE_URL).href,
    secret,
    fetch: CRON === undefined ? (request) => fetch(request) : (request) => CRON.fetch(request),
    report,
    answerMs: FEED_LIMITS.feedFetchMs + CALL_MS,
  });
}

/**
 * The rules for a webhook's URL. They are a feed's; WEBHOOK_ALLOWED_HOSTS lists the private addresses it may
 * name.
 */
export const webhookRules = (env: Reads<"WEBHOOK_ALLOWED_HOSTS" | "BASE_URL">): FeedRules => ({
  allowedHosts: env.WEBHOOK_ALLOWED_HOSTS,
  ownHosts: [new URL(env.BASE_URL).host],
});

/** FORECAST_BASE_URL in place of Open-Meteo's own. */
export const forecastPort = (
  env: Reads<"FORECAST_BASE_URL">,
  { clock, report }: Pick<Services, "clock" | "report">,
): Forecast => openMeteo({ clock, report, baseUrl: env.FORECAST_BASE_URL });

/** GEOCODING_BASE_URL in place of Open-Meteo's own. */
export const townSearchPort = (
  env: Reads<"GEOCODING_BASE_URL">,
  { report }: Pick<Services, "report">,
): FindTowns => townSearch({ report, baseUrl: env.GEOCODING_BASE_URL });
