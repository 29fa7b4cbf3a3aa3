import ipaddr from "ipaddr.js";
import words from "./judge-url.json" with { type: "json" };
import type { FeedRequest } from "./ports.ts";

/** A GET without a custom header. */
export const PLAIN_REQUEST: FeedRequest = { headerName: null, headerValue: null, postBody: null };

const NAME_CHARACTERS_MAX = 253;
const LABEL = /^[a-z\d_-]{1,63}$/;
const NUMERIC_LABEL = /^(\d+|0x[\da-f]*)$/;
const CHARACTERS_MAX = 2_048;
/**
 * Control characters, any kind of space, the backslash: the URL parser strips or rewrites them, so the URL fetched
 * would differ from the text that we checked.
 */
const MISREAD = /[\p{Cc}\s\\]/u;
const SCHEME = /^([a-z][a-z\d+.-]*):/i;
/** The text between `//` and the path. No third slash may follow: the parser would skip it and read a later part. */
const AUTHORITY = /^https?:\/\/([^/?#]+)/i;
const EXAMPLE_PATH = "/api/feeds/example";
const HOPS_MAX = 3;

/** The ports of HTTP and HTTPS, their usual alternatives, and Home Assistant's 8123. */
const PORTS = new Set(["80", "443", "8080", "8443", "8123"]);

/** Azure's metadata address: every Azure machine reaches it. Its range is public, so it needs a check of its own. */
const AZURE_WIRE_SERVER = "168.63.129.16";

/** The reasons for refusing a pull feed's URL, each with the sentence that people read. */
export const FEED_REFUSALS = words.refusals;

export type FeedRefusal = keyof typeof FEED_REFUSALS;

export type FeedRefused = { ok: false; reason: FeedRefusal };

export const feedRefused = (reason: FeedRefusal): FeedRefused => ({ ok: false, reason });

/** Domain names outside the public internet. Each covers its subdomains too. */
const PRIVATE_SUFFIXES: readonly string[] = /* @__PURE__ */ words.privateSuffixes.flatMap(({ names }) =>
  names.split(" "),
);

const isBelow = (name: string, suffix: string): boolean => name === suffix || name.endsWith(`.${suffix}`);

/** Takes `hostname` as the URL parser writes it: lower case, IDNA form, IPv6 in brackets; without a trailing dot. */
function judgeHostName(hostname: string): { ok: true } | FeedRefused {
  const labels = hostname.split(".");
  // The parser turns every numeric form (octal, hex, short) into four decimal parts, so the last label decides.
  if (hostname.startsWith("[") || NUMERIC_LABEL.test(labels.at(-1) ?? ""))
    return feedRefused("address_literal");
  const isName = hostname.length <= NAME_CHARACTERS_MAX && labels.every((label) => LABEL.test(label));
  if (!isName) return feedRefused("host_name");
  const isPrivate = labels.length < 2 || PRIVATE_SUFFIXES.some((suffix) => isBelow(hostname, suffix));
  return isPrivate ? feedRefused("private_name") : { ok: true };
}

/** Tells if a text is short enough, and has only characters that every URL parser reads alike. */
const isPlainText = (text: string): boolean =>
  text.length > 0 && text.length <= CHARACTERS_MAX && text.isWellFormed() && !MISREAD.test(text);

/** The scheme in lower case, without its colon; null for a relative reference. */
const schemeOf = (text: string): string | null => SCHEME.exec(text)?.[1]?.toLowerCase() ?? null;

/**
 * Parses an absolute http(s) URL without user info. Removes a trailing dot of the host, since both spellings name the
 * same host.
 */
function parseFeedUrl(text: string): { ok: true; url: URL } | FeedRefused {
  if (!isPlainText(text)) return feedRefused("not_a_url");
  const scheme = schemeOf(text);
  if (scheme === null) return feedRefused("not_a_url");
  if (scheme !== "http" && scheme !== "https") return feedRefused("scheme");
  const authority = AUTHORITY.exec(text)?.[1];
  if (authority === undefined) return feedRefused("not_a_url");
  if (authority.includes("@")) return feedRefused("credentials");
  const url = URL.parse(text);
  if (url === null) return feedRefused("not_a_url");
  if (url.hostname.endsWith(".")) url.hostname = url.hostname.slice(0, -1);
  return { ok: true, url };
}

export type FeedRules = {
  /** Exact `host:port` entries (`FEED_ALLOWED_HOSTS`) that may be private. An IPv6 host is in brackets. */
  allowedHosts: readonly string[];
  /** This service's own hosts, as `host` (its ports 80 and 443) or `host:port`. */
  ownHosts: readonly string[];
};

/**
 * Fetch `url`, never the text: other parsers may read the text differently. If `checkAddresses` is true, the host's
 * addresses must pass `judgeAddresses` before each fetch.
 */
export type FeedAllowed = { ok: true; url: URL; checkAddresses: boolean };

type FeedJudgement = FeedAllowed | FeedRefused;

/** Judges a feed's URL by its text alone, without DNS. */
export function judgeFeedUrl(text: string, rules: FeedRules): FeedJudgement {
  const parsed = parseFeedUrl(text);
  if (!parsed.ok) return parsed;
  const { url } = parsed;
  const own = rules.ownHosts.map(withPort);
  // We offer our own example as a first feed. Any other route of ours could loop or bypass a guard.
  if (own.some((services) => services.includes(hostAndPort(url)))) return judgeOwn(url);
  const allowed = rules.allowedHosts.some((entry) => entry.trim().toLowerCase() === hostAndPort(url));
  if (allowed) return { ok: true, url, checkAddresses: false };
  if (own.flat().some((entry) => hostOf(entry) === url.hostname)) return feedRefused("own_host");
  const name = judgeHostName(url.hostname);
  if (!name.ok) return name;
  return PORTS.has(portOf(url)) ? { ok: true, url, checkAddresses: true } : feedRefused("port");
}

/**
 * Judges the target of a redirect by the rules for a feed's URL. `followed` counts the redirects followed before
 * (0 at the first); `location` is the header as received.
 */
export function judgeRedirect(from: URL, location: string, followed: number, rules: FeedRules) {
  if (followed >= HOPS_MAX) return feedRefused("too_many_redirects");
  const target = absolute(from, location);
  if (target === null) return feedRefused("not_a_url");
  const judged = judgeFeedUrl(target, rules);
  const isDowngrade = judged.ok && from.protocol === "https:" && judged.url.protocol === "http:";
  return isDowngrade ? feedRefused("downgrade") : judged;
}

const judgeOwn = (url: URL): FeedJudgement =>
  url.pathname === EXAMPLE_PATH ? { ok: true, url, checkAddresses: false } : feedRefused("own_host");

/** Resolves a location. If it has a host, its text stays as written, so that we judge what no parser has tidied. */
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

/** The URL as members see it who may not change the feed: without user, query and fragment, which may hold a key. */
export function maskedUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null) return "";
  return `${url.origin}${url.pathname}${url.search === "" ? "" : "?***"}`;
}

