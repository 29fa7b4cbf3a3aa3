import { LIMITS } from "../../schema/limits.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { newSecret } from "../kernel/secret.ts";
import { base64UrlText, bytesOfText } from "../kernel/text.ts";
import { DAY_MS, MINUTE_MS } from "../kernel/time.ts";
import { PUCK_LIMITS } from "./limits.ts";

const NONCE_BYTES = 32;

/** Returns 32 random bytes in base64url. The puck signs this text, not the bytes. */
export const newNonce = (random: (count: number) => Uint8Array): string => base64UrlText(random(NONCE_BYTES));

/**
 * Decodes a puck's secret of 16 to 128 bytes from hex, base64 or base64url, padded or not; null for any other text. A
 * text that is valid hex counts as hex: base64 of that length practically never has only the characters 0 to f.
 */
export function puckSecretBytes(text: string): Uint8Array | null {
  const bytes = bytesOfText(text);
  const isLongEnough = bytes !== null && bytes.length >= LIMITS.puckSecretBytesMin;
  return isLongEnough && bytes.length <= LIMITS.puckSecretBytesMax ? bytes : null;
}

/** The facts about a companion session and the tokens that a caller presented. */
export type TokenFacts = {
  /** True if the access token is the session's current one. Earlier ones are not stored. */
  accessIsOwn: boolean;
  accessExpiresAt: Date;
  endsAt: Date;
  /** Null if the refresh token isn't one of the session's. */
  refreshExpiresAt: Date | null;
  spentAt: Date | null;
};

/**
 * `live`: accepted. `renew`: accepted, with a new pair. `together`: a concurrent call has just renewed with this
 * refresh token; accepted, with the same new pair. `reused`: a spent refresh token, maybe stolen. `ended`: refused.
 */
export type TokenVerdict = "live" | "renew" | "together" | "reused" | "ended";

const GRACE_MS = PUCK_LIMITS.companionGraceSeconds * 1_000;

/** Judges a caller's tokens. While the access token is valid, the refresh token is ignored. */
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

/** Returns the expiry of each token of a pair. */
export const pairTimes = (now: Date) => ({
  accessExpiresAt: new Date(now.getTime() + PUCK_LIMITS.companionAccessMinutes * MINUTE_MS),
  refreshExpiresAt: new Date(now.getTime() + PUCK_LIMITS.companionRefreshDays * DAY_MS),
});

/** Returns the absolute end of a session, which renewals don't extend. */
export const companionSessionEnd = (now: Date): Date =>
  new Date(now.getTime() + PUCK_LIMITS.companionAbsoluteDays * DAY_MS);
