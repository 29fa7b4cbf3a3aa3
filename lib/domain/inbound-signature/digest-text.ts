const HEX = /^[\da-f]{64}$/i;
const BASE64 = /^[A-Za-z\d+/]{43}=?$/;
const BASE64_URL = /^[\w-]{43}=?$/;

/** 43 characters of base64 carry 258 bits: the last must leave the two spare ones at 0 (RFC 4648 §3.5). */
const LAST_CHARACTERS = /[AEIMQUYcgkosw048]=?$/;

/**
 * The 32 bytes of a SHA-256 written as hex, base64 or base64url, padded or not; null for anything else,
 * another spelling of the same bytes included.
 */
export function digestBytes(text: string): Uint8Array | null {
  if (HEX.test(text))
    return Uint8Array.from({ length: 32 }, (_, at) => Number.parseInt(text.slice(at * 2, at * 2 + 2), 16));
  const isBase64 = (BASE64.test(text) || BASE64_URL.test(text)) && LAST_CHARACTERS.test(text);
  if (!isBase64) return null;
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/").replace("=", ""));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
