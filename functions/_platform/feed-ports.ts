import { dohResolver } from "../../lib/adapters/doh-resolver.ts";
import type { FeedRules } from "../../lib/domain/feed-url/judge.ts";
import type { ResolveHost } from "../../lib/ports.ts";
import { baseUrl } from "./base-url.ts";
import { type Environment, optional } from "./environment.ts";

const DEFAULT_RESOLVER = "https://cloudflare-dns.com/dns-query";

export type FeedPorts = { feedRules: FeedRules; resolveHost: ResolveHost | null };

/**
 * What judges a pull feed's address. DNS_OVER_HTTPS_URL names the resolver; "off" leaves the addresses to be
 * judged at each poll alone, for a machine without one.
 */
export function feedPorts(environment: Environment): FeedPorts {
  const resolver = optional(environment, "DNS_OVER_HTTPS_URL") ?? DEFAULT_RESOLVER;
  const allowedHosts = (optional(environment, "FEED_ALLOWED_HOSTS") ?? "")
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  return {
    feedRules: { allowedHosts, ownHosts: [new URL(baseUrl(environment)).host] },
    resolveHost: resolver === "off" ? null : dohResolver({ baseUrl: resolver }),
  };
}
