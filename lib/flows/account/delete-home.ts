import { ID_PREFIXES } from "../../../schema/vocabulary.ts";
import type { ActingMember } from "../../domain/account/member.ts";
import { newId } from "../../domain/id.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import { homeDeletedMail } from "../../domain/outgoing/mail/home-deleted-mail.ts";
import type { Clock, Random, Vault } from "../../ports.ts";
import { deleteHome as commitDeletion } from "../../store/account/delete-home.ts";
import { findHousehold } from "../../store/account/households.ts";
import { listMembers } from "../../store/account/members.ts";
import type { Db } from "../../store/db.ts";
import { sealMessage } from "../outgoing/seal-message.ts";

export type DeleteHomePorts = { db: Db; clock: Clock; random: Random; serverVault: Vault };

/** The home with its devices, readings, keys and memberships, for ever; each member is told by mail. */
export async function deleteHome(
  { db, clock, random, serverVault }: DeleteHomePorts,
  { member }: ActingMember,
): Promise<Outcome<{ ok: true }>> {
  const now = clock();
  const { householdId } = member;
  const home = await findHousehold(db, householdId);
  if (home === null) return refuse("not_found");
  const content = homeDeletedMail({ home: home.name, deletedBy: member.email, at: now });
  const farewells = (await listMembers(db, householdId)).map(({ user_id, email }) =>
    sealMessage(serverVault, {
      id: newId(ID_PREFIXES.message, random),
      householdId: null,
      channel: "email",
      recipient: email,
      dedupeKey: `home_deleted/${householdId}/${user_id}`,
      kind: "home_deleted",
      content,
    }),
  );
  const isDeleted = await commitDeletion(db, { householdId, farewells: await Promise.all(farewells), now });
  return isDeleted ? done({ ok: true }) : refuse("not_found");
}
