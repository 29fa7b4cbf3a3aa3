import { ID_PREFIXES, type Language, SECRET_TYPES, type SendingScope } from "../../schema/vocabulary.ts";
import { budgetCharges, overCharge, secondsLeftToday } from "../budget/budget.ts";
import { type Charge, mailboxOf } from "../budget/counts.ts";
import { codeMustWait, ipBucket, type Limited, networkMustWait, networkOf } from "../kernel/network.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import type { PlanRules } from "../kernel/ports.ts";
import { isWellFormedSecret, newId, newSecret } from "../kernel/secret.ts";
import type { CoreServices, Services } from "../kernel/services.actions.ts";
import { DAY_MS, MINUTE_MS } from "../kernel/time.ts";
import { NEW_HOMES } from "../language/languages.ts";
import { signInMail } from "../outbox/mail/account-mails.ts";
import { sealMail } from "../outbox/seal-message.actions.ts";
import {
  addChallenge,
  findAsker,
  findCodeChallenge,
  findLinkChallenge,
  type OpenChallenge,
  takeCodeTry,
} from "./challenges.queries.ts";
import { PEOPLE_LIMITS } from "./limits.ts";
import {
  commitSignIn,
  logFailedSignIn,
  type MailProof,
  type NewHome,
  type Proof,
  type SignInBase,
} from "./sign-in.queries.ts";
import { newSignInCode, planSignIn, type SignInFacts, sameCode, sessionExpiry } from "./sign-in.ts";

/** Facts of the sign-in request. `oldToken`: the session cookie that it carried; `language`: that of a new account. */
export type SignInCaller = {
  oldToken: string | null;
  userAgent: string;
  ip: string | null;
  country: string | null;
  language: Language;
};

export type SignedIn = { householdId: string; token: string };

/** A new home for a person without one. It has Pro for good if the operator decided so, else one trial per person. */
function newHome(
  home: Pick<NewHome, "id" | "name">,
  { startsOn }: PlanRules,
  { userId }: SignInFacts,
  now: Date,
): NewHome {
  if (startsOn === "pro") return { ...home, plan: "pro", trialEndsAt: null };
  const trialEndsAt = userId === null ? new Date(now.getTime() + PEOPLE_LIMITS.trialDays * DAY_MS) : null;
  return { ...home, plan: "free", trialEndsAt };
}

/** A person with a confirmed identity. `householdId` is the home to enter, or null for their first one. */
type Proven = { proof: Proof; facts: SignInFacts; householdId?: string | null };

/** Plans a sign-in by browser or phone. Returns null if the person isn't a member of the wished home. */
export function signInBase(
  { clock, random, planRules }: CoreServices & Pick<Services, "planRules">,
  { proof, facts, householdId = null }: Proven,
  { ip, language }: Pick<SignInCaller, "ip" | "language">,
): SignInBase | null {
  const now = clock();
  const newHomeId = newId(ID_PREFIXES.household, random);
  const plan = planSignIn(facts, newHomeId, householdId);
  if (plan === null) return null;
  const newUserId = newId(ID_PREFIXES.user, random);
  const home = newHome({ id: newHomeId, name: NEW_HOMES[language] }, planRules, facts, now);
  return {
    proof,
    email: facts.email,
    plan,
    newUserId,
    newHome: home,
    ip,
    network: networkOf(ip),
    language,
    now,
  };
}

/** Finishes a sign-in after a valid link or code. */
async function completeSignIn(
  services: Services,
  challenge: OpenChallenge,
  caller: SignInCaller,
  charges: readonly Charge[] = [],
): Promise<Outcome<SignedIn>> {
  const proof = mailProof(challenge, charges);
  const session = await openNewSession(services, { proof, facts: challenge }, caller);
  return session === null ? refuse("bad_sign_in") : done(session);
}

export const mailProof = ({ id }: OpenChallenge, charges: readonly Charge[]): MailProof => ({
  by: "mail",
  challengeId: id,
  charges,
});

/** Opens a session in a browser; returns null if the proof has been used meanwhile. */
export async function openNewSession(
  services: CoreServices & Pick<Services, "planRules">,
  proven: Proven,
  { oldToken, userAgent, country, ...caller }: SignInCaller,
): Promise<SignedIn | null> {
  const base = signInBase(services, proven, caller);
  if (base === null) return null;
  const token = newSecret(SECRET_TYPES.session, services.random);
  const session = {
    id: newId(ID_PREFIXES.session, services.random),
    token,
    userAgent: userAgent.slice(0, PEOPLE_LIMITS.userAgentCharactersMax),
    openedCountry: country,
    expiresAt: sessionExpiry(base.now),
  };
  const householdId = await commitSignIn(services.db, { ...base, session, oldToken });
  return householdId === null ? null : { householdId, token };
}

/** `challenge` is the token that the browser got when it requested the code. */
export type CodeGiven = { email: string; code: string; challenge: string; ip: string | null };

/**
 * Gives the same refusal for a code that is wrong, expired, used, tried too often, another browser's or never
 * requested.
 */
export async function signInWithCode(services: Services, given: SignInCaller & CodeGiven) {
  const checked = await checkCode(services, given);
  if (!checked.ok) return checked;
  return await completeSignIn(services, checked.value.challenge, given, checked.value.charges);
}

/** The challenge of a correct code, and the budgets that the try was counted against. */
type CheckedCode = { challenge: OpenChallenge; charges: readonly Charge[] };

