import { dohResolver } from "../../lib/adapters/doh-resolver.ts";
import type { FeedRules } from "../../lib/domain/feed-url/judge.ts";
import type { ResolveHost } from "../../lib/ports.ts";
import { baseUrl } from "./base-url.ts";
import { type Environment, listed, optional } from "./environment.ts";

const DEFAULT_RESOLVER = "https://cloudflare-dns.com/dns-query";

export type FeedPorts = { feedRules: FeedRules; resolveHost: ResolveHost | null };

/**
 * The rules for a pull feed's address. DNS_OVER_HTTPS_URL names the resolver. "off" is for a machine without one: then
 * addresses are judged at each poll only.
 */
export function feedPorts(environment: Environment): FeedPorts {
  const resolver = optional(environment, "DNS_OVER_HTTPS_URL") ?? DEFAULT_RESOLVER;
  return {
    feedRules: {
      allowedHosts: listed(environment, "FEED_ALLOWED_HOSTS"),
      ownHosts: [new URL(baseUrl(environment)).host],
    },
    resolveHost: resolver === "off" ? null : dohResolver({ baseUrl: resolver }),
  };
}
