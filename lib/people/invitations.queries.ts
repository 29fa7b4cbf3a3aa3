import { and, desc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import { activity } from "../../schema/tables/activity.ts";
import { memberships } from "../../schema/tables/household.ts";
import { declinedInvitations } from "../../schema/tables/sending.ts";
import { invitations } from "../../schema/tables/sign-in.ts";
import { users } from "../../schema/tables/user.ts";
import { spellingsOf } from "../budget/counts.ts";
import type { Db } from "../kernel/db.queries.ts";
import { cte, insertSelect, isoTime, queryBuilder } from "../kernel/statements.queries.ts";
import type { DeclineClaim } from "../messages/links/tokens.ts";
import { changeLogged } from "./activity.queries.ts";
import type { Actor } from "./activity.ts";
import type { InvitationItem, Member } from "./items.ts";

/** The open ones, newest first. */
export async function listInvitations(db: Db, householdId: string, now: Date): Promise<InvitationItem[]> {
  return await db("repeatable", (queries) =>
    queries
      .select({
        id: invitations.id,
        email: invitations.email,
        role: invitations.role,
        invited_by: users.email,
        created_at: isoTime(invitations.createdAt),
        expires_at: isoTime(invitations.expiresAt),
      })
      .from(invitations)
      .innerJoin(users, eq(users.id, invitations.invitedBy))
      .where(and(eq(invitations.householdId, householdId), isOpenAt(now)))
      .orderBy(desc(invitations.createdAt), invitations.id),
  );
}

/** Neither accepted nor expired. */
export const isOpenAt = (now: Date) => and(isNull(invitations.acceptedAt), gt(invitations.expiresAt, now));

type InvitationAct = { id: string; member: Member; actor: Actor; now: Date };

/** False where the home has no such invitation. */
export async function deleteInvitation(db: Db, { id, member, actor, now }: InvitationAct): Promise<boolean> {
  const { householdId } = member;
  const entry = { householdId, at: now, actor, action: "invitation_revoked" as const, subject: id };
  const removal = queryBuilder
    .delete(invitations)
    .where(
      and(eq(invitations.id, id), eq(invitations.householdId, householdId), isNull(invitations.acceptedAt)),
    )
    .returning({ id: invitations.id });
  return await changeLogged(db, removal, entry);
}

/** The home joined; null where the invitation is not open or not for this member's address. */
export async function acceptInvitation(db: Db, act: InvitationAct): Promise<string | null> {
  const { userId, email } = act.member;
  const householdId = sql`household_id`;
  const accepted = queryBuilder
    .update(invitations)
    .set({ acceptedAt: act.now })
    .where(and(eq(invitations.id, act.id), eq(invitations.email, email), isOpenAt(act.now)))
    .returning({ householdId: invitations.householdId, role: invitations.role });
  const joined = insertSelect(
    memberships,
    { householdId, userId, role: sql`role`, createdAt: act.now },
    sql`from accepted on conflict do nothing returning household_id`,
  );
  const logged = insertSelect(
    activity,
    {
      householdId,
      at: act.now,
      actorType: act.actor.type,
      actorId: act.actor.id,
      action: "member_joined",
      subject: userId,
      ip: act.actor.ip,
    },
    sql`from joined`,
  );
  const { rows } = await db("once", (queries) =>
    queries.execute<{ household_id: string }>(sql`
      with accepted as ${accepted}, joined as (${joined}), logged as (${logged})
      select household_id from accepted`),
  );
  return rows[0]?.household_id ?? null;
}

/** Whether somebody there wants no such mail, from the home or from any. */
export const declinesOf = (householdId: string, address: string) =>
  queryBuilder
    .select({ email: declinedInvitations.email })
    .from(declinedInvitations)
    .where(
      and(
        inArray(declinedInvitations.email, spellingsOf(address)),
        inArray(declinedInvitations.home, ["", householdId]),
      ),
    );

/** Remembers it, and ends the open invitations that it is about: of the one home, or of all. */
export async function rememberDecline(
  db: Db,
  { householdId, email }: DeclineClaim,
  isForAll: boolean,
  now: Date,
): Promise<void> {
  const isOfHome = isForAll ? undefined : eq(invitations.householdId, householdId);
  const ended = queryBuilder
    .delete(invitations)
    .where(and(eq(invitations.email, email), isNull(invitations.acceptedAt), isOfHome));
  await db("repeatable", (queries) =>
    queries
      .with(cte("ended", ended))
      .insert(declinedInvitations)
      .values(
        spellingsOf(email).map((spelling) => ({
          email: spelling,
          home: isForAll ? "" : householdId,
          declinedAt: now,
        })),
      )
      .onConflictDoNothing(),
  );
}