/** Checks a code and takes one try of its challenge. Logs a wrong code in the activity of the person's homes. */
export async function checkCode(
  { db, clock, serverVault }: CoreServices,
  { email, code, challenge: challengeToken, ip }: CodeGiven,
): Promise<Limited<CheckedCode>> {
  if (!isWellFormedSecret(SECRET_TYPES.signInChallenge, challengeToken)) return refuse("bad_sign_in");
  const now = clock();
  const network = networkOf(ip);
  const challenge = await findCodeChallenge(db, { challengeToken, email, network, now });
  if (challenge === null) return refuse("bad_sign_in");
  const pair = network === null ? null : `${email} ${network}`;
  const spender = { address: email, network, pair, isEstablished: false, isKnown: challenge.isKnown };
  const charges = budgetCharges("sign_in_code", spender, null, now);
  const tried = await takeCodeTry(db, challenge.id, charges);
  if (tried.full !== null) return codeMustWait(secondsLeftToday(now));
  if (!tried.isTaken) return refuse("bad_sign_in");
  const opened = await serverVault.open("sign-in-code", challenge.id, challenge.sealedCode);
  if (opened !== null && sameCode(code, opened.text)) return done({ challenge, charges });
  await logFailedSignIn(db, { email, ip, now });
  return refuse("bad_sign_in");
}

/** Signs in with the token of the mailed link. */
export async function signInWithLink(
  services: Services,
  { token, ...caller }: SignInCaller & { token: string },
): Promise<Outcome<SignedIn>> {
  const challenge = await openLink(services, token);
  return challenge === null ? refuse("bad_sign_in") : await completeSignIn(services, challenge, caller);
}

/**
 * Returns the account and the home that a mailed link opens, and changes nothing. The page shows both, since a stranger
 * may mail somebody a link into the stranger's own home.
 */
export async function showSignInLink(services: CoreServices, token: string) {
  const challenge = await openLink(services, token);
  return challenge === null ? refuse("bad_sign_in") : done({ email: challenge.email, home: challenge.home });
}

const openLink = async ({ db, clock }: CoreServices, token: string): Promise<OpenChallenge | null> =>
  isWellFormedSecret(SECRET_TYPES.signInLink, token) ? await findLinkChallenge(db, token, clock()) : null;

/**
 * Mails a link and a code. The answer is the same for every address, with or without an account, within its mail budget
 * or over it; only the limits of the caller's host and network show. The code works only with the returned challenge.
 */
export async function requestSignIn(
  services: Services,
  { email, ip, language }: { email: string; ip: string | null; language: Language },
): Promise<Limited<{ ok: true; challenge: string }>> {
  const { db, random, serverVault, baseUrl } = services;
  if (!services.configuredChannels.email) return refuse("mail_not_configured");
  const now = services.clock();
  const id = newId(ID_PREFIXES.challenge, random);
  const code = newSignInCode(random);
  const linkToken = newSecret(SECRET_TYPES.signInLink, random);
  const challengeToken = newSecret(SECRET_TYPES.signInChallenge, random);
  const mail = await sealMail(services, {
    householdId: null,
    recipient: email,
    dedupeKey: `sign_in/${id}`,
    kind: "sign_in",
    turnOf: networkOf(ip),
    content: signInMail({
      code,
      url: `${baseUrl}/sign-in/link/${linkToken}`,
      minutes: PEOPLE_LIMITS.signInMinutes,
      language,
    }),
  });
  const sealedCode = await serverVault.seal("sign-in-code", id, code);
  const expiresAt = new Date(now.getTime() + PEOPLE_LIMITS.signInMinutes * MINUTE_MS);
  const challenge = { id, email, sealedCode, linkToken, challengeToken, mail, createdAt: now, expiresAt };
  const full = await addChallenge(db, challenge, await mailCharges(services, { email, ip, now }));
  if (full === null) return done({ ok: true, challenge: challengeToken });
  return full.scope === "host"
    ? overCharge(full, now, "sign-in mails")
    : networkMustWait(secondsLeftToday(now));
}

/**
 * Returns the budgets of a sign-in mail. Addresses known on this network count only in their own; other users also in
 * the network's; strangers also in the installation's. `told`: the budgets that a refusal may reveal. Callers without a
 * known address share one count, which delays only newcomers and never shows: it locks out and reveals no member.
 */
async function mailCharges(
  { db, sendingPolicy }: Services,
  { email, ip, now }: { email: string; ip: string | null; now: Date },
): Promise<{ charges: Charge[]; told: Charge[] }> {
  const network = networkOf(ip);
  const { isUser, isKnown } = await findAsker(db, { email, network, now });
  const host = ip === null && isUser ? null : ipBucket(ip);
  const pair = `${email} ${ipBucket(ip)}`;
  const spender = { address: mailboxOf(email), host, network, pair, isEstablished: false, isKnown };
  const own = budgetCharges("sign_in", spender, sendingPolicy, now);
  const ofStrangers = budgetCharges("newcomer_mail", spender, sendingPolicy, now);
  const isOf =
    (...scopes: SendingScope[]) =>
    ({ scope }: Charge) =>
      scopes.includes(scope);
  const more = isUser ? ofStrangers.filter(isOf("network")) : ofStrangers;
  const told = [...own, ...ofStrangers].filter(isOf("host", "network"));
  return { charges: isKnown ? own : [...own, ...more], told: ip === null ? [] : told };
}
