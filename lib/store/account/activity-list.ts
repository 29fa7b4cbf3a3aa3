import { sql } from "drizzle-orm";
import type { ActivityItem } from "../../domain/account/items.ts";
import type { Db } from "../db.ts";
import { isoTime } from "../iso-time.ts";

/** `before`: entries older than that one; null for the newest. */
export type ActivityPage = { householdId: string; before: number | null; limit: number };

/** Newest first. An actor is named as they are now, and stays in the list when they are gone. */
export async function listActivity(db: Db, page: ActivityPage): Promise<ActivityItem[]> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<ActivityItem>(sql`
      select entry.id::text as id, ${isoTime("entry.at")} as at, json_build_object(
          'type', entry.actor_type, 'id', entry.actor_id,
          'name', coalesce(person.email, key.name, token.name)) as actor,
        entry.action, entry.subject, entry.details, entry.ip
      from activity entry
      left join users person on entry.actor_type in ('user', 'companion') and person.id = entry.actor_id
      left join api_keys key on entry.actor_type = 'api_key' and key.id = entry.actor_id
      left join inbound_tokens token on entry.actor_type = 'inbound_token' and token.id = entry.actor_id
      where entry.household_id = ${page.householdId}
        and (${page.before}::bigint is null or entry.id < ${page.before}::bigint)
      order by entry.id desc limit ${page.limit}`),
  );
  return rows;
}
