import ipaddr from "ipaddr.js";
import words from "./judge-url.json" with { type: "json" };
import type { FeedRequest } from "./ports.ts";

/** A GET with no header of its own. */
export const PLAIN_REQUEST: FeedRequest = { headerName: null, headerValue: null, postBody: null };

const NAME_CHARACTERS_MAX = 253;
const LABEL = /^[a-z\d_-]{1,63}$/;
const NUMERIC_LABEL = /^(\d+|0x[\da-f]*)$/;
const CHARACTERS_MAX = 2_048;
/**
 * Control characters, any kind of space, the backslash: the URL parser strips or rewrites them, so that what
 * is fetched would not be what is written.
 */
const MISREAD = /[\p{Cc}\s\\]/u;
const SCHEME = /^([a-z][a-z\d+.-]*):/i;
/**
 * Everything between `//` and the path, which the parser would take from further right after a third slash.
 */
const AUTHORITY = /^https?:\/\/([^/?#]+)/i;
const EXAMPLE_PATH = "/api/feeds/example";
const HOPS_MAX = 3;

/** Web ports, their usual seconds, and Home Assistant's. */
const PORTS = new Set(["80", "443", "8080", "8443", "8123"]);

/** Answers to every Azure machine; public by its range, so that it must be named. */
const AZURE_WIRE_SERVER = "168.63.129.16";

/** Why a pull feed's address is refused: the reason class and the one sentence a person reads. */
export const FEED_REFUSALS = words.refusals;

export type FeedRefusal = keyof typeof FEED_REFUSALS;

export type FeedRefused = { ok: false; reason: FeedRefusal };

export const feedRefused = (reason: FeedRefusal): FeedRefused => ({ ok: false, reason });

/** Names that are no host of the public internet; each also covers everything below it. */
const PRIVATE_SUFFIXES: readonly string[] = /* @__PURE__ */ words.privateSuffixes.flatMap(({ names }) =>
  names.split(" "),
);

const isBelow = (name: string, suffix: string): boolean => name === suffix || name.endsWith(`.${suffix}`);

/**
 * `hostname` as the URL parser writes it: lower case, IDNA form, IPv6 in brackets; without a trailing dot.
 */
function judgeHostName(hostname: string): { ok: true } | FeedRefused {
  const labels = hostname.split(".");
  // The parser turns every numeric form (octal, hex, short) into four decimal parts: one look is enough.
  if (hostname.startsWith("[") || NUMERIC_LABEL.test(labels.at(-1) ?? ""))
    return feedRefused("address_literal");
  const isName = hostname.length <= NAME_CHARACTERS_MAX && labels.every((label) => LABEL.test(label));
  if (!isName) return feedRefused("host_name");
  const isPrivate = labels.length < 2 || PRIVATE_SUFFIXES.some((suffix) => isBelow(hostname, suffix));
  return isPrivate ? feedRefused("private_name") : { ok: true };
}

/** True for text of a length and of characters that every parser reads alike. */
const isPlainText = (text: string): boolean =>
  text.length > 0 && text.length <= CHARACTERS_MAX && text.isWellFormed() && !MISREAD.test(text);

/** The scheme as written, without its colon; null for a relative reference. */
const schemeOf = (text: string): string | null => SCHEME.exec(text)?.[1]?.toLowerCase() ?? null;

/**
 * An absolute http(s) URL without user info; its host has lost its trailing dot, since it names the same
 * host.
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

type FeedJudgement = FeedAllowed | FeedRefused;

/** Judges a feed's address as far as its text goes. */
export function judgeFeedUrl(text: string, rules: FeedRules): FeedJudgement {
  const parsed = parseFeedUrl(text);
  if (!parsed.ok) return parsed;
  const { url } = parsed;
  const own = rules.ownHosts.map(withPort);
  // Its own example is offered as a first feed; any other own route would be a loop or a way around a guard.
  if (own.some((services) => services.includes(hostAndPort(url)))) return judgeOwn(url);
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

/** A feed's URL for those who may not change it: its query may hold a key, its user and fragment, too. */
export function maskedUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null) return "";
  return `${url.origin}${url.pathname}${url.search === "" ? "" : "?***"}`;
}

/** What stands beside a sealed URL for eyes: where it leads, and nothing that could be a key. */
export const originOf = (text: string): string => URL.parse(text)?.origin ?? "";

/** The part of IPv6 that is handed out (RFC 4291, IANA); mapped IPv4 and NAT64 stand outside it. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Judges every address that a host name has: one that isn't on the public internet spoils all, since nobody
 * can say which of them `fetch` will take.
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

/** RFC 5214: an interface id of `0:5efe` or `200:5efe` and an IPv4 address, to which a tunnel would lead. */
const isIsatap = (groups: readonly number[]): boolean =>
  (groups[4] === 0 || groups[4] === 0x0200) && groups[5] === 0x5efe;
