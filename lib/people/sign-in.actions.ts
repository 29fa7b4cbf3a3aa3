import { ID_PREFIXES, type Language, SECRET_TYPES } from "../../schema/vocabulary.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import { isWellFormedSecret, newId, newSecret, secretHint } from "../kernel/secret.ts";
import type { Services } from "../kernel/services.actions.ts";
import { DAY_MS } from "../kernel/time.ts";
import { wayInMail } from "../messages/mail/account-mails.ts";
import { sealMail } from "../messages/seal-message.actions.ts";
import { findLinkChallenge, findLinkSubject, type OpenChallenge, takeCodeTry } from "./challenges.queries.ts";
import { codeMustWait, type Limited } from "./limited.ts";
import { PEOPLE_LIMITS } from "./limits.ts";
import { networkOf } from "./network.ts";
import { bareRecoveryCode } from "./passkeys/passkey.ts";
import type { MailProof, Proof } from "./proofs.queries.ts";
import { commitSignIn, logFailedSignIn } from "./sign-in.queries.ts";
import {
  blockedProblem,
  planSignIn,
  type SignInFacts,
  type SignInSubject,
  sameCode,
  sessionExpiry,
} from "./sign-in.ts";

export type SignInPorts = Pick<Services, "db" | "clock" | "random">;
type MailSignInPorts = SignInPorts & Pick<Services, "serverVault">;

/** Facts of the request that signs in. `oldToken` is the session cookie that came along; `language` becomes that of an account that is new. */
export type SignInCaller = {
  oldToken: string | null;
  userAgent: string;
  ip: string | null;
  country: string | null;
  language: Language;
};

/** `recoveryCode`: as it was typed; an account that asks for a passkey needs one beside a mail. */
export type MailCaller = SignInCaller & { recoveryCode?: string | undefined };

export type SignedIn = { householdId: string; token: string };

const NEW_HOME = "My home";

/** Makes a home for a person who has none: Pro on trial, once a person. */
export const newHome = (id: string, { userId }: SignInFacts, now: Date) => ({
  id,
  name: NEW_HOME,
  trialEndsAt: userId === null ? new Date(now.getTime() + PEOPLE_LIMITS.trialDays * DAY_MS) : null,
});

/** The part that link and code share, once one of them was right. */
async function completeSignIn(
  ports: MailSignInPorts,
  challenge: OpenChallenge,
  { recoveryCode, ...caller }: MailCaller,
): Promise<Outcome<SignedIn>> {
  const proof = await mailProof(ports, challenge, recoveryCode);
  if (!proof.ok) return proof;
  const session = await openNewSession(ports, { proof: proof.value, facts: challenge.facts }, caller);
  return session === null ? notTaken(challenge) : done(session);
}

/** What a mail proves; refused where the account asks for a passkey and no recovery code came along. */
export async function mailProof(
  ports: Pick<MailSignInPorts, "clock" | "random" | "serverVault">,
  { id, needsPasskey, facts, language }: OpenChallenge,
  recoveryCode: string | undefined,
): Promise<Outcome<MailProof>> {
  if (facts.blockedFor !== null) return { ok: false, problem: blockedProblem(facts.blockedFor) };
  if (!needsPasskey) return done({ by: "mail", challengeId: id, recovery: null });
  if (recoveryCode === undefined || recoveryCode.trim() === "") return refuse("passkey_needed");
  const code = bareRecoveryCode(recoveryCode);
  if (code === null) return refuse("bad_recovery_code");
  const mail = await sealMail(ports, {
    householdId: null,
    recipient: facts.email,
    dedupeKey: `recovery_code_used/${id}`,
    kind: "account_changed",
    content: wayInMail("recovery_code_used", ports.clock(), language),
  });
  return done({ by: "mail", challengeId: id, recovery: { code, mail } });
}

/** Why a proof by mail was not taken in the end. */
export const notTaken = ({ needsPasskey }: OpenChallenge) =>
  refuse(needsPasskey ? "bad_recovery_code" : "bad_sign_in");

/** A browser's new session by a proof; null where somebody used the proof up meanwhile. */
export async function openNewSession(
  { db, clock, random }: SignInPorts,
  { proof, facts }: { proof: Proof; facts: SignInFacts },
  { oldToken, userAgent, ip, country, language }: SignInCaller,
): Promise<SignedIn | null> {
  const now = clock();
  const newHomeId = newId(ID_PREFIXES.household, random);
  const token = newSecret(SECRET_TYPES.session, random);
  const householdId = await commitSignIn(db, {
    proof,
    plan: planSignIn(facts, newHomeId),
    newUserId: newId(ID_PREFIXES.user, random),
    newHome: newHome(newHomeId, facts, now),
    session: {
      id: newId(ID_PREFIXES.session, random),
      token,
      tokenHint: secretHint(token),
      userAgent: userAgent.slice(0, PEOPLE_LIMITS.userAgentCharactersMax),
      country,
      expiresAt: sessionExpiry(now),
    },
    oldToken,
    ip,
    network: networkOf(ip),
    language,
    now,
  });
  return householdId === null ? null : { householdId, token };
}

/** `challenge` is what whoever asked for the code was given. */
export type CodeGiven = { email: string; code: string; challenge: string; ip: string | null };

/**
 * One sentence for a code that is wrong, expired, used, tried too often, another browser's or was never asked
 * for.
 */
export async function signInWithCode(
  ports: MailSignInPorts,
  given: MailCaller & CodeGiven,
): Promise<Limited<SignedIn>> {
  const checked = await checkCode(ports, given);
  return checked.ok ? await completeSignIn(ports, checked.value, given) : checked;
}

/** The challenge that the code opens, one try the poorer. The homes of its person see a wrong one. */
export async function checkCode(
  { db, clock, serverVault }: Pick<Services, "db" | "clock" | "serverVault">,
  { email, code, challenge: challengeToken, ip }: CodeGiven,
): Promise<Limited<OpenChallenge>> {
  if (!isWellFormedSecret(SECRET_TYPES.signInChallenge, challengeToken)) return refuse("bad_sign_in");
  const now = clock();
  const tried = await takeCodeTry(db, { email, challengeToken, network: networkOf(ip), now });
  if (tried.is === "wait") return codeMustWait(tried.until, now);
  if (tried.is === "none") return refuse("bad_sign_in");
  const { challenge } = tried;
  const opened = await serverVault.open("sign-in-code", challenge.id, challenge.sealedCode);
  if (opened !== null && sameCode(code, opened.text)) return done(challenge);
  await logFailedSignIn(db, { email, ip, now });
  return refuse("bad_sign_in");
}

/** `token` is what stands in the mailed link. */
export async function signInWithLink(
  ports: MailSignInPorts,
  { token, ...caller }: MailCaller & { token: string },
): Promise<Outcome<SignedIn>> {
  if (!isWellFormedSecret(SECRET_TYPES.signInLink, token)) return refuse("bad_sign_in");
  const challenge = await findLinkChallenge(ports.db, token, ports.clock());
  return challenge === null ? refuse("bad_sign_in") : await completeSignIn(ports, challenge, caller);
}

/**
 * Whose account a mailed link opens, and which home: a stranger may mail somebody a link into a home of their own.
 * Changes nothing.
 */
export async function showSignInLink(
  { db, clock }: Pick<Services, "db" | "clock">,
  token: string,
): Promise<Outcome<SignInSubject>> {
  if (!isWellFormedSecret(SECRET_TYPES.signInLink, token)) return refuse("bad_sign_in");
  const subject = await findLinkSubject(db, token, clock());
  return subject === null ? refuse("bad_sign_in") : done(subject);
}
