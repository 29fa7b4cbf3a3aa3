import { and, eq, exists, isNull, ne, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias, type PgColumn } from "drizzle-orm/pg-core";
import { companionSessions } from "../../schema/tables/companion.ts";
import { memberships, users } from "../../schema/tables/household.ts";
import { invitations, sessions } from "../../schema/tables/sign-in.ts";
import type { Role } from "../../schema/vocabulary.ts";
import { type Db, householdLock, underLock } from "../kernel/db.queries.ts";
import { isoTime, queryBuilder } from "../kernel/statements.queries.ts";
import { dropForPerson } from "../outbox/drop-waiting.queries.ts";
import { logFrom, movedFrom } from "./activity.queries.ts";
import type { Act, Member } from "./activity.ts";
import { HANDED_OUT, isStill } from "./handed-out.queries.ts";
import { isMembership } from "./sessions.queries.ts";

const named = (name: string, body: SQLWrapper): SQL => sql`${sql.identifier(name)} as (${body.getSQL()})`;

/** CTEs that revoke the home's keys, links and tokens for which `whose` holds, and log each one. */
function revokeLeftovers(act: Act, whose: (table: { createdBy: PgColumn }) => SQL): SQL {
  const revoking = Object.entries(HANDED_OUT).flatMap(([name, { table, revoked }]) => {
    const update = queryBuilder
      .update(table)
      .set({ revokedAt: act.at })
      .where(and(eq(table.householdId, act.householdId), isNull(table.revokedAt), whose(table)))
      .returning({ id: table.id });
    const entry = { ...act, action: revoked, subject: sql`id` };
    return [named(`revoked_${name}`, update), named(`logged_${name}`, logFrom(`revoked_${name}`, entry))];
  });
  return sql.join(revoking, sql`, `);
}

/** CTEs that delete the home's open invitations for which `whose` holds, and log each one. */
function endInvitations(act: Act, whose: SQL): SQL {
  const ended = queryBuilder
    .delete(invitations)
    .where(and(eq(invitations.householdId, act.householdId), isNull(invitations.acceptedAt), whose))
    .returning({ id: invitations.id });
  const entry = { ...act, action: "invitation_revoked", subject: sql`id` } as const;
  const ending = [
    named("ended_invitations", ended),
    named("logged_invitations", logFrom("ended_invitations", entry)),
  ];
  return sql.join(ending, sql`, `);
}

/** Lists the members in the order of joining. */
export const listMembers = (db: Db, householdId: string) =>
  db("repeatable", (queries) =>
    queries
      .select({
        user_id: memberships.userId,
        email: users.email,
        name: users.name,
        language: users.language,
        role: memberships.role,
        joined_at: isoTime(memberships.createdAt),
      })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(eq(memberships.householdId, householdId))
      .orderBy(memberships.createdAt, memberships.userId),
  );

type MemberAct = Act & {
  userId: string;
  /** The member who makes the change. If they no longer have their role at commit, nothing changes. */
  by: Member;
  /** True if the actor has recently confirmed their identity, which any change of owners requires. */
  isProved: boolean;
};
/** `revokeKeys`: also revoke the member's keys, links and tokens. */
type Removal = MemberAct & { revokeKeys: boolean };

/** `last_owner`: the change would leave the home without an owner. */
export type MemberVerdict = "changed" | "not_found" | "last_owner" | "prove_again" | "changed_meanwhile";

/** Changes a role. Only owners may invite, so the open invitations of a person who stops being an owner are deleted. */
export async function changeRole(db: Db, act: MemberAct, role: Role): Promise<MemberVerdict> {
  const guard = role === "owner" ? mayPromote(act) : and(anOwnerIsLeft(act), mayEnd(act));
  const before = queryBuilder.select(WHO).from(memberships).where(isMembership(act));
  const changed = queryBuilder
    .update(memberships)
    .set({ role })
    .where(and(isMembership(act), guard, isStill(act.by)))
    .returning(WHO);
  const invited = sql`${role !== "owner"} and ${invitations.invitedBy} in (${CHANGED})`;
  return await verdict(
    db,
    act,
    sql`
      with before as ${before}, changed as ${changed},
      ${endInvitations(act, invited)},
      moved as (${movedFrom("changed", "user_id")}),
      logged as (${logFrom("moved", { ...act, action: "member_role_changed", subject: act.userId, details: { role } })})`,
  );
}

/** Removes a member with their sessions in this home, their open invitations and the messages that wait for them. */
export async function removeMember(db: Db, act: Removal): Promise<MemberVerdict> {
  const details = { left: act.actor.id === act.userId };
  const changed = queryBuilder
    .delete(memberships)
    .where(and(isMembership(act), anOwnerIsLeft(act), mayEnd(act), isStill(act.by)))
    .returning(WHO);
  const endedOf = (table: typeof sessions | typeof companionSessions) =>
    queryBuilder
      .delete(table)
      .where(and(sql`${table.userId} in (${CHANGED})`, eq(table.householdId, act.householdId)));
  return await verdict(
    db,
    act,
    sql`
      with changed as ${changed},
      ${endInvitations(act, sql`${invitations.invitedBy} in (${CHANGED})`)},
      ${revokeLeftovers(act, ({ createdBy }) => sql`${act.revokeKeys} and ${createdBy} in (${CHANGED})`)},
      browsers as ${endedOf(sessions)}, phones as ${endedOf(companionSessions)},
      unsent as (${dropForPerson(act.userId, act.at, { homes: sql`select ${act.householdId} from changed` })}),
      logged as (${logFrom("changed", { ...act, action: "member_removed", subject: act.userId, details })})`,
  );
}

const WHO = { userId: memberships.userId, role: memberships.role };
const CHANGED = sql`select user_id from changed`;

/** The condition that the home has an owner without this member. The home's lock keeps it true until the commit. */
const anOwnerIsLeft = ({ householdId, userId }: MemberAct) => {
  const other = alias(memberships, "other");
  const owners = queryBuilder
    .select({ userId: other.userId })
    .from(other)
    .where(and(eq(other.householdId, householdId), ne(other.userId, userId), eq(other.role, "owner")));
  return or(ne(memberships.role, "owner"), exists(owners));
};

const mayEnd = ({ isProved, userId, actor }: MemberAct) =>
  isProved || actor.id === userId ? undefined : ne(memberships.role, "owner");

const mayPromote = ({ isProved }: MemberAct) => (isProved ? undefined : eq(memberships.role, "owner"));

async function verdict(db: Db, act: MemberAct, changing: SQL): Promise<MemberVerdict> {
  const row = await underLock<{ changed: boolean; still: boolean; role: Role | null }>(
    db,
    householdLock(act.householdId),
    sql`${changing}
      select exists (select 1 from changed) as changed, ${isStill(act.by)} as still,
        ${queryBuilder.select({ role: memberships.role }).from(memberships).where(isMembership(act))} as role`,
  );
  if (row?.changed) return "changed";
  if (row?.role == null) return "not_found";
  if (!row.still) return "changed_meanwhile";
  return act.actor.id === act.userId || act.isProved ? "last_owner" : "prove_again";
}
