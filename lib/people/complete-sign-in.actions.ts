import { LIMITS } from "../../schema/limits.ts";
import { ID_PREFIXES, SECRET_TYPES } from "../../schema/vocabulary.ts";
import type { Db } from "../kernel/db.queries.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import type { Clock, Random } from "../kernel/ports.ts";
import { newId, newSecret, secretHint } from "../kernel/secret.ts";
import { DAY_MS } from "../kernel/time.ts";
import type { OpenChallenge } from "./challenges.queries.ts";
import { networkOf } from "./network.ts";
import { commitSignIn } from "./sign-in.queries.ts";
import { planSignIn, type SignInFacts, sessionExpiry } from "./sign-in.ts";

export type SignInPorts = { db: Db; clock: Clock; random: Random };

/** Facts of the request that signs in. `oldToken` is the session cookie that came along. */
export type SignInCaller = { oldToken: string | null; userAgent: string; ip: string | null };

export type SignedIn = { householdId: string; token: string };

const NEW_HOME = "My home";

/** Makes a home for a person who has none: Pro on trial, once a person. */
export const newHome = (id: string, { userId }: SignInFacts, now: Date) => ({
  id,
  name: NEW_HOME,
  trialEndsAt: userId === null ? new Date(now.getTime() + LIMITS.trialDays * DAY_MS) : null,
});

/** The part that link and code share, once one of them was right. */
export async function completeSignIn(
  { db, clock, random }: SignInPorts,
  challenge: OpenChallenge,
  { oldToken, userAgent, ip }: SignInCaller,
): Promise<Outcome<SignedIn>> {
  const now = clock();
  const newHomeId = newId(ID_PREFIXES.household, random);
  const token = newSecret(SECRET_TYPES.session, random);
  const householdId = await commitSignIn(db, {
    challengeId: challenge.id,
    plan: planSignIn(challenge.facts, newHomeId),
    newUserId: newId(ID_PREFIXES.user, random),
    newHome: newHome(newHomeId, challenge.facts, now),
    session: {
      id: newId(ID_PREFIXES.session, random),
      token,
      tokenHint: secretHint(token),
      userAgent: userAgent.slice(0, LIMITS.userAgentCharactersMax),
      expiresAt: sessionExpiry(now),
    },
    oldToken,
    ip,
    network: networkOf(ip),
    now,
  });
  return householdId === null ? refuse("bad_sign_in") : done({ householdId, token });
}
