import { bytesOfText } from "../byte-text.ts";

const DIGEST_BYTES = 32;

/**
 * The 32 bytes of a SHA-256 written as hex, base64 or base64url, padded or not; null for anything else,
 * another spelling of the same bytes included.
 */
export function digestBytes(text: string): Uint8Array | null {
  const bytes = bytesOfText(text);
  return bytes?.length === DIGEST_BYTES ? bytes : null;
}
