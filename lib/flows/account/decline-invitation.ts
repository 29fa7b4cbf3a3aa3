import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import type { Clock, VerifyDeclineToken } from "../../ports.ts";
import { rememberDecline } from "../../store/account/declined-invitations.ts";
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
