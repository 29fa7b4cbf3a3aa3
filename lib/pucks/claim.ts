import { LIMITS } from "../../schema/limits.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { newSecret } from "../kernel/secret.ts";
import { base64UrlText, bytesOfText } from "../kernel/text.ts";
import { DAY_MS, MINUTE_MS } from "../kernel/time.ts";
import { PUCK_LIMITS } from "./limits.ts";

const NONCE_BYTES = 32;

/** 32 random bytes in base64url; the puck signs this very text. */
export const newNonce = (random: (count: number) => Uint8Array): string => base64UrlText(random(NONCE_BYTES));

export const claimExpiry = (now: Date): Date =>
  new Date(now.getTime() + PUCK_LIMITS.claimMinutes * MINUTE_MS);

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

/** What is known of the session that a caller's tokens belong to. */
export type TokenFacts = {
  /** True where the access token is the session's own one; a former one is known no more. */
  accessIsOwn: boolean;
  accessExpiresAt: Date;
  endsAt: Date;
  /** Null where the refresh token is none of the session's. */
  refreshExpiresAt: Date | null;
  spentAt: Date | null;
};

/**
 * `live`: goes through. `renew`: goes through with a new pair. `together`: another call has just renewed with
 * this refresh token; goes through with that same pair. `reused`: somebody else has had it. `ended`: no.
 */
export type TokenVerdict = "live" | "renew" | "together" | "reused" | "ended";

const GRACE_MS = PUCK_LIMITS.companionGraceSeconds * 1_000;

/** While the access token is good, it alone decides: a refresh token that comes along is not used. */
export function judgeTokens(
  { accessIsOwn, accessExpiresAt, endsAt, refreshExpiresAt, spentAt }: TokenFacts,
  now: Date,
): TokenVerdict {
  if (now >= endsAt) return "ended";
  if (accessIsOwn && now < accessExpiresAt) return "live";
  if (refreshExpiresAt === null || now >= refreshExpiresAt) return "ended";
  if (spentAt === null) return "renew";
  return now.getTime() < spentAt.getTime() + GRACE_MS ? "together" : "reused";
}

export type TokenPair = { accessToken: string; refreshToken: string };

export const newTokenPair = (random: (count: number) => Uint8Array): TokenPair => ({
  accessToken: newSecret(SECRET_TYPES.accessToken, random),
  refreshToken: newSecret(SECRET_TYPES.refreshToken, random),
});

/** When each of a pair ends. */
export const pairTimes = (now: Date) => ({
  accessExpiresAt: new Date(now.getTime() + PUCK_LIMITS.companionAccessMinutes * MINUTE_MS),
  refreshExpiresAt: new Date(now.getTime() + PUCK_LIMITS.companionRefreshDays * DAY_MS),
});

/** However often its pair is renewed. */
export const companionSessionEnd = (now: Date): Date =>
  new Date(now.getTime() + PUCK_LIMITS.companionAbsoluteDays * DAY_MS);
