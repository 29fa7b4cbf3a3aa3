import { sql } from "drizzle-orm";
import { LIMITS } from "../../../schema/limits.ts";
import type { Role } from "../../../schema/vocabulary.ts";
import type { InvitationItem } from "../../domain/account/items.ts";
import type { Member } from "../../domain/account/member.ts";
import type { Actor } from "../../domain/activity.ts";
import type { Charge } from "../../domain/outgoing/audience/counts.ts";
import type { SealedMessage } from "../../domain/outgoing/message.ts";
import { logFrom } from "../activity.ts";
import type { Db } from "../db.ts";
import { isoTime } from "../iso-time.ts";
import { changeLogged } from "../logged-change.ts";
import { affordable, chargesLock, countCharges } from "../outgoing/charges.ts";
import { enqueueFrom } from "../outgoing/enqueue.ts";
import { isStill } from "./made-by.ts";

/** The open ones, newest first. */
export async function listInvitations(db: Db, householdId: string, now: Date): Promise<InvitationItem[]> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<InvitationItem>(sql`
      select invitation.id, invitation.email, invitation.role, inviter.email as invited_by,
        ${isoTime("invitation.created_at")} as created_at, ${isoTime("invitation.expires_at")} as expires_at
      from invitations invitation join users inviter on inviter.id = invitation.invited_by
      where invitation.household_id = ${householdId} and invitation.accepted_at is null
        and invitation.expires_at > ${now.toISOString()}::timestamptz
      order by invitation.created_at desc, invitation.id`),
  );
  return rows;
}

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
  const at = sql`${wish.now.toISOString()}::timestamptz`;
  const entry = {
    householdId,
    at: wish.now,
    actor: wish.actor,
    action: "member_invited" as const,
    subject: wish.id,
    details: { email: wish.email, role: wish.role },
  };
  const charges = chargesOf(wish);
  const statement = sql`
      with facts as (
        select *, exists (select from declined_invitations where email = ${wish.email}
          and home in ('', ${householdId})) as is_declined from (
        select exists (select 1 from memberships join users on users.id = user_id
            where household_id = ${householdId} and email = ${wish.email}) as is_member,
          (select count(*) from invitations where household_id = ${householdId} and email <> ${wish.email}
            and accepted_at is null and expires_at > ${at}) as open,
          (select count(*) from outbox where household_id = ${householdId} and kind = 'invitation'
            and created_at > ${wish.countedSince.toISOString()}::timestamptz) as sent,
          (select min(created_at) from outbox where household_id = ${householdId} and kind = 'invitation'
            and created_at > ${wish.countedSince.toISOString()}::timestamptz) as oldest) counted),
      ${affordable(charges)},
      made as (
        insert into invitations (id, household_id, email, role, invited_by, expires_at, created_at)
        select ${wish.id}, ${householdId}, ${wish.email}, ${wish.role}, ${userId},
          ${wish.expiresAt.toISOString()}::timestamptz, ${at}
        from facts where ${isStill(wish.member)} and not is_member and open < ${LIMITS.invitationsMax}::bigint
          and sent < ${LIMITS.invitationsPerHour}::bigint and not is_declined and exists (select from affordable)
        on conflict (household_id, email) do update set id = excluded.id, role = excluded.role,
          invited_by = excluded.invited_by, accepted_at = null, expires_at = excluded.expires_at,
          created_at = excluded.created_at
        returning id),
      charged as (${countCharges("made")}),
      queued as (${enqueueFrom("made", wish.mail, wish.now)}),
      logged as (${logFrom("made", entry)})
      select exists (select 1 from made) as invited, ${isStill(wish.member)} as still, is_member,
        is_declined, exists (select from affordable) as is_affordable, sent::integer as sent, oldest from facts`;
  const results = await db("once", (queries) =>
    queries.batch([
      queries.execute(sql`select 1 from households where id = ${householdId} for no key update`),
      queries.execute(chargesLock(charges)),
      queries.execute<InviteRow>(statement),
    ]),
  );
  return toVerdict(results[2].rows[0], wish.now);
}

/** Of one address from everywhere, and of one person to everywhere: nobody is buried in invitations. */
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
  const removal = sql`
    delete from invitations where id = ${id} and household_id = ${householdId} and accepted_at is null returning id`;
  return await changeLogged(db, removal, entry);
}

/** The home joined; null where the invitation is not open or not for this member's address. */
export async function acceptInvitation(db: Db, act: InvitationAct): Promise<string | null> {
  const { userId, email } = act.member;
  const at = sql`${act.now.toISOString()}::timestamptz`;
  const { rows } = await db("once", (queries) =>
    queries.execute<{ household_id: string }>(sql`
      with accepted as (
        update invitations set accepted_at = ${at}
        where id = ${act.id} and email = ${email} and accepted_at is null and expires_at > ${at}
        returning household_id, role),
      joined as (
        insert into memberships (household_id, user_id, role, created_at)
        select household_id, ${userId}, role, ${at} from accepted
        on conflict do nothing returning household_id),
      logged as (
        insert into activity (household_id, at, actor_type, actor_id, action, subject, ip)
        select household_id, ${at}, ${act.actor.type}, ${act.actor.id}, 'member_joined', ${userId}, ${act.actor.ip}
        from joined)
      select household_id from accepted`),
  );
  return rows[0]?.household_id ?? null;
}
