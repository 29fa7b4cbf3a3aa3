import type { ActingMember } from "../../domain/account/member.ts";
import { isProved } from "../../domain/account/session-time.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import type { Clock } from "../../ports.ts";
import { revokeHandedOut } from "../../store/account/handed-out.ts";
import type { RevokedKeys } from "../../store/account/member-leftovers.ts";
import type { Db } from "../../store/db.ts";

/**
 * All API keys, share links and inbound tokens that one person made for the home, member or no longer. Null
 * is everybody's, which a fresh proof is asked for.
 */
export async function revokeAllKeys(
  { db, clock }: { db: Db; clock: Clock },
  { member, actor }: ActingMember,
  madeBy: string | null,
): Promise<Outcome<{ ok: true; ended: RevokedKeys }>> {
  const now = clock();
  if (madeBy === null && !isProved(member, now)) return refuse("prove_again");
  const act = { householdId: member.householdId, actor, now };
  return done({ ok: true, ended: await revokeHandedOut(db, act, madeBy) });
}
