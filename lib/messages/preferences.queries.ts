import { and, eq, type SQL, sql } from "drizzle-orm";
import { memberships } from "../../schema/tables/household.ts";
import { type Counter, countKey } from "../budget/counts.ts";
import type { Db } from "../kernel/db.queries.ts";
import { queryBuilder } from "../kernel/statements.queries.ts";
import { logFrom, movedFrom } from "../people/activity.queries.ts";
import type { ActivityEntry } from "../people/activity.ts";
import { DEFAULT_PREFERENCES, type NotificationPreferences } from "./audience/preferences.ts";
import type { StoredNotifications } from "./audience/shown-notifications.ts";

/** A row of `contact_points` named `point`, as `Contact` has it. */
const CONTACT_JSON = sql`jsonb_build_object('channel', point.channel, 'address', point.address,
  'isVerified', point.verified_at is not null, 'isGone', point.gone_at is not null,
  'id', point.id, 'sealedSecret', point.sealed_secret, 'afterMinutes', point.after_minutes,
  'language', point.details->>'language')`;

/** All contacts of the row of `users` named `person`, the address that they sign in with first. */
const CONTACTS_JSON: SQL = sql`(jsonb_build_array(jsonb_build_object('channel', 'email',
    'address', person.email, 'isVerified', true, 'isGone', false, 'id', null, 'sealedSecret', null))
  || (select coalesce(jsonb_agg(${CONTACT_JSON} order by point.created_at, point.id), '[]')
    from contact_points point where point.user_id = person.id))`;

/**
 * What was last reported about a mail to the row of `users` named `person` about the home of the row named
 * `member`.
 */
const LAST_MAIL_RECEIPT = sql`(select mail.receipt from outbox mail where mail.household_id = member.household_id
  and mail.channel = 'email' and mail.recipient = person.email and mail.receipt is not null
  order by mail.receipt_at desc limit 1)`;

/** A home's members, in the order of joining, as `Person` has them; `householdId` is a column. */
export const peopleJson = (householdId: string): SQL => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('userId', person.id, 'role', member.role,
    'contacts', ${CONTACTS_JSON}, 'preferences', member.notifications,
    'memberSince', epoch_ms(member.created_at), 'language', person.language,
    'temperatureUnit', person.temperature_unit) order by member.created_at, person.id), '[]')
  from memberships member join users person on person.id = member.user_id
  where member.household_id = ${sql.raw(householdId)})`;

/** What counts against a message of the home today and this month, as rows of `sending_counts`. */
export const sentJson = (householdId: string, now: Date): SQL => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('channel', counted.channel, 'scope', counted.scope,
    'subject', counted.subject, 'period', counted.period, 'sent', counted.sent)), '[]')
  from sending_counts counted
  where counted.period in (${dayOf(now)}, ${monthOf(now)}) and (
    counted.scope in ('instance', 'class')
    or (counted.scope = 'network' and counted.subject = (
      select opened_network from households where id = ${sql.raw(householdId)}))
    or (counted.scope = 'home' and counted.subject = ${sql.raw(householdId)})
    or (counted.scope = 'address' and counted.subject in (
      select point.address from memberships member join contact_points point on point.user_id = member.user_id
      where member.household_id = ${sql.raw(householdId)}
      union all
      select outsider.address from home_contacts outsider
      where outsider.household_id = ${sql.raw(householdId)}))))`;

/** The columns by which `sending_counts` names a counter. */
const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

const monthOf = (now: Date): string => now.toISOString().slice(0, 7);

type Membership = { householdId: string; userId: string };

type Stored = Omit<StoredNotifications, "sent"> & { sent: (Counter & { sent: number })[] };

/** Null for who is no longer a member. */
export async function findNotifications(
  db: Db,
  { householdId, userId }: Membership,
  now: Date,
): Promise<StoredNotifications | null> {
  const rows = await db.query<{ stored: Stored }>(sql`
    select jsonb_build_object('preferences', member.notifications, 'contacts', ${CONTACTS_JSON},
      'sent', ${sentJson("member.household_id", now)}, 'mailReceipt', ${LAST_MAIL_RECEIPT}) as stored
    from memberships member join users person on person.id = member.user_id
    where member.household_id = ${householdId} and member.user_id = ${userId}`);
  const stored = rows[0]?.stored;
  if (stored === undefined) return null;
  return { ...stored, sent: Object.fromEntries(stored.sent.map((row) => [countKey(row), row.sent])) };
}

type NotificationsEdit = {
  userId: string;
  preferences: Partial<NotificationPreferences>;
  entry: ActivityEntry;
};

/**
 * Merges the choices into what was there, and logs it where one changes: a choice that is spelt out as it was
 * by default does not. False for somebody who is no longer a member.
 */
export async function saveNotifications(
  db: Db,
  { userId, preferences, entry }: NotificationsEdit,
): Promise<boolean> {
  const own = and(eq(memberships.householdId, entry.householdId), eq(memberships.userId, userId));
  const chosen = sql`${JSON.stringify(DEFAULT_PREFERENCES)}::jsonb || ${memberships.notifications}`;
  const kept = { userId: memberships.userId, chosen: chosen.as("chosen") };
  const before = queryBuilder.select(kept).from(memberships).where(own);
  const changed = queryBuilder
    .update(memberships)
    .set({ notifications: sql`${memberships.notifications} || ${JSON.stringify(preferences)}::jsonb` })
    .where(own)
    .returning(kept);
  const rows = await db.mutate(sql`
    with before as ${before}, changed as ${changed},
    moved as (${movedFrom("changed", "user_id")}),
    logged as (${logFrom("moved", entry)})
    select user_id from changed`);
  return rows.length > 0;
}

/** Changes the named choices of a member for a home; the others stay. */
export async function layOverNotifications(
  db: Db,
  { householdId, userId }: { householdId: string; userId: string },
  choices: Record<string, boolean>,
): Promise<void> {
  await db("repeatable", (queries) =>
    queries
      .update(memberships)
      .set({ notifications: sql`${memberships.notifications} || ${JSON.stringify(choices)}::jsonb` })
      .where(and(eq(memberships.householdId, householdId), eq(memberships.userId, userId))),
  );
}
