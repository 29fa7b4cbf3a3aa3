import { type SQL, sql } from "drizzle-orm";
import type { Role } from "../../../schema/vocabulary.ts";
import type { MemberItem } from "../../domain/account/items.ts";
import type { ActivityEntry, Actor } from "../../domain/activity.ts";
import { logFrom, movedFrom } from "../activity.ts";
import type { Db } from "../db.ts";
import { underHouseholdLock } from "../household-lock.ts";
import { isoTime } from "../iso-time.ts";
import { type EndedLeftovers, endedCounts, endInvitations, revokeLeftovers } from "./member-leftovers.ts";

/** First joined first. */
export async function listMembers(db: Db, householdId: string): Promise<MemberItem[]> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<MemberItem>(sql`
      select membership.user_id, person.email, membership.role, ${isoTime("membership.created_at")} as joined_at
      from memberships membership join users person on person.id = membership.user_id
      where membership.household_id = ${householdId}
      order by membership.created_at, membership.user_id`),
  );
  return rows;
}

export type MemberAct = {
  householdId: string;
  userId: string;
  actor: Actor;
  now: Date;
  /** Whether whoever acts has proved lately who they are: nobody ends another owner's rights without. */
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
  const guard = sql`(${role} = 'owner' or (${anOwnerIsLeft(act)} and ${mayEnd(act)}))`;
  return await verdict(
    db,
    act,
    sql`
      with before as (select user_id, role from memberships where ${isMember(act)}),
      changed as (
        update memberships set role = ${role} where ${isMember(act)} and ${guard} returning user_id, role),
      ${endInvitations(act, sql`${role} <> 'owner' and invited_by in (select user_id from changed)`)},
      ${revokeLeftovers(act, sql`${act.revokeKeys === true} and created_by in (select user_id from changed)`)},
      ${movedFrom("changed", "user_id")},
      logged as (${logFrom("moved", entry)})`,
  );
}

/** Their sessions in this home end in the same commit, and what they left open; those in other homes stay. */
export async function removeMember(db: Db, act: MemberAct): Promise<MemberVerdict> {
  const entry = logEntry(act, "member_removed", { left: act.actor.id === act.userId });
  return await verdict(
    db,
    act,
    sql`
      with changed as (
        delete from memberships where ${isMember(act)} and ${anOwnerIsLeft(act)} and ${mayEnd(act)}
        returning user_id, role),
      ${endInvitations(act, sql`invited_by in (select user_id from changed)`)},
      ${revokeLeftovers(act, sql`created_by in (select user_id from changed where ${revokes(act)})`)},
      ended as (
        delete from sessions using changed
        where sessions.user_id = changed.user_id and sessions.household_id = ${act.householdId}),
      logged as (${logFrom("changed", entry)})`,
  );
}

const logEntry = (
  { householdId, userId, actor, now }: MemberAct,
  action: "member_role_changed" | "member_removed",
  details: Record<string, string | boolean>,
): ActivityEntry => ({ householdId, at: now, actor, action, subject: userId, details });

/** Of the row of `changed`. */
const revokes = ({ revokeKeys, userId, actor }: MemberAct): SQL =>
  revokeKeys === null ? sql`role = 'owner' and ${actor.id !== userId}` : sql`${revokeKeys}`;

const isMember = ({ householdId, userId }: MemberAct): SQL =>
  sql`household_id = ${householdId} and user_id = ${userId}`;

/** Without this member; true under the home's lock stays true until the commit. */
const anOwnerIsLeft = ({ householdId, userId }: MemberAct): SQL => sql`(
  memberships.role <> 'owner' or exists (
    select 1 from memberships other where other.household_id = ${householdId}
      and other.user_id <> ${userId} and other.role = 'owner'))`;

const mayEnd = ({ isProved, userId, actor }: MemberAct): SQL =>
  sql`(memberships.role <> 'owner' or ${isProved || actor.id === userId})`;

async function verdict(db: Db, act: MemberAct, changing: SQL): Promise<MemberVerdict> {
  const [row] = await underHouseholdLock<{ changed: boolean; role: Role | null; ended: EndedLeftovers }>(
    db,
    "once",
    act.householdId,
    sql`${changing}
      select exists (select 1 from changed) as changed, ${endedCounts} as ended,
        (select role from memberships where ${isMember(act)}) as role`,
  );
  if (row?.changed) return { is: "done", ended: row.ended };
  if (row?.role == null) return { is: "unknown" };
  const isSelf = act.actor.id === act.userId;
  return { is: isSelf || act.isProved ? "last_owner" : "prove_again" };
}
