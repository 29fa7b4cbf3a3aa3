import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import type { Clock } from "../../ports.ts";
import { endSessionsOf } from "../../store/account/end-sessions.ts";
import type { Db } from "../../store/db.ts";

/** Ends every session of a person at once. An operator asks for it; the homes' activity names the service. */
export async function endPersonsSessions(
  { db, clock }: { db: Db; clock: Clock },
  email: string,
): Promise<Outcome<{ ok: true; ended: number }>> {
  const actor = { type: "system", id: null, ip: null } as const;
  const ended = await endSessionsOf(db, { email, actor, now: clock() });
  return ended === null ? refuse("not_found") : done({ ok: true, ended });
}
