import { and, eq, sql } from "drizzle-orm";
import { memberships } from "../../schema/tables/household.ts";
import type { Db } from "../kernel/db.queries.ts";
import { queryBuilder } from "../kernel/statements.queries.ts";
import { logFrom, movedFrom } from "../people/activity.queries.ts";
import type { ActivityEntry } from "../people/activity.ts";
import type { NotificationPreferences } from "./audience/due-finding.ts";
import { DEFAULT_PREFERENCES, type StoredNotifications } from "./audience/preferences.ts";
import { CONTACTS_JSON } from "./audience.queries.ts";

/**
 * What was last reported about a mail to the row of `users` named `person` about the home of the row named
 * `member`.
 */
const LAST_MAIL_RECEIPT = sql`(select mail.receipt from outbox mail where mail.household_id = member.household_id
  and mail.channel = 'email' and mail.recipient = person.email and mail.receipt is not null
  order by mail.receipt_at desc limit 1)`;

type Membership = { householdId: string; userId: string };

/** Null for who is no longer a member. */
export async function findNotifications(
  db: Db,
  { householdId, userId }: Membership,
  now: Date,
): Promise<StoredNotifications | null> {
  const month = now.toISOString().slice(0, 7);
  const [row] = await db.query<{ stored: StoredNotifications }>(sql`
    select jsonb_build_object('preferences', member.notifications, 'contacts', ${CONTACTS_JSON},
      'smsThisMonth', coalesce((select counted.sent from sending_counts counted where counted.channel = 'sms'
        and counted.scope = 'home' and counted.subject = member.household_id and counted.period = ${month}), 0),
      'mailReceipt', ${LAST_MAIL_RECEIPT}) as stored
    from memberships member join users person on person.id = member.user_id
    where member.household_id = ${householdId} and member.user_id = ${userId}`);
  return row?.stored ?? null;
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
