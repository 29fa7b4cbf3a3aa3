import { sql } from "drizzle-orm";
import type { ActivityEntry } from "../../domain/activity.ts";
import { type Counter, countKey } from "../../domain/outgoing/audience/counts.ts";
import type { NotificationPreferences } from "../../domain/outgoing/audience/preferences.ts";
import type { StoredNotifications } from "../../domain/outgoing/audience/shown-notifications.ts";
import { logFrom, movedFrom } from "../activity.ts";
import type { Db } from "../db.ts";
import { CONTACTS_JSON, sentJson } from "./people.ts";

export type Membership = { householdId: string; userId: string };

type Stored = Omit<StoredNotifications, "sent"> & { sent: (Counter & { sent: number })[] };

/** Null for who is no longer a member. */
export async function findNotifications(
  db: Db,
  { householdId, userId }: Membership,
  now: Date,
): Promise<StoredNotifications | null> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ stored: Stored }>(sql`
      select jsonb_build_object('preferences', member.notifications, 'contacts', ${CONTACTS_JSON},
        'sent', ${sentJson("member.household_id", now)}) as stored
      from memberships member join users person on person.id = member.user_id
      where member.household_id = ${householdId} and member.user_id = ${userId}`),
  );
  const stored = rows[0]?.stored;
  if (stored === undefined) return null;
  return { ...stored, sent: Object.fromEntries(stored.sent.map((row) => [countKey(row), row.sent])) };
}

export type NotificationsEdit = {
  userId: string;
  preferences: Partial<NotificationPreferences>;
  entry: ActivityEntry;
};

/** Over what was there, logged where something moves. False: no longer a member. */
export async function saveNotifications(
  db: Db,
  { userId, preferences, entry }: NotificationsEdit,
): Promise<boolean> {
  const { rows } = await db("once", (queries) =>
    queries.execute(sql`
      with before as (
        select * from memberships where household_id = ${entry.householdId} and user_id = ${userId}),
      changed as (
        update memberships set notifications = notifications || ${JSON.stringify(preferences)}::jsonb
        where household_id = ${entry.householdId} and user_id = ${userId}
        returning *),
      ${movedFrom("changed", "user_id")},
      logged as (${logFrom("moved", entry)})
      select user_id from changed`),
  );
  return rows.length > 0;
}
