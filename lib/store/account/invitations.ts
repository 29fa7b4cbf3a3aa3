import { and, count, desc, eq, exists, gt, inArray, isNull, min, ne, type SQL, sql } from "drizzle-orm";
import { LIMITS } from "../../../schema/limits.ts";
import { activity } from "../../../schema/tables/activity.ts";
import { memberships } from "../../../schema/tables/household.ts";
import { outbox } from "../../../schema/tables/outbox.ts";
import { declinedInvitations } from "../../../schema/tables/sending.ts";
import { invitations } from "../../../schema/tables/sign-in.ts";
import { users } from "../../../schema/tables/user.ts";
import type { Role } from "../../../schema/vocabulary.ts";
import type { InvitationItem } from "../../domain/account/items.ts";
import type { Member } from "../../domain/account/member.ts";
import type { Actor } from "../../domain/activity.ts";
import type { Charge } from "../../domain/outgoing/audience/counts.ts";
import type { SealedMessage } from "../../domain/outgoing/message.ts";
import { logFrom } from "../activity.ts";
import type { Db } from "../db.ts";
import { draft } from "../draft.ts";
import { insertSelect } from "../insert-select.ts";
import { isoTime } from "../iso-time.ts";
import { changeLogged } from "../logged-change.ts";
import { affordable, chargesLock, countCharges } from "../outgoing/charges.ts";
import { enqueueFrom } from "../outgoing/enqueue.ts";
import { householdLock } from "../under-lock.ts";
import { isStill } from "./made-by.ts";

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

const isOpenAt = (now: Date) => and(isNull(invitations.acceptedAt), gt(invitations.expiresAt, now));

export type NewInvitation = {
  id: string;
  member: Member;
  email: string;
  role: Role;
  mail: SealedMessage;
  actor: Actor;
  now: Date;
  expiresAt: Date;
  /** Mail of invitations after this counts towards the limit. */
  countedSince: Date;
};

export type InviteVerdict =
  | { verdict: "invited" | "already_member" | "too_many" | "changed_meanwhile" }
  | { verdict: "invitation_declined" | "invitation_limit" }
  | { verdict: "too_often"; fullSince: Date };

type InviteRow = {
  invited: boolean;
  still: boolean;
  is_member: boolean;
  is_declined: boolean;
  is_affordable: boolean;
  sent: number;
  oldest: string | null;
};

/** An address has one invitation a home: a new one takes the place of the old. */
export async function addInvitation(db: Db, wish: NewInvitation): Promise<InviteVerdict> {
  const { householdId, userId } = wish.member;
  const entry = {
    householdId,
    at: wish.now,
    actor: wish.actor,
    action: "member_invited" as const,
    subject: wish.id,
    details: { email: wish.email, role: wish.role },
  };
  const charges = chargesOf(wish);
  const made = insertSelect(
    invitations,
    {
      id: wish.id,
      householdId,
      email: wish.email,
      role: wish.role,
      invitedBy: userId,
      expiresAt: wish.expiresAt,
      createdAt: wish.now,
    },
    sql`from facts where ${isStill(wish.member)} and not is_member and open < ${LIMITS.invitationsMax}::bigint
        and sent < ${LIMITS.invitationsPerHour}::bigint and not is_declined and exists (select from affordable)
      on conflict (household_id, email) do update set id = excluded.id, role = excluded.role,
        invited_by = excluded.invited_by, accepted_at = null, expires_at = excluded.expires_at,
        created_at = excluded.created_at
      returning id`,
  );
  const statement = sql`
    with facts as (${factsFor(wish)}), ${affordable(charges)}, made as (${made}),
    charged as (${countCharges("made")}),
    queued as (${enqueueFrom("made", wish.mail, wish.now)}),
    logged as (${logFrom("made", entry)})
    select exists (select 1 from made) as invited, ${isStill(wish.member)} as still, is_member,
      is_declined, exists (select from affordable) as is_affordable, sent::integer as sent, oldest from facts`;
  const results = await db("once", (queries) =>
    queries.batch([
      queries.execute(householdLock(householdId)),
      queries.execute(chargesLock(charges)),
      queries.execute<InviteRow>(statement),
    ]),
  );
  return toVerdict(results[2].rows[0], wish.now);
}

/** One row: whether the address may be invited, and how many invitations are open and were sent of late. */
function factsFor({ member: { householdId }, email, now, countedSince }: NewInvitation): SQL {
  const members = draft
    .select({ userId: memberships.userId })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.householdId, householdId), eq(users.email, email)));
  const declines = draft
    .select({ email: declinedInvitations.email })
    .from(declinedInvitations)
    .where(and(eq(declinedInvitations.email, email), inArray(declinedInvitations.home, ["", householdId])));
  const others = and(eq(invitations.householdId, householdId), ne(invitations.email, email), isOpenAt(now));
  const mails = draft
    .select({ sent: count().as("sent"), oldest: min(outbox.createdAt).as("oldest") })
    .from(outbox)
    .where(
      and(
        eq(outbox.householdId, householdId),
        eq(outbox.kind, "invitation"),
        gt(outbox.createdAt, countedSince),
      ),
    );
  return sql`
    select ${exists(members)} as is_member, ${exists(declines)} as is_declined,
      ${draft.$count(invitations, others)} as open, mail.sent, mail.oldest from ${mails} mail`;
}

/**
 * Counts invitations to one address from everywhere and by one person to everywhere, so that nobody is buried
 * in them.
 */
function chargesOf({ email, member, now }: NewInvitation): Charge[] {
  const one = {
    channel: "email",
    scope: "invitation",
    period: now.toISOString().slice(0, 10),
    add: 1,
  } as const;
  return [
    { ...one, subject: email, max: LIMITS.invitationsToAddressPerDay },
    { ...one, subject: member.userId, max: LIMITS.invitationsByAccountPerDay },
  ];
}

function toVerdict(row: InviteRow | undefined, now: Date): InviteVerdict {
  if (row?.invited) return { verdict: "invited" };
  if (row?.still === false) return { verdict: "changed_meanwhile" };
  if (row?.is_member) return { verdict: "already_member" };
  if (row?.is_declined) return { verdict: "invitation_declined" };
  if (row?.is_affordable === false) return { verdict: "invitation_limit" };
  const isTooOften = row !== undefined && row.sent >= LIMITS.invitationsPerHour;
  return isTooOften
    ? { verdict: "too_often", fullSince: row.oldest === null ? now : new Date(row.oldest) }
    : { verdict: "too_many" };
}

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
