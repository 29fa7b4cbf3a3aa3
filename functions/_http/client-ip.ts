import type { Context } from "hono";

/** What stands in front of the functions, and whose word about the caller's address is therefore true. */
export type Edge = "cloudflare" | "vercel" | "none";

const HEADERS: { [E in Edge]: readonly string[] } = {
  cloudflare: ["CF-Connecting-IP"],
  vercel: ["x-vercel-forwarded-for", "x-real-ip"],
  none: [],
};

const ADDRESS = /^[\da-f:.]{2,45}$/i;

/** The caller's address as the edge tells it, else null; kept for the security log. X-Forwarded-For is anybody's to write. */
export function clientIp(c: Context, edge: Edge): string | null {
  for (const header of HEADERS[edge]) {
    const address = c.req.header(header)?.split(",")[0]?.trim();
    if (address !== undefined && ADDRESS.test(address)) {
      c.set("ip", address);
      return address;
    }
  }
  return null;
}
