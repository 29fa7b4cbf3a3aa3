import { hexText } from "./text.ts";

/** SHA-256 of a secret: the only form in which the store ever sees one. */
export async function secretHash(secret: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret)));
}

/** PostgreSQL's text form of a `bytea`. */
export const byteaText = (bytes: Uint8Array): string => `\\x${hexText(bytes)}`;
