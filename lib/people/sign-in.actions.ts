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

/** Facts of the request that signs in. `oldToken` is the session cookie that came along; `language` becomes that of an account that is new. */
export type SignInCaller = {
  oldToken: string | null;
  userAgent: string;
  ip: string | null;
  country: string | null;
  language: Language;
};

export type SignedIn = { householdId: string; token: string };

/** A home for a person who has none: Pro for good where the operator says so, else a trial of Pro, once a person. */
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

/** Who has proved who they are; `householdId` is the home that they wish to enter. */
type Proven = { proof: Proof; facts: SignInFacts; householdId?: string | null };

/** What signing in makes true of a person, by browser or phone; null where the wished home is none of theirs. */
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
  return { proof, plan, newUserId, newHome: home, ip, network: networkOf(ip), language, now };
}

/** The part that link and code share, once one of them was right. */
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

/** A browser's new session by a proof; null where somebody used the proof up meanwhile. */
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

/** `challenge` is what the requester of the code was given. */
export type CodeGiven = { email: string; code: string; challenge: string; ip: string | null };

/**
 * One sentence for a code that is wrong, expired, used, tried too often, another browser's or was never asked
 * for.
 */
export async function signInWithCode(services: Services, given: SignInCaller & CodeGiven) {
  const checked = await checkCode(services, given);
  if (!checked.ok) return checked;
  return await completeSignIn(services, checked.value.challenge, given, checked.value.charges);
}

/** A challenge that its code has opened, and what the try was counted as. */
type CheckedCode = { challenge: OpenChallenge; charges: readonly Charge[] };

/** The challenge that the code opens, one try the poorer. The homes of its person see a wrong one. */
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

/** `token` is what stands in the mailed link. */
export async function signInWithLink(
  services: Services,
  { token, ...caller }: SignInCaller & { token: string },
): Promise<Outcome<SignedIn>> {
  const challenge = await openLink(services, token);
  return challenge === null ? refuse("bad_sign_in") : await completeSignIn(services, challenge, caller);
}

/**
 * Whose account a mailed link opens, and which home: a stranger may mail somebody a link into a home of their own.
 * Changes nothing.
 */
export async function showSignInLink(services: CoreServices, token: string) {
  const challenge = await openLink(services, token);
  return challenge === null ? refuse("bad_sign_in") : done({ email: challenge.email, home: challenge.home });
}

const openLink = async ({ db, clock }: CoreServices, token: string): Promise<OpenChallenge | null> =>
  isWellFormedSecret(SECRET_TYPES.signInLink, token) ? await findLinkChallenge(db, token, clock()) : null;

/**
 * Mails a link and a code, and answers every address alike: with or without an account, within its share of mail or over
 * it. Only what is counted of the caller's host and network shows. The code opens only together with the challenge.
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
 * Who has signed in from there is mailed within their own share; anybody else within their network's, and a stranger
 * within everybody's. `told`: what a refusal says to whoever asks. Callers whose address nobody tells share one count:
 * it delays only newcomers, and doesn't show, so nobody can lock members out or learn who is one.
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
