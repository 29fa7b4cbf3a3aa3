import { DAY_MS, MINUTE_MS } from "../kernel/time.ts";
import { PEOPLE_LIMITS } from "./limits.ts";

const CODES = 1_000_000;
const CODE_DIGITS = 6;
const DRAW_BYTES = 4;

/** The facts of an email address whose owner has just confirmed their identity. */
export type SignInFacts = {
  email: string;
  userId: string | null;
  /** The ids of the user's homes, in the order of joining. */
  homes: string[];
};

/** `newHome`: whether to create a home. `householdId`: the home where the session begins. */
export type SignInPlan = { newHome: boolean; householdId: string };

/**
 * A person with homes enters the wished or the first one; anybody else gets a new home. Sign-in never accepts an
 * invitation, so nobody enters another person's home unasked. Null if the person isn't a member of the wished home.
 */
export function planSignIn({ homes }: SignInFacts, newHouseholdId: string, wished: string | null = null) {
  if (wished !== null && !homes.includes(wished)) return null;
  const home = wished ?? homes[0];
  return home === undefined
    ? { newHome: true, householdId: newHouseholdId }
    : { newHome: false, householdId: home };
}

export const SESSION_SECONDS_MAX = (PEOPLE_LIMITS.sessionAbsoluteDays * DAY_MS) / 1_000;

/** Returns the absolute end of a session, which use doesn't extend. */
export const sessionExpiry = (now: Date): Date =>
  new Date(now.getTime() + PEOPLE_LIMITS.sessionAbsoluteDays * DAY_MS);

/**
 * A session is live if its last use is after `idleSince`. A use is saved only if the last one is before `touchBefore`,
 * to save writes.
 */
export const sessionWindow = (now: Date): { idleSince: Date; touchBefore: Date } => ({
  idleSince: new Date(now.getTime() - PEOPLE_LIMITS.sessionIdleDays * DAY_MS),
  touchBefore: new Date(now.getTime() - PEOPLE_LIMITS.sessionTouchMinutes * MINUTE_MS),
});

export type SessionTimes = { lastUsedAt: Date; expiresAt: Date };

/** At the very moment of `expiresAt`, the session is over. */
export const sessionLives = ({ lastUsedAt, expiresAt }: SessionTimes, now: Date): boolean =>
  now < expiresAt && lastUsedAt > sessionWindow(now).idleSince;

/** Tells if the identity was confirmed so recently that the session may do things that can't be undone. */
export const isProved = ({ provedAt }: { provedAt: Date | null }, now: Date): boolean =>
  provedAt !== null && now.getTime() - provedAt.getTime() < PEOPLE_LIMITS.freshProofMinutes * MINUTE_MS;

/** The largest multiple of `CODES` in four bytes. Draws at or above it would favor low codes, and are repeated. */
const FAIR_DRAWS = Math.floor(2 ** 32 / CODES) * CODES;

/** Returns six random digits; all codes are equally likely. */
export function newSignInCode(random: (count: number) => Uint8Array): string {
  for (;;) {
    const draw = random(DRAW_BYTES).reduce((number, byte) => number * 256 + byte, 0);
    if (draw < FAIR_DRAWS) return String(draw % CODES).padStart(CODE_DIGITS, "0");
  }
}

/** Compares in constant time for a given length. */
export function sameCode(given: string, expected: string): boolean {
  if (given.length !== expected.length) return false;
  let difference = 0;
  for (let index = 0; index < expected.length; index += 1) {
    difference |= given.charCodeAt(index) ^ expected.charCodeAt(index);
  }
  return difference === 0;
}
