import { LIMITS } from "../../../schema/limits.ts";

const HEX = /^(?:[\da-f]{2})+$/i;
const BASE64 = /^(?:[A-Za-z\d+/]+|[\w-]+)={0,2}$/;

/**
 * The 16 to 128 bytes of a puck's secret written as hex, base64 or base64url, padded or not; null for anything
 * else. What reads as hex is hex: firmware that writes base64 so never has 22 characters without one over `f`.
 */
export function puckSecretBytes(text: string): Uint8Array | null {
  const bytes = HEX.test(text) ? hexBytes(text) : base64Bytes(text);
  const isLongEnough = bytes !== null && bytes.length >= LIMITS.puckSecretBytesMin;
  return isLongEnough && bytes.length <= LIMITS.puckSecretBytesMax ? bytes : null;
}

const hexBytes = (text: string): Uint8Array =>
  Uint8Array.from({ length: text.length / 2 }, (_, at) =>
    Number.parseInt(text.slice(at * 2, at * 2 + 2), 16),
  );

/** Padding is all there or not at all; another spelling of the same bytes is none (RFC 4648 §3.5). */
function base64Bytes(text: string): Uint8Array | null {
  const bare = text.replace(/=+$/, "");
  const isPaddedRight = bare === text || text.length % 4 === 0;
  if (!BASE64.test(text) || !isPaddedRight || bare.length % 4 === 1) return null;
  const standard = bare.replaceAll("-", "+").replaceAll("_", "/");
  const binary = atob(standard);
  if (btoa(binary).replace(/=+$/, "") !== standard) return null;
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
