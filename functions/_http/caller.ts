import type { Context } from "hono";
import { parseAccept } from "hono/utils/accept";
import { done, type Outcome, refuse } from "../../lib/kernel/outcome.ts";
import type { Edge } from "../../lib/kernel/ports.ts";
import { LIMITS } from "../../schema/limits.ts";
import { LANGUAGES, type Language } from "../../schema/vocabulary.ts";

/** Cloudflare's word for an unknown country. Its `T1`, for Tor, fails the pattern of a country. */
const NOWHERE = "XX";

/** The headers in which each edge sends the caller's address and, if it knows it, the country. */
const HEADERS: { [E in Edge]: { addresses: readonly string[]; country?: string } } = {
  cloudflare: { addresses: ["CF-Connecting-IP"], country: "CF-IPCountry" },
  vercel: { addresses: ["x-vercel-forwarded-for", "x-real-ip"], country: "x-vercel-ip-country" },
  // The server of one machine sets it from the socket, and removes any that a caller sent.
  machine: { addresses: ["X-Machine-Caller"] },
  none: { addresses: [] },
};

/** An IPv4 caller on a dual-stack socket. Without the prefix it is the same address, and has the same count. */
const MAPPED_IPV4 = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/** The machine's own interface behind a link-local caller's address: `fe80::1%eth0`. */
const ZONE = /%[\w.-]{1,32}$/;

const ADDRESS = /^[\da-f:.]{2,45}$/i;

/** Returns the caller's ISO 3166 country as the edge states it, or null if unknown. */
export function clientCountry(c: Context, edge: Edge): string | null {
  const { country: header } = HEADERS[edge];
  const country = header && c.req.header(header);
  return country !== undefined && /^[A-Z]{2}$/.test(country) && country !== NOWHERE ? country : null;
}

/**
 * Returns the caller's address as the edge states it, or null, and keeps it for the security log. X-Forwarded-For isn't
 * trusted: anyone can write it.
 */
export function clientIp(c: Context, edge: Edge): string | null {
  for (const header of HEADERS[edge].addresses) {
    const address = c.req.header(header)?.split(",")[0]?.trim().replace(ZONE, "");
    if (address !== undefined && ADDRESS.test(address)) {
      const plain = address.replace(MAPPED_IPV4, "");
      c.set("ip", plain);
      return plain;
    }
  }
  return null;
}

/** Returns the bearer token, or null. The scheme is case-insensitive (RFC 9110 §11.1). */
export const bearer = (c: Context): string | null =>
  /^Bearer +(\S+)$/i.exec(c.req.header("Authorization") ?? "")?.[1] ?? null;

const isLanguage = (text: string | undefined): text is Language =>
  LANGUAGES.some((language) => language === text);

/** Returns the chosen language, else the best match for the browser's `Accept-Language` (RFC 9110 §12.5.4). */
export function languageFor(chosen: string | undefined, accepted: string | undefined): Language {
  if (isLanguage(chosen)) return chosen;
  const wanted = parseAccept(accepted ?? "").filter(({ q }) => q > 0);
  return wanted.map(({ type }) => type.split("-")[0]?.toLowerCase()).find(isLanguage) ?? LANGUAGES[0];
}

/** Returns the best language of `Accept-Language` that we support. */
export const askedLanguage = (c: Context): Language =>
  languageFor(undefined, c.req.header("Accept-Language"));

/** Returns whether the caller prefers HTML, as a browser does. A script that accepts anything gets JSON. */
export function prefersHtml(c: Context): boolean {
  const accepted = parseAccept((c.req.header("Accept") ?? "").toLowerCase());
  // 0 if the type isn't named: `*/*` names none.
  const qualityOf = (type: string) => accepted.find((each) => each.type === type)?.q ?? 0;
  return qualityOf("text/html") > qualityOf("application/json");
}

/** Returns the `Idempotency-Key` header, or null without one. Refuses an empty one, which would protect nothing. */
export function idempotencyKey(c: Context): Outcome<string | null> {
  const key = c.req.header("Idempotency-Key");
  if (key === undefined) return done(null);
  if (key === "") return refuse("invalid_request", "Idempotency-Key is empty: send a value or no header");
  const max = LIMITS.idempotencyKeyCharactersMax;
  if (key.length <= max) return done(key);
  return refuse("invalid_request", `Idempotency-Key too long: ${max} characters at most`);
}
