import { ID_PREFIXES } from "../../../schema/vocabulary.ts";
import type { ActingMember } from "../../domain/account/member.ts";
import { newId } from "../../domain/id.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import { accountDeletedMail } from "../../domain/outgoing/mail/account-deleted-mail.ts";
import { deleteAccount as commitDeletion } from "../../store/account/delete-account.ts";
import { sealMessage } from "../outgoing/seal-message.ts";
import type { DeleteHomePorts } from "./delete-home.ts";

/**
 * The person, for ever, with the homes that nobody else belongs to. A home that others belong to must have another
 * owner first, or be deleted: nobody's pipes lose their watch by somebody else's leaving.
 */
export async function deleteAccount(
  { db, clock, random, serverVault }: DeleteHomePorts,
  { member, actor }: ActingMember,
): Promise<Outcome<{ ok: true }>> {
  const now = clock();
  const { userId, email } = member;
  const farewell = await sealMessage(serverVault, {
    ...{ id: newId(ID_PREFIXES.message, random), householdId: null, channel: "email", recipient: email },
    ...{ dedupeKey: `account_deleted/${userId}`, kind: "account_deleted" },
    content: accountDeletedMail(now),
  });
  const verdict = await commitDeletion(db, { userId, email, actor, farewell, now });
  switch (verdict.is) {
    case "deleted":
      return done({ ok: true });
    case "stuck":
      return refuse("owns_homes", ownsHomes(verdict.homes));
    case "unknown":
      return refuse("not_found");
    default:
      return verdict satisfies never;
  }
}

const HOMES_NAMED_MAX = 3;

function ownsHomes(homes: readonly string[]): string {
  const named = homes.slice(0, HOMES_NAMED_MAX).map((name) => `"${name}"`);
  const more = homes.length - named.length;
  const list = more > 0 ? `${named.join(", ")} and ${more} more` : named.join(", ");
  return `You are the last owner of ${list}: make somebody else an owner there, or delete the home first`;
}
