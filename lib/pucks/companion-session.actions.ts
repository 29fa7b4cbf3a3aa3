import { ID_PREFIXES } from "../../schema/vocabulary.ts";
import type { CompanionSignedIn } from "../../schema/wire/companion.ts";
import type { Db } from "../kernel/db.queries.ts";
import type { Limited } from "../kernel/network.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import { effectivePlan } from "../kernel/plan.ts";
import type { Vault } from "../kernel/ports.ts";
import { newId } from "../kernel/secret.ts";
import type { CoreServices, Services } from "../kernel/services.actions.ts";
import { type ActingMember, entryBy, type Member } from "../people/activity.ts";
import { PEOPLE_LIMITS } from "../people/limits.ts";
import { deleteSession } from "../people/sessions.queries.ts";
import {
  type CodeGiven,
  checkCode,
  mailProof,
  type SignInCaller,
  signInBase,
} from "../people/sign-in.actions.ts";
import { judgeTokens, newTokenPair, pairTimes, type TokenPair } from "./claim.ts";
import {
  commitCompanionSignIn,
  type FoundCompanion,
  findCompanion,
  renewTokens,
} from "./sessions.queries.ts";

/** `renewed`: the pair that the caller must use from now on; null if its present pair stays valid. */
type OpenedCompanion = { member: Member; renewed: TokenPair | null };

type OpenCompanion = { tokens: TokenPair; ip: string | null };

/**
 * Finds the member with these tokens: one call while the access token is valid, two to renew the pair. A caller that
 * loses the race to renew reads again, and finds the winner's pair.
 */
export const openCompanion = async (services: CoreServices, ask: OpenCompanion) =>
  (await look(services, ask)) ?? (await look(services, ask)) ?? refuse("bad_companion_session");

/** Judges the tokens once. Returns null if another call was first to renew. */
async function look(services: CoreServices, { tokens, ip }: OpenCompanion) {
  const now = services.clock();
  const found = await findCompanion(services.db, tokens, now);
  if (found === null) return refuse("bad_companion_session");
  const verdict = judgeTokens(found, now);
  switch (verdict) {
    case "live":
      return opened(found, now, null);
    case "together":
      return opened(found, now, await successor(services.serverVault, found));
    case "renew": {
      const renewed = await renew(services, found, tokens.refreshToken, now);
      return renewed === null ? null : opened(found, now, renewed);
    }
    case "reused":
      await endFamily(services.db, found, ip, now);
      return refuse("bad_companion_session");
    case "ended":
      return refuse("bad_companion_session");
    default:
      return verdict satisfies never;
  }
}

function opened(found: FoundCompanion, now: Date, renewed: TokenPair | null): Outcome<OpenedCompanion> {
  const { userId, email, name, language, temperatureUnit, role, householdId, sessionId } = found;
  const plan = effectivePlan(found, now);
  const reads = { language, temperatureUnit };
  const member = { userId, email, name, ...reads, role, householdId, sessionId, plan, provedAt: null };
  return done({ member, renewed });
}

/** Renews the pair of tokens. Returns null if another call was first. */
async function renew(services: CoreServices, { sessionId }: FoundCompanion, spent: string, now: Date) {
  const pair = newTokenPair(services.random);
  const sealedSuccessor = await services.serverVault.seal(
    "companion-tokens",
    sessionId,
    JSON.stringify(pair),
  );
  const won = await renewTokens(services.db, { sessionId, spent, pair, sealedSuccessor, now });
  return won ? pair : null;
}

/** Opens the pair that the winner stored; null if the server's secret has changed: only the winner has it then. */
async function successor(vault: Vault, { sessionId, sealedSuccessor }: FoundCompanion) {
  const sealed = sealedSuccessor ?? "";
  const pair = await vault.open("companion-tokens", sessionId, sealed);
  return pair === null ? null : (JSON.parse(pair.text) as TokenPair);
}

const endFamily = (
  db: Db,
  { sessionId: subject, userId, householdId }: FoundCompanion,
  ip: string | null,
  at: Date,
) =>
  deleteSession(db, userId, {
    householdId,
    at,
    actor: { type: "system", id: null, ip },
    action: "companion_session_ended",
    subject,
  });

type CompanionSignIn = CodeGiven &
  Pick<SignInCaller, "country" | "language"> & {
    /** The home to enter; null for the user's first home. */
    householdId: string | null;
    deviceLabel: string;
  };

/** Exchanges an emailed code for a pair of tokens. A new person gets a home, as in the browser. */
export async function signInCompanion(
  services: CoreServices & Pick<Services, "planRules">,
  ask: CompanionSignIn,
): Promise<Limited<CompanionSignedIn>> {
  const checked = await checkCode(services, ask);
  if (!checked.ok) return checked;
  const { challenge, charges } = checked.value;
  const proof = mailProof(challenge, charges);
  const proven = { proof, facts: challenge, householdId: ask.householdId };
  const base = signInBase(services, proven, ask);
  if (base === null) return refuse("not_found", "You have no home with that id");
  const pair = newTokenPair(services.random);
  const householdId = await commitCompanionSignIn(services.db, {
    ...base,
    sessionId: newId(ID_PREFIXES.companionSession, services.random),
    deviceLabel: ask.deviceLabel.slice(0, PEOPLE_LIMITS.userAgentCharactersMax),
    country: ask.country,
    pair,
  });
  if (householdId === null) return refuse("bad_sign_in");
  return done({
    access_token: pair.accessToken,
    refresh_token: pair.refreshToken,
    expires_at: pairTimes(base.now).accessExpiresAt.toISOString(),
    household_id: householdId,
  });
}

/** Ends the phone's session. Idempotent: a session that is already gone is a success too. */
export async function signOutCompanion(
  { db, clock }: CoreServices,
  acting: ActingMember,
): Promise<Outcome<{ ok: true }>> {
  const { userId, sessionId } = acting.member;
  await deleteSession(db, userId, entryBy(acting, clock(), "signed_out", sessionId));
  return done({ ok: true });
}
