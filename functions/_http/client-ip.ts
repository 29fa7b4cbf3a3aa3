import type { Exchange } from "./exchange.ts";

/** What stands in front of the functions, and whose word about the caller's address is therefore true. */
export type Edge = "cloudflare" | "vercel" | "none";

const COUNTRY_HEADERS: { [E in Edge]: string | null } = {
  cloudflare: "CF-IPCountry",
  vercel: "x-vercel-ip-country",
  none: null,
};

/** What Cloudflare says where it does not know; `T1`, for Tor, is no country by its form. */
const NOWHERE = "XX";

/** The caller's country by ISO 3166 as the edge tells it, else null. */
export function clientCountry(c: Exchange<unknown>, edge: Edge): string | null {
  const header = COUNTRY_HEADERS[edge];
  const country = header === null ? undefined : c.req.header(header);
  return country !== undefined && /^[A-Z]{2}$/.test(country) && country !== NOWHERE ? country : null;
}

const HEADERS: { [E in Edge]: readonly string[] } = {
  cloudflare: ["CF-Connecting-IP"],
  vercel: ["x-vercel-forwarded-for", "x-real-ip"],
  none: [],
};

/** An IPv4 caller on a socket of both families: the same address, and the same count. */
const MAPPED_IPV4 = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

const ADDRESS = /^[\da-f:.]{2,45}$/i;

/**
 * The caller's address as the edge tells it, else null; kept for the security log. X-Forwarded-For is
 * anybody's to write.
 */
export function clientIp(c: Exchange<unknown>, edge: Edge): string | null {
  for (const header of HEADERS[edge]) {
    const address = c.req.header(header)?.split(",")[0]?.trim();
    if (address !== undefined && ADDRESS.test(address)) {
      const plain = address.replace(MAPPED_IPV4, "");
      c.set("ip", plain);
      return plain;
    }
  }
  return null;
}
