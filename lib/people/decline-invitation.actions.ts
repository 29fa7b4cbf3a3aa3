import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import type { Services } from "../kernel/services.actions.ts";
import { findOwnHomes } from "./households.queries.ts";
import { rememberDecline } from "./invitations.queries.ts";
import type { Member } from "./items.ts";

export type DeclinePorts = Pick<Services, "db" | "clock" | "verifyDeclineToken">;

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
