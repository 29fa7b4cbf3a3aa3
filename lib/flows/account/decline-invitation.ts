import type { Member } from "../../domain/account/member.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import type { Clock, VerifyDeclineToken } from "../../ports.ts";
import { rememberDecline } from "../../store/account/declined-invitations.ts";
import { findOwnHomes } from "../../store/account/households.ts";
import type { Db } from "../../store/db.ts";

export type DeclinePorts = { db: Db; clock: Clock; verifyDeclineToken: VerifyDeclineToken };

/** `isForAll`: no invitation from any home any more. The same again is no mistake. */
export async function declineInvitation(
  { db, clock, verifyDeclineToken }: DeclinePorts,
  token: string,
  isForAll: boolean,
): Promise<Outcome<{ ok: true }>> {
  const claim = await verifyDeclineToken(token);
  if (claim === null) return refuse("dead_decline_link");
  await rememberDecline(db, claim, isForAll, clock());
  return done({ ok: true });
}

/** Declines for the person whom it is addressed to, who is signed in: that home invites them no more. */
export async function declineOwnInvitation(
  { db, clock }: Pick<DeclinePorts, "db" | "clock">,
  member: Member,
  id: string,
): Promise<Outcome<{ ok: true }>> {
  const now = clock();
  const own = await findOwnHomes(db, member, now);
  const invitation = own?.invitations.find((each) => each.id === id);
  if (invitation === undefined) return refuse("not_found");
  await rememberDecline(db, { householdId: invitation.household_id, email: member.email }, false, now);
  return done({ ok: true });
}
