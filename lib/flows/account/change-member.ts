import type { Role } from "../../../schema/vocabulary.ts";
import type { ActingMember } from "../../domain/account/member.ts";
import { may } from "../../domain/entitlement.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import type { Clock } from "../../ports.ts";
import {
  changeRole,
  removeMember as commitRemoval,
  type MemberVerdict,
} from "../../store/account/members.ts";
import type { Db } from "../../store/db.ts";

type Ports = { db: Db; clock: Clock };

export async function changeMemberRole(
  { db, clock }: Ports,
  { member, actor }: ActingMember,
  { userId, role }: { userId: string; role: Role },
): Promise<Outcome<{ ok: true }>> {
  const act = { householdId: member.householdId, userId, actor, now: clock() };
  return answer(await changeRole(db, act, role));
}

/** An owner removes anyone; everyone may leave. */
export async function removeMember(
  { db, clock }: Ports,
  { member, actor }: ActingMember,
  userId: string,
): Promise<Outcome<{ ok: true }>> {
  if (userId !== member.userId && may("manage_members", member) !== "yes") return refuse("role_forbids");
  const act = { householdId: member.householdId, userId, actor, now: clock() };
  return answer(await commitRemoval(db, act));
}

function answer(verdict: MemberVerdict): Outcome<{ ok: true }> {
  switch (verdict) {
    case "done":
      return done({ ok: true });
    case "unknown":
      return refuse("not_found");
    case "last_owner":
      return refuse("last_owner");
    default:
      return verdict satisfies never;
  }
}
