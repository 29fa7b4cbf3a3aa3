import { LIMITS } from "../../../schema/limits.ts";
import { bytesOfText } from "../byte-text.ts";

/**
 * The 16 to 128 bytes of a puck's secret written as hex, base64 or base64url, padded or not; null for
 * anything else. What reads as hex is hex: firmware that writes base64 so never has 22 characters without one
 * over `f`.
 */
export function puckSecretBytes(text: string): Uint8Array | null {
  const bytes = bytesOfText(text);
  const isLongEnough = bytes !== null && bytes.length >= LIMITS.puckSecretBytesMin;
  return isLongEnough && bytes.length <= LIMITS.puckSecretBytesMax ? bytes : null;
}
