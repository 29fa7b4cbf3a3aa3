import type { ActingMember } from "../../domain/account/member.ts";
import { done, type Outcome } from "../../domain/outcome.ts";
import type { Clock } from "../../ports.ts";
import { deleteSession } from "../../store/account/sessions.ts";
import type { Db } from "../../store/db.ts";

/** Signed out twice at once is signed out too. */
export async function signOutCompanion(
  { db, clock }: { db: Db; clock: Clock },
  { member, actor }: ActingMember,
): Promise<Outcome<{ ok: true }>> {
  await deleteSession(db, { sessionId: member.sessionId, member, actor, action: "signed_out", now: clock() });
  return done({ ok: true });
}
