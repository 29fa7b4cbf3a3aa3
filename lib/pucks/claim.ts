import { LIMITS } from "../../schema/limits.ts";
import { base64UrlText, bytesOfText } from "../kernel/text.ts";
import { MINUTE_MS } from "../kernel/time.ts";
import type { CountedLimit } from "../people/limited.ts";

const HOUR_SECONDS = 3_600;
const NONCE_BYTES = 32;

export const CLAIM_LIMIT: CountedLimit = {
  name: "claim",
  limit: LIMITS.claimsPerHour,
  windowSeconds: HOUR_SECONDS,
};

/** 32 random bytes in base64url; the puck signs this very text. */
export const newNonce = (random: (count: number) => Uint8Array): string => base64UrlText(random(NONCE_BYTES));

export const claimExpiry = (now: Date): Date => new Date(now.getTime() + LIMITS.claimMinutes * MINUTE_MS);

/** Claims started after this count towards the limit. */
export const claimsCountSince = (now: Date): Date => new Date(now.getTime() - HOUR_SECONDS * 1_000);

/** What a claim and its puck are when somebody comes to finish it; null where the nonce is nobody's. */
export type OpenClaim = { expiresAt: Date; usedAt: Date | null; voidedAt: Date | null } | null;

/** A nonce is good once, for a while, until a newer one voids it. */
export const claimIsOpen = (claim: OpenClaim, now: Date): boolean =>
  claim !== null && claim.usedAt === null && claim.voidedAt === null && now < claim.expiresAt;

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
