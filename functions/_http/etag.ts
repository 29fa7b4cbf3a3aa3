import type { Context } from "hono";
import { hashHex } from "./hash-hex.ts";

/** A weak tag of a body's text: the same content under another encoding is still the same. */
export const weakETag = async (text: string): Promise<string> => `W/"${await hashHex(text)}"`;

/** True where the caller says that it holds this content already (RFC 9110 §13.1.2, weak comparison). */
export function holdsAlready(c: Context, etag: string): boolean {
  const held = c.req.header("If-None-Match");
  if (held === undefined) return false;
  const opaque = etag.replace(/^W\//, "");
  return held.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === opaque);
}
