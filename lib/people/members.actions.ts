import type { Role } from "../../schema/vocabulary.ts";
import type { UserChange } from "../../schema/wire/account/sign-in.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import type { CoreServices } from "../kernel/services.actions.ts";
import { accountDeletedMail } from "../outbox/mail/account-mails.ts";
import { sealMail } from "../outbox/seal-message.actions.ts";
import { type ActingMember, actBy } from "./activity.ts";
import { may } from "./entitlement.ts";
import { findHousehold } from "./households.queries.ts";
import { changeRole, removeMember as commitRemoval, type MemberVerdict } from "./members.queries.ts";
import { isProved } from "./sign-in.ts";
import { deleteAccount as commitDeletion, saveUser } from "./users.queries.ts";

const HOMES_NAMED_MAX = 3;

export async function changeMemberRole(
  { db, clock }: CoreServices,
  acting: ActingMember,
  userId: string,
  { role }: { role: Role },
): Promise<Outcome<{ ok: true }>> {
  const now = clock();
  const act = { ...actBy(acting, now), by: acting.member, userId, isProved: isProved(acting.member, now) };
  return answer(await changeRole(db, act, role));
}

/** An owner may remove anyone; everyone may leave. `revokeKeys` also revokes the member's keys, links and tokens. */
export async function removeMember(
  { db, clock }: CoreServices,
  acting: ActingMember,
  { userId, revokeKeys }: { userId: string; revokeKeys: boolean },
): Promise<Outcome<{ ok: true }>> {
  const { member } = acting;
  if (userId !== member.userId && may("manage_members", member) !== "yes") return refuse("role_forbids");
  const now = clock();
  const act = { ...actBy(acting, now), by: member, userId, revokeKeys, isProved: isProved(member, now) };
  return answer(await commitRemoval(db, act));
}

const answer = (verdict: MemberVerdict): Outcome<{ ok: true }> =>
  verdict === "changed" ? done({ ok: true }) : refuse(verdict);

/** Changes the acting person's own name, language and unit. */
export async function changeUser({ db }: CoreServices, { member }: ActingMember, change: UserChange) {
  const saved = await saveUser(db, member.userId, change);
  return saved === null ? refuse("not_found") : done(saved);
}

/**
 * Deletes the person permanently, with the homes that have no other member. Refuses while they are the last owner of
 * a home with other members, so that nobody loses their alerts because somebody else leaves.
 */
export async function deleteAccount(services: CoreServices, { member, actor }: ActingMember) {
  const now = services.clock();
  const { userId, email, language } = member;
  const home = await findHousehold(services.db, member.householdId);
  const farewell = await sealMail(services, {
    householdId: null,
    recipient: email,
    dedupeKey: `account_deleted/${userId}`,
    kind: "account_deleted",
    content: accountDeletedMail({ at: now, timeZone: home?.time_zone ?? "UTC", language }),
  });
  const verdict = await commitDeletion(services.db, { userId, email, actor, farewell, now });
  if (verdict === "deleted") return done({ ok: true });
  return verdict === "not_found" ? refuse(verdict) : refuse("owns_homes", ownsHomes(verdict.stuck));
}

function ownsHomes(homes: readonly string[]): string {
  const named = homes.slice(0, HOMES_NAMED_MAX).map((name) => `"${name}"`);
  const more = homes.length - named.length;
  const list = more > 0 ? `${named.join(", ")} and ${more} more` : named.join(", ");
  return `You are the last owner of ${list}: make somebody else an owner there, or delete the home first`;
}
