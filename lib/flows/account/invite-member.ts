import { LIMITS } from "../../../schema/limits.ts";
import { ID_PREFIXES, type Role } from "../../../schema/vocabulary.ts";
import type { InvitationItem } from "../../domain/account/items.ts";
import { type Limited, overCountedLimit } from "../../domain/account/limited.ts";
import type { ActingMember } from "../../domain/account/member.ts";
import { isProved } from "../../domain/account/session-time.ts";
import { budgetLines } from "../../domain/budget/budget.ts";
import type { SendingPolicy } from "../../domain/channels/rules.ts";
import { newId } from "../../domain/id.ts";
import { declineUrl } from "../../domain/links/decline-token.ts";
import { done, refuse } from "../../domain/outcome.ts";
import { invitationMail } from "../../domain/outgoing/mail/invitation-mail.ts";
import { DAY_MS } from "../../domain/time.ts";
import type { Clock, Random, SignDeclineToken, Vault } from "../../ports.ts";
import { addInvitation, type InviteVerdict } from "../../store/account/add-invitation.ts";
import { findHousehold } from "../../store/account/households.ts";
import type { Db } from "../../store/db.ts";
import { findSpender } from "../find-spender.ts";
import { sealMail } from "../outgoing/seal-mail.ts";

export type InvitePorts = {
  db: Db;
  clock: Clock;
  random: Random;
  serverVault: Vault;
  signDeclineToken: SignDeclineToken;
  sendingPolicy: SendingPolicy;
  baseUrl: string;
};

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
      url: `${baseUrl}/`,
      declineUrl: declineUrl(baseUrl, await ports.signDeclineToken({ householdId: home.id, email })),
    }),
  });
  const countedSince = new Date(now.getTime() - HOUR_SECONDS * 1_000);
  const spender = { ...(await findSpender(ports, { householdId: home.id, actor })), account: member.userId };
  const charges = budgetLines("invitation", { ...spender, address: email }, ports.sendingPolicy, now);
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
