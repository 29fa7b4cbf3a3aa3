import { and, eq, exists, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { memberships } from "../../../schema/tables/household.ts";
import { invitations, sessions } from "../../../schema/tables/sign-in.ts";
import { users } from "../../../schema/tables/user.ts";
import type { Role } from "../../../schema/vocabulary.ts";
import type { MemberItem } from "../../domain/account/items.ts";
import type { ActivityEntry, Actor } from "../../domain/activity.ts";
import { logFrom, movedFrom } from "../activity.ts";
import type { Db } from "../db.ts";
import { draft } from "../draft.ts";
import { isoTime } from "../iso-time.ts";
import { householdLock, underLock } from "../under-lock.ts";
import { type EndedLeftovers, endedCounts, endInvitations, revokeLeftovers } from "./member-leftovers.ts";

/** First joined first. */
export async function listMembers(db: Db, householdId: string): Promise<MemberItem[]> {
  return await db("repeatable", (queries) =>
    queries
      .select({
        user_id: memberships.userId,
        email: users.email,
        role: memberships.role,
        joined_at: isoTime(memberships.createdAt),
      })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(eq(memberships.householdId, householdId))
      .orderBy(memberships.createdAt, memberships.userId),
  );
}

export type MemberAct = {
  householdId: string;
  userId: string;
  actor: Actor;
  now: Date;
  /** Whether whoever acts has proved lately who they are: nobody makes or unmakes another owner without. */
  isProved: boolean;
  /** Whether what they handed out is revoked too; null: of an owner whom somebody else removes. */
  revokeKeys: boolean | null;
};

/** `last_owner`: the home would be left without one. */
export type MemberVerdict =
  | { is: "done"; ended: EndedLeftovers }
  | { is: "unknown" | "last_owner" | "prove_again" };

/** Only an owner may invite: whoever is none any more has no invitation left open. */
export async function changeRole(db: Db, act: MemberAct, role: Role): Promise<MemberVerdict> {
  const entry = logEntry(act, "member_role_changed", { role });
  const guard = role === "owner" ? mayPromote(act) : and(anOwnerIsLeft(act), mayEnd(act));
  const before = draft.select(WHO).from(memberships).where(isMember(act));
  const changed = draft
    .update(memberships)
    .set({ role })
    .where(and(isMember(act), guard))
    .returning(WHO);
  const invited = sql`${role !== "owner"} and ${invitations.invitedBy} in (${CHANGED})`;
  return await verdict(
    db,
    act,
    sql`
      with before as ${before}, changed as ${changed},
      ${endInvitations(act, invited)},
      ${revokeLeftovers(act, ({ createdBy }) => sql`${act.revokeKeys === true} and ${createdBy} in (${CHANGED})`)},
      moved as (${movedFrom("changed", "user_id")}),
      logged as (${logFrom("moved", entry)})`,
  );
}

/** Their sessions in this home end in the same commit, and what they left open; those in other homes stay. */
export async function removeMember(db: Db, act: MemberAct): Promise<MemberVerdict> {
  const entry = logEntry(act, "member_removed", { left: act.actor.id === act.userId });
  const changed = draft
    .delete(memberships)
    .where(and(isMember(act), anOwnerIsLeft(act), mayEnd(act)))
    .returning(WHO);
  const ended = draft
    .delete(sessions)
    .where(and(sql`${sessions.userId} in (${CHANGED})`, eq(sessions.householdId, act.householdId)));
  return await verdict(
    db,
    act,
    sql`
      with changed as ${changed},
      ${endInvitations(act, sql`${invitations.invitedBy} in (${CHANGED})`)},
      ${revokeLeftovers(act, ({ createdBy }) => sql`${createdBy} in (${CHANGED} where ${revokes(act)})`)},
      ended as ${ended},
      logged as (${logFrom("changed", entry)})`,
  );
}

const WHO = { userId: memberships.userId, role: memberships.role };
const CHANGED = sql`select user_id from changed`;

const logEntry = (
  { householdId, userId, actor, now }: MemberAct,
  action: "member_role_changed" | "member_removed",
  details: Record<string, string | boolean>,
): ActivityEntry => ({ householdId, at: now, actor, action, subject: userId, details });

/** Reads the row of the CTE `changed`. */
const revokes = ({ revokeKeys, userId, actor }: MemberAct): SQL =>
  revokeKeys === null ? sql`role = 'owner' and ${actor.id !== userId}` : sql`${revokeKeys}`;

const isMember = ({ householdId, userId }: MemberAct) =>
  and(eq(memberships.householdId, householdId), eq(memberships.userId, userId));

/** Counts the home without this member; true under the home's lock stays true until the commit. */
const anOwnerIsLeft = ({ householdId, userId }: MemberAct) => {
  const other = alias(memberships, "other");
  const owners = draft
    .select({ userId: other.userId })
    .from(other)
    .where(and(eq(other.householdId, householdId), ne(other.userId, userId), eq(other.role, "owner")));
  return or(ne(memberships.role, "owner"), exists(owners));
};

const mayEnd = ({ isProved, userId, actor }: MemberAct) =>
  isProved || actor.id === userId ? undefined : ne(memberships.role, "owner");

const mayPromote = ({ isProved }: MemberAct) => (isProved ? undefined : eq(memberships.role, "owner"));

async function verdict(db: Db, act: MemberAct, changing: SQL): Promise<MemberVerdict> {
  const row = await underLock<{ changed: boolean; role: Role | null; ended: EndedLeftovers }>(
    db,
    householdLock(act.householdId),
    sql`${changing}
      select exists (select 1 from changed) as changed, ${endedCounts} as ended,
        ${draft.select({ role: memberships.role }).from(memberships).where(isMember(act))} as role`,
  );
  if (row?.changed) return { is: "done", ended: row.ended };
  if (row?.role == null) return { is: "unknown" };
  const isSelf = act.actor.id === act.userId;
  return { is: isSelf || act.isProved ? "last_owner" : "prove_again" };
}
