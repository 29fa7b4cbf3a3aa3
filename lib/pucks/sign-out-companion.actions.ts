import type { Db } from "../kernel/db.queries.ts";
import { done, type Outcome } from "../kernel/outcome.ts";
import type { Clock } from "../kernel/ports.ts";
import type { ActingMember } from "../people/items.ts";
import { deleteSession } from "../people/sessions.queries.ts";

/** Signed out twice at once is signed out too. */
export async function signOutCompanion(
  { db, clock }: { db: Db; clock: Clock },
  { member, actor }: ActingMember,
): Promise<Outcome<{ ok: true }>> {
  await deleteSession(db, { sessionId: member.sessionId, member, actor, action: "signed_out", now: clock() });
  return done({ ok: true });
}
