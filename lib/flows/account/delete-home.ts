import type { ActingMember } from "../../domain/account/member.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import { homeDeletedMail } from "../../domain/outgoing/mail/home-deleted-mail.ts";
import type { Clock, Random, Vault } from "../../ports.ts";
import { deleteHome as commitDeletion } from "../../store/account/delete-home.ts";
import { findHousehold } from "../../store/account/households.ts";
import { listMembers } from "../../store/account/members.ts";
import type { Db } from "../../store/db.ts";
import { sealMail } from "../outgoing/seal-mail.ts";

export type DeleteHomePorts = { db: Db; clock: Clock; random: Random; serverVault: Vault };

/**
 * Deletes the home for ever, with its devices, readings, keys and memberships. Each member is told by mail.
 */
export async function deleteHome(
  ports: DeleteHomePorts,
  { member }: ActingMember,
): Promise<Outcome<{ ok: true }>> {
  const { db } = ports;
  const now = ports.clock();
  const { householdId } = member;
  const home = await findHousehold(db, householdId);
  if (home === null) return refuse("not_found");
  const content = homeDeletedMail({ home: home.name, deletedBy: member.email, at: now });
  const farewells = (await listMembers(db, householdId)).map(({ user_id, email }) =>
    sealMail(ports, {
      householdId: null,
      recipient: email,
      dedupeKey: `home_deleted/${householdId}/${user_id}`,
      kind: "home_deleted",
      content,
    }),
  );
  const isDeleted = await commitDeletion(db, { householdId, farewells: await Promise.all(farewells), now });
  return isDeleted ? done({ ok: true }) : refuse("not_found");
}
