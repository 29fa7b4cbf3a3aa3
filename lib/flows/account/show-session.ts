import type { Plan, Role } from "../../../schema/vocabulary.ts";
import type { Member } from "../../domain/account/member.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import type { Clock } from "../../ports.ts";
import { findOwnHomes, type OwnHomes } from "../../store/account/households.ts";
import type { Db } from "../../store/db.ts";

export type ShownSession = Omit<OwnHomes, "household"> & {
  session: { id: string };
  user: { id: string; email: string };
  household: { id: string; name: string };
  role: Role;
  plan: Plan;
  trial_ends_at: string | null;
};

/** Shows who is signed in, where, with which rights, and where else they could be. */
export async function showSession(
  { db, clock }: { db: Db; clock: Clock },
  member: Member,
): Promise<Outcome<ShownSession>> {
  const homes = await findOwnHomes(db, member, clock());
  if (homes === null) return refuse("sign_in_first");
  const { household, households, invitations } = homes;
  return done({
    session: { id: member.sessionId },
    user: { id: member.userId, email: member.email },
    household: { id: household.id, name: household.name },
    role: member.role,
    plan: member.plan,
    trial_ends_at: household.trial_ends_at,
    households,
    invitations,
  });
}