/** The part of a URL that we store in plain text beside the sealed URL: its origin never holds a key. */
export const originOf = (text: string): string => URL.parse(text)?.origin ?? "";

/** The part of IPv6 that IANA assigns to networks (RFC 4291). Mapped IPv4 and NAT64 are outside of it. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Judges all addresses of a host name. A single private address refuses the host, since we can't know which address
 * `fetch` will use.
 */
export function judgeAddresses(addresses: string[]): { ok: true } | FeedRefused {
  if (addresses.length === 0) return feedRefused("unresolvable");
  return addresses.every(isPublic) ? { ok: true } : feedRefused("private_address");
}

function isPublic(text: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(text))
    return text !== AZURE_WIRE_SERVER && ipaddr.IPv4.parse(text).range() === "unicast";
  if (!ipaddr.IPv6.isValid(text)) return false;
  const address = ipaddr.IPv6.parse(text);
  const isHandedOut = address.match(GLOBAL_UNICAST) && address.range() === "unicast";
  return isHandedOut && address.zoneId === undefined && !isIsatap(address.parts);
}

/** Tells if an address is ISATAP (RFC 5214): interface id `0:5efe` or `200:5efe`, then the IPv4 end of a tunnel. */
const isIsatap = (groups: readonly number[]): boolean =>
  (groups[4] === 0 || groups[4] === 0x0200) && groups[5] === 0x5efe;
