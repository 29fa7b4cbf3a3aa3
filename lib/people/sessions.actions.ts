import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { type Limited, networkOf } from "../kernel/network.ts";
import { done, doneIf, type Outcome, refuse } from "../kernel/outcome.ts";
import { effectivePlan } from "../kernel/plan.ts";
import { newSecret } from "../kernel/secret.ts";
import type { CoreServices } from "../kernel/services.actions.ts";
import { type ActingMember, asOperator, entryBy, type Member } from "./activity.ts";
import { findOwnHomes, findSessionAtHome } from "./households.queries.ts";
import { endSessionsOf } from "./operated.queries.ts";
import {
  proveSession as commitProof,
  deleteSession,
  type FoundSession,
  findSession,
  moveSession,
} from "./sessions.queries.ts";
import { type CodeGiven, checkCode, mailProof } from "./sign-in.actions.ts";
import { isProved, sessionLives } from "./sign-in.ts";

/**
 * Ends one of the member's own sessions, in any home. To end another session than the current one requires a confirmed
 * identity, so that a thief of a session can't lock its owner out.
 */
export async function endSession({ db, clock }: CoreServices, acting: ActingMember, sessionId: string) {
  const { member } = acting;
  const now = clock();
  const isOwn = sessionId === member.sessionId;
  if (!isOwn && !isProved(member, now)) return refuse("prove_again");
  const entry = entryBy(acting, now, isOwn ? "signed_out" : "session_revoked", sessionId);
  return doneIf(await deleteSession(db, member.userId, entry));
}

/** Ends all sessions of a person, for an operator. The homes' activity names the operator. */
export const endPersonsSessions = async (
  { db, clock }: CoreServices,
  { actor }: Pick<ActingMember, "actor">,
  { email }: { email: string },
) => doneIf(await endSessionsOf(db, { email, actor: asOperator(actor), at: clock() }));

/** Returns the member with this session token, and marks the session as used, in one call. */
export async function openSession(services: CoreServices, token: string): Promise<Outcome<Member>> {
  const now = services.clock();
  return holderOf(await findSession(services.db, token, now), now);
}

/** Like `openSession`, with the facts that every page shows of the home. */
export async function openPage(services: CoreServices, token: string) {
  const now = services.clock();
  const found = await findSessionAtHome(services.db, token, now);
  const member = holderOf(found?.session ?? null, now);
  return member.ok ? done({ member: member.value, home: found?.home ?? null }) : member;
}

/** Returns the member of a session that a query has found, or refuses if the session is null or over. */
export function holderOf(session: FoundSession | null, now: Date): Outcome<Member> {
  return session !== null && sessionLives(session, now)
    ? done({ ...session, plan: effectivePlan(session, now) })
    : refuse("sign_in_first");
}

/**
 * Confirms the member's identity with a fresh code for their own address. The session may then do what can't be undone,
 * and continues under a new token.
 */
export async function proveSession(
  services: CoreServices,
  { email, sessionId }: Member,
  given: Omit<CodeGiven, "email">,
): Promise<Limited<{ token: string }>> {
  const checked = await checkCode(services, { ...given, email });
  if (!checked.ok) return checked;
  const proof = mailProof(checked.value.challenge, checked.value.charges);
  const token = newSecret(SECRET_TYPES.session, services.random);
  const at = { network: networkOf(given.ip), now: services.clock() };
  const isProved = await commitProof(services.db, { sessionId, proof, token, ...at });
  return isProved ? done({ token }) : refuse("bad_sign_in");
}

/** Returns the signed-in person, their current home, role and plan, and their other homes and invitations. */
export async function showSession({ db, clock }: CoreServices, member: Member) {
  const homes = await findOwnHomes(db, member, clock());
  if (homes === null) return refuse("sign_in_first");
  const { household } = homes;
  return done({
    session: { id: member.sessionId },
    user: {
      id: member.userId,
      email: member.email,
      name: member.name,
      language: member.language,
      temperature_unit: member.temperatureUnit,
    },
    household: { id: household.id, name: household.name },
    role: member.role,
    plan: member.plan,
    trial_ends_at: household.trial_ends_at,
    households: homes.households,
    invitations: homes.invitations,
  });
}

/** Moves the session to another of the member's homes, under a new token. The member's role there applies. */
export async function switchHome(services: CoreServices, { sessionId, userId }: Member, householdId: string) {
  const token = newSecret(SECRET_TYPES.session, services.random);
  const isMoved = await moveSession(services.db, { sessionId, userId, householdId, token });
  return isMoved ? done({ householdId, token }) : refuse("not_found");
}
