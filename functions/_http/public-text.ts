import type { Context } from "hono";
import { hashHex } from "./hash-hex.ts";

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

/** A weak tag of a body's text: the same content under another encoding is still the same. */
export const weakETag = async (text: string): Promise<string> => `W/"${await hashHex(text)}"`;

/** True where the caller says that it holds this content already (RFC 9110 §13.1.2, weak comparison). */
export function holdsAlready(c: Context, etag: string): boolean {
  const held = c.req.header("If-None-Match");
  if (held === undefined) return false;
  const opaque = etag.replace(/^W\//, "");
  return held.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === opaque);
}
