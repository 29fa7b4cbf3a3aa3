import { and, count, eq, exists, gt, min, ne, type SQL, sql } from "drizzle-orm";
import { memberships } from "../../schema/tables/household.ts";
import { outbox } from "../../schema/tables/outbox.ts";
import { invitations } from "../../schema/tables/sign-in.ts";
import { users } from "../../schema/tables/user.ts";
import type { Role } from "../../schema/vocabulary.ts";
import { affordable, chargesLock, countCharges } from "../budget/charges.queries.ts";
import type { Charge } from "../budget/counts.ts";
import type { Db } from "../kernel/db.queries.ts";
import { insertSelect, queryBuilder } from "../kernel/statements.queries.ts";
import { householdLock } from "../kernel/under-lock.queries.ts";
import { enqueueFrom } from "../messages/enqueue.queries.ts";
import type { SealedMessage } from "../messages/message.ts";
import { logFrom } from "./activity.queries.ts";
import type { Actor } from "./activity.ts";
import { declinesOf, isOpenAt } from "./invitations.queries.ts";
import type { Member } from "./items.ts";
import { PEOPLE_LIMITS } from "./limits.ts";
import { isStill } from "./made-by.queries.ts";

type NewInvitation = {
  id: string;
  member: Member;
  email: string;
  role: Role;
  mail: SealedMessage;
  /** What it counts as, so that nobody is buried in invitations. */
  charges: Charge[];
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
  const { charges } = wish;
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
    sql`from facts where ${isStill(wish.member)} and not is_member and open < ${PEOPLE_LIMITS.invitationsMax}::bigint
        and sent < ${PEOPLE_LIMITS.invitationsPerHour}::bigint and not is_declined and exists (select from affordable)
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
  const members = queryBuilder
    .select({ userId: memberships.userId })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.householdId, householdId), eq(users.email, email)));
  const others = and(eq(invitations.householdId, householdId), ne(invitations.email, email), isOpenAt(now));
  const mails = queryBuilder
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
    select ${exists(members)} as is_member, ${exists(declinesOf(householdId, email))} as is_declined,
      ${queryBuilder.$count(invitations, others)} as open, mail.sent, mail.oldest from ${mails} mail`;
}

function toVerdict(row: InviteRow | undefined, now: Date): InviteVerdict {
  if (row?.invited) return { verdict: "invited" };
  if (row?.still === false) return { verdict: "changed_meanwhile" };
  if (row?.is_member) return { verdict: "already_member" };
  if (row?.is_declined) return { verdict: "invitation_declined" };
  if (row?.is_affordable === false) return { verdict: "invitation_limit" };
  const isTooOften = row !== undefined && row.sent >= PEOPLE_LIMITS.invitationsPerHour;
  return isTooOften
    ? { verdict: "too_often", fullSince: row.oldest === null ? now : new Date(row.oldest) }
    : { verdict: "too_many" };
}
