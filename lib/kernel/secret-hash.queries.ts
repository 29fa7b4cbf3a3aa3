import { hexText } from "./text.ts";

/** Node hashes a short text at once; its Web Crypto sends each through a thread of its own. The edge has the latter alone. */
const node = globalThis.process?.getBuiltinModule?.("node:crypto");

/** SHA-256 of a secret: the only form in which the store ever sees one. */
export async function secretHash(secret: string): Promise<Uint8Array> {
  if (node !== undefined) return new Uint8Array(node.createHash("sha256").update(secret).digest());
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret)));
}

/** PostgreSQL's text form of a `bytea`. */
export const byteaText = (bytes: Uint8Array): string => `\\x${hexText(bytes)}`;
