import { ID_PREFIXES, type Language } from "../../schema/vocabulary.ts";
import type { CompanionSignedIn } from "../../schema/wire/companion.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import { newId } from "../kernel/secret.ts";
import type { Services } from "../kernel/services.actions.ts";
import type { OpenChallenge } from "../people/challenges.queries.ts";
import type { ActingMember } from "../people/items.ts";
import type { Limited } from "../people/limited.ts";
import { PEOPLE_LIMITS } from "../people/limits.ts";
import { networkOf } from "../people/network.ts";
import type { MailProof } from "../people/proofs.queries.ts";
import { deleteSession } from "../people/sessions.queries.ts";
import { checkCode, mailProof, newHome, notTaken, type SignInPorts } from "../people/sign-in.actions.ts";
import { planSignIn, type SignInFacts, type SignInPlan } from "../people/sign-in.ts";
import { companionSessionEnd, newTokenPair, pairTimes } from "./claim.ts";
import { commitCompanionSignIn } from "./sessions.queries.ts";

type CompanionSignIn = {
  email: string;
  code: string;
  challenge: string;
  /** As it was typed. */
  recoveryCode: string | undefined;
  /** One of the user's homes, where they say which. */
  householdId: string | null;
  deviceLabel: string;
  ip: string | null;
  country: string | null;
  /** Of an account that is new. */
  language: Language;
};

type SignedInCompanion = CompanionSignedIn;

/** An emailed code for a pair of tokens; whoever is new here gets a home, as in the browser. */
export async function signInCompanion(
  ports: SignInPorts & Pick<Services, "serverVault">,
  ask: CompanionSignIn,
): Promise<Limited<SignedInCompanion>> {
  const checked = await checkCode(ports, ask);
  if (!checked.ok) return checked;
  const challenge = checked.value;
  const newHomeId = newId(ID_PREFIXES.household, ports.random);
  const plan = chosenPlan(challenge.facts, ask.householdId, newHomeId);
  if (plan === null) return refuse("not_found", "You have no home of that id");
  const proof = await mailProof(ports, challenge, ask.recoveryCode);
  if (!proof.ok) return proof;
  return await open(ports, { challenge, proof: proof.value }, plan, newHomeId, ask);
}

function chosenPlan(facts: SignInFacts, wished: string | null, newHomeId: string): SignInPlan | null {
  if (wished === null) return planSignIn(facts, newHomeId);
  return facts.homes.includes(wished) ? { newHome: false, householdId: wished } : null;
}

async function open(
  { db, clock, random }: SignInPorts,
  { challenge, proof }: { challenge: OpenChallenge; proof: MailProof },
  plan: SignInPlan,
  newHomeId: string,
  { deviceLabel, ip, country, language }: CompanionSignIn,
): Promise<Outcome<SignedInCompanion>> {
  const now = clock();
  const [pair, times] = [newTokenPair(random), pairTimes(now)];
  const householdId = await commitCompanionSignIn(db, {
    proof,
    plan,
    newUserId: newId(ID_PREFIXES.user, random),
    newHome: newHome(newHomeId, challenge.facts, now),
    sessionId: newId(ID_PREFIXES.companionSession, random),
    deviceLabel: deviceLabel.slice(0, PEOPLE_LIMITS.userAgentCharactersMax),
    pair,
    times,
    endsAt: companionSessionEnd(now),
    ip,
    country,
    network: networkOf(ip),
    language,
    now,
  });
  if (householdId === null) return notTaken(challenge);
  return done({
    access_token: pair.accessToken,
    refresh_token: pair.refreshToken,
    expires_at: times.accessExpiresAt.toISOString(),
    household_id: householdId,
  });
}

/** Signed out twice at once is signed out too. */
export async function signOutCompanion(
  { db, clock }: Pick<Services, "db" | "clock">,
  { member, actor }: ActingMember,
): Promise<Outcome<{ ok: true }>> {
  await deleteSession(db, { sessionId: member.sessionId, member, actor, action: "signed_out", now: clock() });
  return done({ ok: true });
}
