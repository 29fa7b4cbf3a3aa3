import { type FeedRefused, feedRefused } from "./refusals.ts";

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

/** True for text of a length and of characters that every parser reads alike. */
export const isPlainText = (text: string): boolean =>
  text.length > 0 && text.length <= CHARACTERS_MAX && text.isWellFormed() && !MISREAD.test(text);

/** The scheme as written, without its colon; null for a relative reference. */
export const schemeOf = (text: string): string | null => SCHEME.exec(text)?.[1]?.toLowerCase() ?? null;

/**
 * An absolute http(s) URL without user info; its host has lost its trailing dot, since it names the same
 * host.
 */
export function parseFeedUrl(text: string): { ok: true; url: URL } | FeedRefused {
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
