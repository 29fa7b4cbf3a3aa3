import { LIMITS } from "../../schema/limits.ts";
import { ID_PREFIXES, type Role } from "../../schema/vocabulary.ts";
import { budgetLines } from "../budget/budget.ts";
import { findSpender } from "../budget/find-spender.actions.ts";
import { mailboxOf } from "../budget/mailbox.ts";
import type { SendingPolicy } from "../channels/rules.ts";
import { done, refuse } from "../kernel/outcome.ts";
import { newId } from "../kernel/secret.ts";
import type { Services } from "../kernel/services.actions.ts";
import { DAY_MS } from "../kernel/time.ts";
import { declineUrl } from "../messages/links/tokens.ts";
import { invitationMail } from "../messages/mail/account-mails.ts";
import { sealMail } from "../messages/seal-message.actions.ts";
import { addInvitation, type InviteVerdict } from "./add-invitation.queries.ts";
import { findHousehold } from "./households.queries.ts";
import type { ActingMember, InvitationItem } from "./items.ts";
import { type Limited, overCountedLimit } from "./limited.ts";
import { isProved } from "./sign-in.ts";

export type InvitePorts = Pick<
  Services,
  "db" | "clock" | "random" | "serverVault" | "signDeclineToken" | "baseUrl"
> & { sendingPolicy: SendingPolicy };

const HOUR_SECONDS = 3_600;
const MAIL_LIMIT = { name: "invitations", limit: LIMITS.invitationsPerHour, windowSeconds: HOUR_SECONDS };

/**
 * A second invitation of an address replaces its first. Nobody is asked to be an owner without a fresh proof.
 */
export async function inviteMember(
  ports: InvitePorts,
  { member, actor }: ActingMember,
  { email, role }: { email: string; role: Role },
): Promise<Limited<{ invitation: InvitationItem }>> {
  const { db, random, baseUrl } = ports;
  const now = ports.clock();
  if (role === "owner" && !isProved(member, now)) return refuse("prove_again");
  const home = await findHousehold(db, member.householdId);
  if (home === null) return refuse("not_found");
  const id = newId(ID_PREFIXES.invitation, random);
  const expiresAt = new Date(now.getTime() + LIMITS.invitationDays * DAY_MS);
  const mail = await sealMail(ports, {
    householdId: home.id,
    recipient: email,
    dedupeKey: `invitation/${id}`,
    kind: "invitation",
    content: invitationMail({
      home: home.name,
      invitedBy: member.email,
      role,
      language: member.language,
      url: `${baseUrl}/`,
      declineUrl: declineUrl(baseUrl, await ports.signDeclineToken({ householdId: home.id, email })),
    }),
  });
  const countedSince = new Date(now.getTime() - HOUR_SECONDS * 1_000);
  const spender = { ...(await findSpender(ports, { householdId: home.id, actor })), account: member.userId };
  const charges = budgetLines(
    "invitation",
    { ...spender, address: mailboxOf(email) },
    ports.sendingPolicy,
    now,
  );
  const wish = { id, member, email, role, mail, charges, actor, now, expiresAt, countedSince };
  const invitation = { id, email, role, invited_by: member.email, ...times(now, expiresAt) };
  return answer(await addInvitation(db, wish), invitation, now);
}

const times = (createdAt: Date, expiresAt: Date) => ({
  created_at: createdAt.toISOString(),
  expires_at: expiresAt.toISOString(),
});

function answer(
  result: InviteVerdict,
  invitation: InvitationItem,
  now: Date,
): Limited<{ invitation: InvitationItem }> {
  switch (result.verdict) {
    case "invited":
      return done({ invitation });
    case "already_member":
    case "too_many":
    case "changed_meanwhile":
    case "invitation_declined":
    case "invitation_limit":
      return refuse(result.verdict);
    case "too_often":
      return overCountedLimit(MAIL_LIMIT, result.fullSince, now, "invitations");
    default:
      return result satisfies never;
  }
}
