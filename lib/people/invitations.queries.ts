import { and, desc, eq, exists, inArray, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import { homeContacts } from "../../schema/tables/contact.ts";
import { memberships, users } from "../../schema/tables/household.ts";
import { declinedInvitations } from "../../schema/tables/outbox.ts";
import { invitations } from "../../schema/tables/sign-in.ts";
import type { Role } from "../../schema/vocabulary.ts";
import { affordable, chargesLock, countCharges, firstFull } from "../budget/charges.queries.ts";
import { type Charge, spellingsOf } from "../budget/counts.ts";
import { type Db, householdLock, underLock } from "../kernel/db.queries.ts";
import type { LinkClaims } from "../kernel/ports.ts";
import { cte, insertSelect, isoTime, queryBuilder } from "../kernel/statements.queries.ts";
import { dropForContacts } from "../outbox/drop-waiting.queries.ts";
import { enqueueFrom } from "../outbox/enqueue.queries.ts";
import type { SealedMessage } from "../outbox/message.ts";
import { changeLogged, logFrom } from "./activity.queries.ts";
import type { ActingMember, ActivityEntry, Member } from "./activity.ts";
import { isStill } from "./handed-out.queries.ts";
import { isOpenAt } from "./households.queries.ts";
import { PEOPLE_LIMITS } from "./limits.ts";

/** Lists the home's open invitations, newest first. */
export const listInvitations = (db: Db, householdId: string, now: Date) =>
  db("repeatable", (queries) =>
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

/** Returns the home of an address's open invitation, or null if there is no such invitation. */
export async function findInvitingHome(db: Db, { id, email, now }: { id: string; email: string; now: Date }) {
  const isTheirs = and(eq(invitations.id, id), eq(invitations.email, email), isOpenAt(now));
  const [found] = await db("repeatable", (queries) =>
    queries.select({ home: invitations.householdId }).from(invitations).where(isTheirs),
  );
  return found?.home ?? null;
}

/** Returns the home of an invitation that this member has accepted, or null, so that a second press succeeds too. */
export async function findJoinedHome(db: Db, { userId, email }: Member, id: string): Promise<string | null> {
  const { householdId, acceptedAt } = invitations;
  const isJoined = and(eq(memberships.householdId, householdId), eq(memberships.userId, userId));
  const [found] = await db("repeatable", (queries) =>
    queries
      .select({ home: householdId })
      .from(invitations)
      .innerJoin(memberships, isJoined)
      .where(and(eq(invitations.id, id), eq(invitations.email, email), isNotNull(acceptedAt))),
  );
  return found?.home ?? null;
}

/** Deletes an open invitation and logs that, or returns false if the home has no such invitation. */
export async function deleteInvitation(db: Db, entry: ActivityEntry<string>): Promise<boolean> {
  const { id, householdId, acceptedAt } = invitations;
  const removal = queryBuilder
    .delete(invitations)
    .where(and(eq(id, entry.subject), eq(householdId, entry.householdId), isNull(acceptedAt)))
    .returning({ id });
  return await changeLogged(db, removal, entry);
}

/** Joins the home and returns its id; null if the invitation isn't open or isn't for this member's address. */
export async function acceptInvitation(
  db: Db,
  { member: { userId, email }, actor }: ActingMember,
  id: string,
  at: Date,
): Promise<string | null> {
  const householdId = sql`household_id`;
  const accepted = queryBuilder
    .update(invitations)
    .set({ acceptedAt: at })
    .where(and(eq(invitations.id, id), eq(invitations.email, email), isOpenAt(at)))
    .returning({ householdId: invitations.householdId, role: invitations.role });
  const joined = insertSelect(
    memberships,
    { householdId, userId, role: sql`role`, createdAt: at },
    sql`from accepted on conflict do nothing returning household_id`,
  );
  const logged = logFrom("joined", { householdId, at, actor, action: "member_joined", subject: userId });
  const rows = await db.mutate<{ household_id: string }>(sql`
    with accepted as ${accepted}, joined as (${joined}), logged as (${logged})
    select household_id from accepted`);
  return rows[0]?.household_id ?? null;
}

/** Selects rows if the address has declined invitations, from this home or from all. */
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

/**
 * Saves that the address declines invitations, and deletes its open ones: of that home, or of all homes. Those homes don't
 * contact it as an outsider any more, either.
 */
export async function rememberDecline(
  db: Db,
  { householdId, email }: LinkClaims["decline"],
  isForAll: boolean,
  now: Date,
): Promise<void> {
  const isOfHome = isForAll ? undefined : eq(invitations.householdId, householdId);
  const ended = queryBuilder
    .delete(invitations)
    .where(and(eq(invitations.email, email), isNull(invitations.acceptedAt), isOfHome));
  const stopped = queryBuilder
    .update(homeContacts)
    .set({ stoppedAt: now, updatedAt: now })
    .where(
      and(
        eq(homeContacts.channel, "email"),
        inArray(homeContacts.address, spellingsOf(email)),
        isNull(homeContacts.stoppedAt),
        isForAll ? undefined : eq(homeContacts.householdId, householdId),
      ),
    )
    .returning();
  await db("repeatable", (queries) =>
    queries
      .with(cte("ended", ended), cte("stopped", stopped), cte("unsent", dropForContacts("stopped", now)))
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

type NewInvitation = {
  member: Member;
  email: string;
  role: Role;
  mail: SealedMessage;
  /** The budgets that the invitation counts against, so that nobody is flooded with invitations. */
  charges: Charge[];
  entry: ActivityEntry<string>;
  expiresAt: Date;
};

type InviteVerdict = "invited" | "changed_meanwhile" | "already_member" | "invitation_declined" | "too_many";

/** Adds an invitation, which replaces an earlier one of this address to this home. Returns a full charge, if any. */
export async function addInvitation(db: Db, wish: NewInvitation): Promise<InviteVerdict | Charge> {
  const { charges, entry, email, role, expiresAt } = wish;
  const { householdId, at: createdAt, subject: id } = entry;
  const made = insertSelect(
    invitations,
    { id, householdId, email, role, invitedBy: wish.member.userId, expiresAt, createdAt },
    sql`from facts where ${isStill(wish.member)} and not is_member and open < ${PEOPLE_LIMITS.invitationsMax}::bigint
        and not is_declined and exists (select from affordable)
      on conflict (household_id, email) do update set id = excluded.id, role = excluded.role,
        invited_by = excluded.invited_by, accepted_at = null, expires_at = excluded.expires_at,
        created_at = excluded.created_at
      returning id`,
  );
  const statement = sql`
    with facts as (${factsFor(wish)}), ${affordable(charges)}, made as (${made}),
    charged as (${countCharges("made")}),
    queued as (${enqueueFrom("made", wish.mail, createdAt)}),
    logged as (${logFrom("made", entry)})
    select case when exists (select from made) then 'invited' when not ${isStill(wish.member)} then 'changed_meanwhile'
        when is_member then 'already_member' when is_declined then 'invitation_declined' else 'too_many' end as verdict,
      ${firstFull(charges)} as full from facts`;
  const locks = [householdLock(householdId), chargesLock(charges)] as const;
  const row = await underLock<{ verdict: InviteVerdict; full: number | null }>(db, locks, statement);
  const { verdict = "too_many", full = null } = row ?? {};
  return (verdict === "too_many" ? charges[full ?? -1] : undefined) ?? verdict;
}

/** Selects one row: if the address may be invited, and how many invitations to other addresses are open. */
function factsFor({ email, entry: { householdId, at } }: NewInvitation): SQL {
  const members = queryBuilder
    .select({ userId: memberships.userId })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.householdId, householdId), eq(users.email, email)));
  const others = and(eq(invitations.householdId, householdId), ne(invitations.email, email), isOpenAt(at));
  return sql`
    select ${exists(members)} as is_member, ${exists(declinesOf(householdId, email))} as is_declined,
      ${queryBuilder.$count(invitations, others)} as open`;
}
