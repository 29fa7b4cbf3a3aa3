import { LIMITS } from "../../../schema/limits.ts";
import { DAY_MS, MINUTE_MS } from "../time.ts";

export const SESSION_SECONDS_MAX = (LIMITS.sessionAbsoluteDays * DAY_MS) / 1_000;

/** However much it is used, a session ends then. */
export const sessionExpiry = (now: Date): Date =>
  new Date(now.getTime() + LIMITS.sessionAbsoluteDays * DAY_MS);

/**
 * A session lives while it was last used after `idleSince`, and is marked as used when that was before
 * `touchBefore`.
 */
export const sessionWindow = (now: Date): { idleSince: Date; touchBefore: Date } => ({
  idleSince: new Date(now.getTime() - LIMITS.sessionIdleDays * DAY_MS),
  touchBefore: new Date(now.getTime() - LIMITS.sessionTouchMinutes * MINUTE_MS),
});

export type SessionTimes = { lastUsedAt: Date; expiresAt: Date };

/** The moment of the end is the end. */
export const sessionLives = ({ lastUsedAt, expiresAt }: SessionTimes, now: Date): boolean =>
  now < expiresAt && lastUsedAt > sessionWindow(now).idleSince;

/** Whether the address was proved so lately that the session may do what cannot be undone. */
export const isProved = ({ provedAt }: { provedAt: Date | null }, now: Date): boolean =>
  provedAt !== null && now.getTime() - provedAt.getTime() < LIMITS.freshProofMinutes * MINUTE_MS;
