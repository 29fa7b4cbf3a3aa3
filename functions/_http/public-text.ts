import type { Context } from "hono";
import { holdsAlready, weakETag } from "./etag.ts";

/**
 * What everyone gets alike, so that caches between may keep it for a moment; 304 to whoever holds it already.
 * `tagged` is what the tag is made of, where the text names the moment of asking too.
 */
export async function publicText(
  c: Context,
  text: string,
  { type, maxAgeSeconds, tagged = text }: { type: string; maxAgeSeconds: number; tagged?: string },
): Promise<Response> {
  const etag = await weakETag(tagged);
  c.header("ETag", etag);
  c.header("Cache-Control", `public, max-age=${maxAgeSeconds}`);
  if (holdsAlready(c, etag)) return c.body(null, 304);
  c.header("Content-Type", type);
  return c.body(text);
}
