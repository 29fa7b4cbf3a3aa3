import type { ActingMember } from "../../domain/account/member.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import type { Clock } from "../../ports.ts";
import { deleteSession } from "../../store/account/sessions.ts";
import type { Db } from "../../store/db.ts";

/** One of the member's own sessions, in whichever home; ending the one at hand is signing out. */
export async function endSession(
  { db, clock }: { db: Db; clock: Clock },
  { member, actor }: ActingMember,
  sessionId: string,
): Promise<Outcome<{ ok: true }>> {
  const action = sessionId === member.sessionId ? "signed_out" : "session_revoked";
  const wasThere = await deleteSession(db, { sessionId, member, actor, action, now: clock() });
  return wasThere ? done({ ok: true }) : refuse("not_found");
}
