import type { Context } from "hono";
import { holdsAlready, weakETag } from "./etag.ts";

/** What everyone gets alike, so that caches between may keep it for a moment; 304 to whoever holds it already. */
export async function publicText(
  c: Context,
  text: string,
  { type, maxAgeSeconds }: { type: string; maxAgeSeconds: number },
): Promise<Response> {
  const etag = await weakETag(text);
  c.header("ETag", etag);
  c.header("Cache-Control", `public, max-age=${maxAgeSeconds}`);
  if (holdsAlready(c, etag)) return c.body(null, 304);
  c.header("Content-Type", type);
  return c.body(text);
}
