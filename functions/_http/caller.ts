import type { Context } from "hono";
import { parseAccept } from "hono/utils/accept";
import { done, type Outcome, refuse } from "../../lib/kernel/outcome.ts";
import type { Edge } from "../../lib/kernel/ports.ts";
import { LIMITS } from "../../schema/limits.ts";
import { LANGUAGES, type Language } from "../../schema/vocabulary.ts";

/** What Cloudflare says where it does not know; `T1`, for Tor, is no country by its form. */
const NOWHERE = "XX";

/** Where an edge tells the caller's address, and some the country. */
const HEADERS: { [E in Edge]: { addresses: readonly string[]; country?: string } } = {
  cloudflare: { addresses: ["CF-Connecting-IP"], country: "CF-IPCountry" },
  vercel: { addresses: ["x-vercel-forwarded-for", "x-real-ip"], country: "x-vercel-ip-country" },
  // The server of one machine writes it from the socket, and takes everybody else's away.
  machine: { addresses: ["X-Machine-Caller"] },
  none: { addresses: [] },
};

/** An IPv4 caller on a socket of both families: the same address, and the same count. */
const MAPPED_IPV4 = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

const ADDRESS = /^[\da-f:.]{2,45}$/i;

/** The caller's country by ISO 3166 as the edge tells it, else null. */
export function clientCountry(c: Context, edge: Edge): string | null {
  const { country: header } = HEADERS[edge];
  const country = header && c.req.header(header);
  return country !== undefined && /^[A-Z]{2}$/.test(country) && country !== NOWHERE ? country : null;
}

/**
 * The caller's address as the edge tells it, else null; kept for the security log. X-Forwarded-For is
 * anybody's to write.
 */
export function clientIp(c: Context, edge: Edge): string | null {
  for (const header of HEADERS[edge].addresses) {
    const address = c.req.header(header)?.split(",")[0]?.trim();
    if (address !== undefined && ADDRESS.test(address)) {
      const plain = address.replace(MAPPED_IPV4, "");
      c.set("ip", plain);
      return plain;
    }
  }
  return null;
}

/** The scheme's case makes no difference (RFC 9110 §11.1). */
export const bearer = (c: Context): string | null =>
  /^Bearer +(\S+)$/i.exec(c.req.header("Authorization") ?? "")?.[1] ?? null;

const isLanguage = (text: string | undefined): text is Language =>
  LANGUAGES.some((language) => language === text);

/** What the reader has chosen, else the best of what their browser asks for (RFC 9110 §12.5.4). */
export function languageFor(chosen: string | undefined, accepted: string | undefined): Language {
  if (isLanguage(chosen)) return chosen;
  const wanted = parseAccept(accepted ?? "").filter(({ q }) => q > 0);
  return wanted.map(({ type }) => type.split("-")[0]?.toLowerCase()).find(isLanguage) ?? LANGUAGES[0];
}

/** The caller's preferred language: the best of `Accept-Language` that we speak. */
export const askedLanguage = (c: Context): Language =>
  languageFor(undefined, c.req.header("Accept-Language"));

/** What a browser's address line sends: HTML by name, before JSON. A script that takes anything gets JSON. */
export function prefersHtml(c: Context): boolean {
  const accepted = parseAccept((c.req.header("Accept") ?? "").toLowerCase());
  // 0 where the type is not named: `*/*` names none.
  const qualityOf = (type: string) => accepted.find((each) => each.type === type)?.q ?? 0;
  return qualityOf("text/html") > qualityOf("application/json");
}

/** The `Idempotency-Key` header; null where there is none. An empty one would protect nothing, silently. */
export function idempotencyKey(c: Context): Outcome<string | null> {
  const key = c.req.header("Idempotency-Key");
  if (key === undefined) return done(null);
  if (key === "") return refuse("invalid_request", "Idempotency-Key is empty: send a value or no header");
  const max = LIMITS.idempotencyKeyCharactersMax;
  if (key.length <= max) return done(key);
  return refuse("invalid_request", `Idempotency-Key too long: ${max} characters at most`);
}
