import { LIMITS } from "../../schema/limits.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { newSecret } from "../kernel/secret.ts";
import { DAY_MS, MINUTE_MS } from "../kernel/time.ts";

/** What is known of the session that a caller's tokens belong to. */
export type TokenFacts = {
  /** True where the access token is the session's own one; a former one is known no more. */
  accessIsOwn: boolean;
  accessExpiresAt: Date;
  endsAt: Date;
  /** Null where the refresh token is none of the session's. */
  refresh: { expiresAt: Date; spentAt: Date | null } | null;
};

/**
 * `live`: goes through. `renew`: goes through with a new pair. `together`: another call has just renewed with
 * this refresh token; goes through with that same pair. `reused`: somebody else has had it. `ended`: no.
 */
export type TokenVerdict = "live" | "renew" | "together" | "reused" | "ended";

const GRACE_MS = LIMITS.companionGraceSeconds * 1_000;

/** While the access token is good, it alone decides: a refresh token that comes along is not used. */
export function judgeTokens(
  { accessIsOwn, accessExpiresAt, endsAt, refresh }: TokenFacts,
  now: Date,
): TokenVerdict {
  if (now >= endsAt) return "ended";
  if (accessIsOwn && now < accessExpiresAt) return "live";
  if (refresh === null || now >= refresh.expiresAt) return "ended";
  if (refresh.spentAt === null) return "renew";
  return now.getTime() < refresh.spentAt.getTime() + GRACE_MS ? "together" : "reused";
}

export type TokenPair = { accessToken: string; refreshToken: string };

/** When each of a pair ends, and the session however often its pair is renewed. */
export type PairTimes = { accessExpiresAt: Date; refreshExpiresAt: Date };

export const newTokenPair = (random: (count: number) => Uint8Array): TokenPair => ({
  accessToken: newSecret(SECRET_TYPES.accessToken, random),
  refreshToken: newSecret(SECRET_TYPES.refreshToken, random),
});

export const pairTimes = (now: Date): PairTimes => ({
  accessExpiresAt: new Date(now.getTime() + LIMITS.companionAccessMinutes * MINUTE_MS),
  refreshExpiresAt: new Date(now.getTime() + LIMITS.companionRefreshDays * DAY_MS),
});

export const companionSessionEnd = (now: Date): Date =>
  new Date(now.getTime() + LIMITS.companionAbsoluteDays * DAY_MS);
