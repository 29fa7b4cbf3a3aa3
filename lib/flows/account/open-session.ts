import type { Member } from "../../domain/account/member.ts";
import { sessionLives } from "../../domain/account/session-time.ts";
import { effectivePlan } from "../../domain/entitlement.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import type { Clock } from "../../ports.ts";
import { findSession } from "../../store/account/find-session.ts";
import type { Db } from "../../store/db.ts";

export type OpenSessionPorts = { db: Db; clock: Clock };

/** Finds who holds the token, in one call that also marks the session as used. */
export async function openSession(ports: OpenSessionPorts, token: string): Promise<Outcome<Member>> {
  const now = ports.clock();
  const session = await findSession(ports.db, token, now);
  if (session === null || !sessionLives(session, now)) return refuse("sign_in_first");
  const { userId, email, role, householdId, sessionId, provedAt } = session;
  const plan = effectivePlan(session, now);
  return done({ userId, email, role, householdId, sessionId, plan, provedAt });
}
