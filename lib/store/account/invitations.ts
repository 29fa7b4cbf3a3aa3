import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import { activity } from "../../../schema/tables/activity.ts";
import { memberships } from "../../../schema/tables/household.ts";
import { invitations } from "../../../schema/tables/sign-in.ts";
import { users } from "../../../schema/tables/user.ts";
import type { InvitationItem } from "../../domain/account/items.ts";
import type { Member } from "../../domain/account/member.ts";
import type { Actor } from "../../domain/activity.ts";
import type { Db } from "../db.ts";
import { draft } from "../draft.ts";
import { insertSelect } from "../insert-select.ts";
import { isoTime } from "../iso-time.ts";
import { changeLogged } from "../logged-change.ts";

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

export type InvitationAct = { id: string; member: Member; actor: Actor; now: Date };

/** False where the home has no such invitation. */
export async function deleteInvitation(db: Db, { id, member, actor, now }: InvitationAct): Promise<boolean> {
  const { householdId } = member;
  const entry = { householdId, at: now, actor, action: "invitation_revoked" as const, subject: id };
  const removal = draft
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
  const accepted = draft
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
