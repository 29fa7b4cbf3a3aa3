import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import { accountDeletedMail } from "../messages/mail/account-mails.ts";
import { sealMail } from "../messages/seal-message.actions.ts";
import { deleteAccount as commitDeletion } from "./delete-account.queries.ts";
import type { DeleteHomePorts } from "./home.actions.ts";
import type { ActingMember } from "./items.ts";

/**
 * Deletes the person for ever, with the homes that nobody else belongs to. A home that others belong to must
 * have another owner first, or be deleted: nobody's pipes lose their watch because somebody else leaves.
 */
export async function deleteAccount(
  ports: DeleteHomePorts,
  { member, actor }: ActingMember,
): Promise<Outcome<{ ok: true }>> {
  const now = ports.clock();
  const { userId, email, language } = member;
  const farewell = await sealMail(ports, {
    householdId: null,
    recipient: email,
    dedupeKey: `account_deleted/${userId}`,
    kind: "account_deleted",
    content: accountDeletedMail(now, language),
  });
  const verdict = await commitDeletion(ports.db, { userId, email, actor, farewell, now });
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
