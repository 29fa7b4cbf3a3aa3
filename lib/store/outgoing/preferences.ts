import { sql } from "drizzle-orm";
import type { ActivityEntry } from "../../domain/activity.ts";
import type { NotificationPreferences } from "../../domain/outgoing/audience/audience.ts";
import type { StoredNotifications } from "../../domain/outgoing/audience/shown-notifications.ts";
import { logFrom } from "../activity.ts";
import type { Db } from "../db.ts";
import { monthOf } from "./due-findings.ts";

export type Membership = { householdId: string; userId: string };

/** Null for who is no longer a member. */
export async function findNotifications(
  db: Db,
  { householdId, userId }: Membership,
  now: Date,
): Promise<StoredNotifications | null> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ stored: StoredNotifications }>(sql`
      select jsonb_build_object('preferences', member.notifications, 'phone', person.phone,
        'phoneGone', person.phone_gone_at is not null,
        'smsSent', coalesce((select usage.sent from sms_usage usage
          where usage.household_id = member.household_id and usage.month = ${monthOf(now)}), 0)) as stored
      from memberships member join users person on person.id = member.user_id
      where member.household_id = ${householdId} and member.user_id = ${userId}`),
  );
  return rows[0]?.stored ?? null;
}

export type NotificationsEdit = {
  userId: string;
  preferences: Partial<NotificationPreferences>;
  /** Undefined where it stays. */
  phone?: string | null | undefined;
  entry: ActivityEntry;
};

/** Over what was there. Another number starts anew, also where the one before was gone. False: no longer a member. */
export async function saveNotifications(
  db: Db,
  { userId, preferences, phone, entry }: NotificationsEdit,
): Promise<boolean> {
  const { rows } = await db("once", (queries) =>
    queries.execute(sql`
      with changed as (
        update memberships set notifications = notifications || ${JSON.stringify(preferences)}::jsonb
        where household_id = ${entry.householdId} and user_id = ${userId}
        returning user_id),
      phoned as (
        update users set phone = ${phone ?? null}, phone_gone_at = null from changed
        where ${phone !== undefined} and users.id = changed.user_id
          and users.phone is distinct from ${phone ?? null}::text),
      logged as (${logFrom("changed", entry)})
      select user_id from changed`),
  );
  return rows.length > 0;
}
