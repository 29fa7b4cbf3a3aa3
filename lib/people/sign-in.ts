import { DAY_MS, MINUTE_MS } from "../kernel/time.ts";
import { PEOPLE_LIMITS } from "./limits.ts";

const CODES = 1_000_000;
const CODE_DIGITS = 6;
const DRAW_BYTES = 4;

/** What is known of an address that has just proved itself. */
export type SignInFacts = {
  email: string;
  userId: string | null;
  /** The homes of its user, first joined first. */
  homes: string[];
};

/** `newHome`: make one. `householdId`: where the session begins. */
export type SignInPlan = { newHome: boolean; householdId: string };

/**
 * Somebody with a home goes there, everybody else gets a new one of their own. Invitations wait to be
 * accepted: nobody is put into another person's home by signing in. Null where the wished home is none of theirs.
 */
export function planSignIn({ homes }: SignInFacts, newHouseholdId: string, wished: string | null = null) {
  if (wished !== null && !homes.includes(wished)) return null;
  const home = wished ?? homes[0];
  return home === undefined
    ? { newHome: true, householdId: newHouseholdId }
    : { newHome: false, householdId: home };
}

export const SESSION_SECONDS_MAX = (PEOPLE_LIMITS.sessionAbsoluteDays * DAY_MS) / 1_000;

/** However much it is used, a session ends then. */
export const sessionExpiry = (now: Date): Date =>
  new Date(now.getTime() + PEOPLE_LIMITS.sessionAbsoluteDays * DAY_MS);

/**
 * A session lives while it was last used after `idleSince`, and is marked as used when that was before
 * `touchBefore`.
 */
export const sessionWindow = (now: Date): { idleSince: Date; touchBefore: Date } => ({
  idleSince: new Date(now.getTime() - PEOPLE_LIMITS.sessionIdleDays * DAY_MS),
  touchBefore: new Date(now.getTime() - PEOPLE_LIMITS.sessionTouchMinutes * MINUTE_MS),
});

export type SessionTimes = { lastUsedAt: Date; expiresAt: Date };

/** The moment of the end is the end. */
export const sessionLives = ({ lastUsedAt, expiresAt }: SessionTimes, now: Date): boolean =>
  now < expiresAt && lastUsedAt > sessionWindow(now).idleSince;

/** True if the address was confirmed so recently that the session may do things that can't be undone. */
export const isProved = ({ provedAt }: { provedAt: Date | null }, now: Date): boolean =>
  provedAt !== null && now.getTime() - provedAt.getTime() < PEOPLE_LIMITS.freshProofMinutes * MINUTE_MS;

/** The most whole rounds of codes that four bytes hold: draws beyond them would favour the low codes. */
const FAIR_DRAWS = Math.floor(2 ** 32 / CODES) * CODES;

/** Six digits, each code as likely as any other. */
export function newSignInCode(random: (count: number) => Uint8Array): string {
  for (;;) {
    const draw = random(DRAW_BYTES).reduce((number, byte) => number * 256 + byte, 0);
    if (draw < FAIR_DRAWS) return String(draw % CODES).padStart(CODE_DIGITS, "0");
  }
}

/** Compares in the same time however much of it is right. */
export function sameCode(given: string, expected: string): boolean {
  if (given.length !== expected.length) return false;
  let difference = 0;
  for (let index = 0; index < expected.length; index += 1) {
    difference |= given.charCodeAt(index) ^ expected.charCodeAt(index);
  }
  return difference === 0;
}
