import { type SQL, sql } from "drizzle-orm";
import type { ActivityEntry } from "../domain/activity.ts";
import type { Db } from "./db.ts";

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

/** An entry of its own, for what is no change of anything. */
export async function logActivity(db: Db, entry: ActivityEntry): Promise<void> {
  await db("once", (queries) =>
    queries.execute(sql`with one as (select 1), logged as (${logFrom("one", entry)}) select 1`),
  );
}

/** The CTE `moved`: the rows of the CTE `changed` that are not as the CTE `before`, of the same table, has them. */
export const movedFrom = (changed: string, key = "id"): SQL => sql`
  moved as (
    select after.${sql.identifier(key)} from ${sql.identifier(changed)} after
    join before using (${sql.identifier(key)}) where after.* is distinct from before.*)`;
