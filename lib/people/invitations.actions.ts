import { ID_PREFIXES, type Role } from "../../schema/vocabulary.ts";
import { budgetCharges, overCharge } from "../budget/budget.ts";
import { mailboxOf } from "../budget/counts.ts";
import { findSpender } from "../budget/spend.actions.ts";
import type { Limited } from "../kernel/network.ts";
import { done, doneIf, type Outcome, refuse } from "../kernel/outcome.ts";
import { newId } from "../kernel/secret.ts";
import type { CoreServices, Services } from "../kernel/services.actions.ts";
import { DAY_MS } from "../kernel/time.ts";
import { personText } from "../language/sms-text.ts";
import { linkUrl } from "../outbox/links/tokens.ts";
import { invitationMail } from "../outbox/mail/account-mails.ts";
import { sealMail } from "../outbox/seal-message.actions.ts";
import { type ActingMember, entryBy, type Member } from "./activity.ts";
import { findHousehold } from "./households.queries.ts";
import {
  addInvitation,
  acceptInvitation as commitAccept,
  deleteInvitation,
  findInvitingHome,
  findJoinedHome,
  rememberDecline,
} from "./invitations.queries.ts";
import { PEOPLE_LIMITS } from "./limits.ts";
import { isProved } from "./sign-in.ts";

/** Invites an address, and replaces its earlier invitation to this home. Role `owner` requires a confirmed identity. */
export async function inviteMember(
  services: Services,
  acting: ActingMember,
  { email, role }: { email: string; role: Role },
): Promise<Limited<{ ok: true }>> {
  const { db, random, baseUrl, linkTokens } = services;
  const { member, actor } = acting;
  const now = services.clock();
  if (role === "owner" && !isProved(member, now)) return refuse("prove_again");
  const home = await findHousehold(db, member.householdId);
  if (home === null) return refuse("not_found");
  const id = newId(ID_PREFIXES.invitation, random);
  const expiresAt = new Date(now.getTime() + PEOPLE_LIMITS.invitationDays * DAY_MS);
  const mail = await sealMail(services, {
    householdId: home.id,
    recipient: email,
    dedupeKey: `invitation/${id}`,
    kind: "invitation",
    content: invitationMail({
      days: PEOPLE_LIMITS.invitationDays,
      home: home.name,
      invitedBy: personText(member),
      role,
      language: member.language,
      url: `${baseUrl}/settings`,
      declineUrl: linkUrl(
        baseUrl,
        "decline",
        await linkTokens.sign("decline", { householdId: home.id, email }),
      ),
    }),
  });
  const known = await findSpender(services, { householdId: home.id, actor });
  const spender = { ...known, account: member.userId, address: mailboxOf(email) };
  const charges = budgetCharges("invitation", spender, services.sendingPolicy, now);
  const entry = entryBy(acting, now, "member_invited", id, { email, role });
  const verdict = await addInvitation(db, { member, email, role, mail, charges, entry, expiresAt });
  if (verdict === "invited") return done({ ok: true });
  if (typeof verdict === "string") return refuse(verdict);
  return verdict.scope === "home" ? overCharge(verdict, now, "invitations") : refuse("invitation_limit");
}

/** Accepts an invitation for its recipient. Their session stays in its current home. Accepting twice succeeds. */
export async function acceptInvitation({ db, clock }: CoreServices, acting: ActingMember, id: string) {
  const joined = await commitAccept(db, acting, id, clock());
  const householdId = joined ?? (await findJoinedHome(db, acting.member, id));
  return householdId === null ? refuse("not_found") : done({ ok: true, household_id: householdId });
}

export const withdrawInvitation = async ({ db, clock }: CoreServices, acting: ActingMember, id: string) =>
  doneIf(await deleteInvitation(db, entryBy(acting, clock(), "invitation_revoked", id)));

/** Declines by the mail's link. `isForAll` also declines all future invitations of any home. Idempotent. */
export async function declineInvitation(
  { db, clock, linkTokens }: Services,
  token: string,
  isForAll: boolean,
): Promise<Outcome<{ ok: true }>> {
  const claim = await linkTokens.verify("decline", token);
  if (claim === null) return refuse("dead_link");
  await rememberDecline(db, claim, isForAll, clock());
  return done({ ok: true });
}

/** Declines for the signed-in recipient. That home can't invite them again. */
export async function declineOwnInvitation({ db, clock }: CoreServices, { email }: Member, id: string) {
  const now = clock();
  const householdId = await findInvitingHome(db, { id, email, now });
  if (householdId === null) return refuse("not_found");
  await rememberDecline(db, { householdId, email }, false, now);
  return done({ ok: true });
}
