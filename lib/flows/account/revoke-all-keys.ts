import type { ActingMember } from "../../domain/account/member.ts";
import { done, type Outcome } from "../../domain/outcome.ts";
import type { Clock } from "../../ports.ts";
import { revokeHandedOut } from "../../store/account/handed-out.ts";
import type { RevokedKeys } from "../../store/account/member-leftovers.ts";
import type { Db } from "../../store/db.ts";

/** All API keys, share links and inbound tokens that one person made for the home, member or no longer. */
export async function revokeAllKeys(
  { db, clock }: { db: Db; clock: Clock },
  { member, actor }: ActingMember,
  madeBy: string,
): Promise<Outcome<{ ok: true; ended: RevokedKeys }>> {
  const act = { householdId: member.householdId, actor, now: clock() };
  return done({ ok: true, ended: await revokeHandedOut(db, act, madeBy) });
}
