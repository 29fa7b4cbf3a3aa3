import { dohResolver } from "../../lib/feeds/guarded-fetch/doh-resolver.vendor.ts";
import type { FeedRules } from "../../lib/feeds/url/judge.ts";
import type { ResolveHost } from "../../lib/kernel/ports.ts";
import { baseUrl } from "./base-url.ts";
import { type Environment, listed, optional } from "./environment.ts";

const DEFAULT_RESOLVER = "https://cloudflare-dns.com/dns-query";

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
