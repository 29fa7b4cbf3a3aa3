import type { Role } from "../../schema/vocabulary.ts";
import type { MemberChanged as WireMemberChanged } from "../../schema/wire/account/household.ts";
import type { UserAnswer, UserChange } from "../../schema/wire/account/sign-in.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import type { Services } from "../kernel/services.actions.ts";
import { may } from "./entitlement.ts";
import type { ActingMember } from "./items.ts";
import { changeRole, removeMember as commitRemoval, type MemberVerdict } from "./members.queries.ts";
import { isProved } from "./sign-in.ts";
import { saveUser } from "./users.queries.ts";

type Ports = Pick<Services, "db" | "clock">;

type MemberChanged = WireMemberChanged;

/** `revokeKeys`: also what the member handed out. */
export async function changeMemberRole(
  { db, clock }: Ports,
  { member, actor }: ActingMember,
  { userId, role, revokeKeys }: { userId: string; role: Role; revokeKeys: boolean },
): Promise<Outcome<MemberChanged>> {
  const now = clock();
  const { householdId } = member;
  const act = { householdId, userId, actor, now, revokeKeys, isProved: isProved(member, now) };
  return answer(await changeRole(db, act, role));
}

/** An owner removes anyone; everyone may leave. `revokeKeys` null: of an owner whom somebody else removes. */
export async function removeMember(
  { db, clock }: Ports,
  { member, actor }: ActingMember,
  { userId, revokeKeys }: { userId: string; revokeKeys: boolean | null },
): Promise<Outcome<MemberChanged>> {
  if (userId !== member.userId && may("manage_members", member) !== "yes") return refuse("role_forbids");
  const now = clock();
  const { householdId } = member;
  const act = { householdId, userId, actor, now, revokeKeys, isProved: isProved(member, now) };
  return answer(await commitRemoval(db, act));
}

function answer(verdict: MemberVerdict): Outcome<MemberChanged> {
  switch (verdict.is) {
    case "done":
      return done({ ok: true, ended: verdict.ended });
    case "unknown":
      return refuse("not_found");
    case "last_owner":
    case "prove_again":
      return refuse(verdict.is);
    default:
      return verdict satisfies never;
  }
}

/** A person's own choice of language and unit; nobody else's. */
export async function changeUser(
  { db }: Pick<Services, "db">,
  { member }: ActingMember,
  { language, temperature_unit: temperatureUnit }: UserChange,
): Promise<Outcome<UserAnswer>> {
  const saved = await saveUser(db, member.userId, {
    ...(language === undefined ? {} : { language }),
    ...(temperatureUnit === undefined ? {} : { temperatureUnit }),
  });
  if (saved === null) return refuse("not_found");
  const { id, email } = saved;
  return done({
    user: { id, email, language: saved.language, temperature_unit: saved.temperatureUnit },
  });
}
