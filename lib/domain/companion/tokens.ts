import { LIMITS } from "../../../schema/limits.ts";
import { SECRET_TYPES } from "../../../schema/vocabulary.ts";
import { newSecret } from "../secret.ts";
import { DAY_MS, MINUTE_MS } from "../time.ts";

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
