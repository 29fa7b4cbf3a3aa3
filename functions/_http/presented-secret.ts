import type { Context } from "hono";
import { secretTypeOf } from "../../lib/kernel/secret.ts";
import type { SecretType } from "../../schema/vocabulary.ts";
import { sessionToken } from "./session-cookie.ts";

/**
 * The first secret of a right form, checksum included, that a request came with. Whether anybody knows it is
 * open.
 */
export function presentedSecret(c: Context): { type: SecretType; text: string } | null {
  const presented = [
    c.req.header("Authorization")?.split(" ").at(-1),
    c.req.header("X-Ingest-Key"),
    sessionToken(c),
    ...c.req.path.split("/"),
  ];
  for (const text of presented) {
    const type = text ? secretTypeOf(text) : null;
    if (text && type !== null) return { type, text };
  }
  return null;
}
