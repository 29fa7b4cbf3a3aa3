import { type SQL, sql } from "drizzle-orm";
import type { ActivityEntry } from "../domain/activity.ts";

/**
 * The insert that logs `entry` once for every row of the CTE `changed`, for use beside it in one statement:
 * what was not done is not logged, and what is logged was done.
 */
export const logFrom = (changed: string, entry: ActivityEntry): SQL => sql`
  insert into activity (household_id, at, actor_type, actor_id, action, subject, details, ip)
  select ${entry.householdId}, ${entry.at.toISOString()}::timestamptz, ${entry.actor.type}, ${entry.actor.id},
    ${entry.action}, ${entry.subject}, ${JSON.stringify(entry.details ?? {})}::jsonb, ${entry.actor.ip}
  from ${sql.identifier(changed)}`;

/** As `logFrom`, with the id of each row of `changed` as the subject of its entry. */
export const logEachFrom = (changed: string, entry: Omit<ActivityEntry, "subject">): SQL => sql`
  insert into activity (household_id, at, actor_type, actor_id, action, subject, details, ip)
  select ${entry.householdId}, ${entry.at.toISOString()}::timestamptz, ${entry.actor.type}, ${entry.actor.id},
    ${entry.action}, id, ${JSON.stringify(entry.details ?? {})}::jsonb, ${entry.actor.ip}
  from ${sql.identifier(changed)}`;
