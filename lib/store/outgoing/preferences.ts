import { and, eq, sql } from "drizzle-orm";
import { memberships } from "../../../schema/tables/household.ts";
import type { ActivityEntry } from "../../domain/activity.ts";
import { type Counter, countKey } from "../../domain/budget/counts.ts";
import {
  DEFAULT_PREFERENCES,
  type NotificationPreferences,
} from "../../domain/outgoing/audience/preferences.ts";
import type { StoredNotifications } from "../../domain/outgoing/audience/shown-notifications.ts";
import { logFrom, movedFrom } from "../activity.ts";
import type { Db } from "../db.ts";
import { draft } from "../draft.ts";
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
  const before = draft.select(kept).from(memberships).where(own);
  const changed = draft
    .update(memberships)
    .set({ notifications: sql`${memberships.notifications} || ${JSON.stringify(preferences)}::jsonb` })
    .where(own)
    .returning(kept);
  const { rows } = await db("once", (queries) =>
    queries.execute(sql`
      with before as ${before}, changed as ${changed},
      moved as (${movedFrom("changed", "user_id")}),
      logged as (${logFrom("moved", entry)})
      select user_id from changed`),
  );
  return rows.length > 0;
}
