import { judgeHostName } from "./host-name.ts";
import { type FeedRefused, feedRefused } from "./refusals.ts";
import { isPlainText, parseFeedUrl, schemeOf } from "./url-text.ts";

export type FeedRules = {
  /** Exact `host:port` entries (`FEED_ALLOWED_HOSTS`) that may be private; an IPv6 host in brackets. */
  allowedHosts: readonly string[];
  /** This service's own hosts, as `host` (its ports 80 and 443) or `host:port`. */
  ownHosts: readonly string[];
};

/**
 * `url` is what may be fetched: not the text, which other parsers read differently. Where `checkAddresses` is
 * true the host's addresses must pass `judgeAddresses` first, before this fetch and before every later one.
 */
export type FeedAllowed = { ok: true; url: URL; checkAddresses: boolean };
export type FeedJudgement = FeedAllowed | FeedRefused;

/** Web ports, their usual seconds, and Home Assistant's. */
const PORTS = new Set(["80", "443", "8080", "8443", "8123"]);
const EXAMPLE_PATH = "/api/feeds/example";
const HOPS_MAX = 3;

/** Judges a feed's address as far as its text goes. */
export function judgeFeedUrl(text: string, rules: FeedRules): FeedJudgement {
  const parsed = parseFeedUrl(text);
  if (!parsed.ok) return parsed;
  const { url } = parsed;
  const own = rules.ownHosts.map(withPort);
  // Its own example is offered as a first feed; any other own route would be a loop or a way around a guard.
  if (own.some((ports) => ports.includes(hostAndPort(url)))) return judgeOwn(url);
  const allowed = rules.allowedHosts.some((entry) => entry.trim().toLowerCase() === hostAndPort(url));
  if (allowed) return { ok: true, url, checkAddresses: false };
  if (own.flat().some((entry) => hostOf(entry) === url.hostname)) return feedRefused("own_host");
  const name = judgeHostName(url.hostname);
  if (!name.ok) return name;
  return PORTS.has(portOf(url)) ? { ok: true, url, checkAddresses: true } : feedRefused("port");
}

/**
 * Judges where a feed's answer leads to, by the same rules. `followed` counts the redirects already followed
 * (0 at the first); `location` is the header as received.
 */
export function judgeRedirect(
  from: URL,
  location: string,
  followed: number,
  rules: FeedRules,
): FeedJudgement {
  if (followed >= HOPS_MAX) return feedRefused("too_many_redirects");
  const target = absolute(from, location);
  if (target === null) return feedRefused("not_a_url");
  const judged = judgeFeedUrl(target, rules);
  const isDowngrade = judged.ok && from.protocol === "https:" && judged.url.protocol === "http:";
  return isDowngrade ? feedRefused("downgrade") : judged;
}

const judgeOwn = (url: URL): FeedJudgement =>
  url.pathname === EXAMPLE_PATH ? { ok: true, url, checkAddresses: false } : feedRefused("own_host");

/** A location with a host stays as written, so that it is judged before a parser has tidied it. */
function absolute(from: URL, location: string): string | null {
  if (!isPlainText(location)) return null;
  if (schemeOf(location) !== null) return location;
  if (location.startsWith("//")) return from.protocol + location;
  return URL.parse(location, from.href)?.href ?? null;
}

const portOf = (url: URL): string => url.port || (url.protocol === "https:" ? "443" : "80");

const hostAndPort = (url: URL): string => `${url.hostname}:${portOf(url)}`;

const hostOf = (entry: string): string => entry.replace(/:\d+$/, "");

function withPort(entry: string): string[] {
  const host = entry.trim().toLowerCase();
  return /:\d+$/.test(host) ? [host] : [`${host}:80`, `${host}:443`];
}
