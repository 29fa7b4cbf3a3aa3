import { hexText } from "../../lib/kernel/text.ts";

const HASH_BYTES = 16;

/** 128 bits of SHA-256 as hex: names a secret (to a limiter, in a tag) without being one. */
export async function hashHex(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return hexText(hash.subarray(0, HASH_BYTES));
}
