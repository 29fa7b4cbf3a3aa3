import { type SQL, sql } from "drizzle-orm";
import { activity } from "../../schema/tables/activity.ts";
import type { ActivityEntry } from "../domain/activity.ts";
import type { Db } from "./db.ts";
import { insertSelect } from "./insert-select.ts";

/**
 * The insert that logs `entry` once for every row of the CTE `changed`, for use beside it in one statement:
 * what was not done is not logged, and what is logged was done.
 */
export const logFrom = (changed: string, entry: ActivityEntry): SQL =>
  insertSelect(activity, rowOf(entry), sql`from ${sql.identifier(changed)}`);

/** Logs as `logFrom` does, with the id of each row of `changed` as the subject of its entry. */
export const logEachFrom = (changed: string, entry: Omit<ActivityEntry, "subject">): SQL =>
  insertSelect(
    activity,
    { ...rowOf({ ...entry, subject: null }), subject: sql`id` },
    sql`from ${sql.identifier(changed)}`,
  );

const rowOf = ({ householdId, at, actor, action, subject, details = {} }: ActivityEntry) => ({
  householdId,
  at,
  actorType: actor.type,
  actorId: actor.id,
  action,
  subject,
  details,
  ip: actor.ip,
});

/** An entry of its own, for what is no change of anything. */
export async function logActivity(db: Db, entry: ActivityEntry): Promise<void> {
  await db("once", (queries) => queries.insert(activity).values(rowOf(entry)));
}

/** The rows of the CTE `changed` that are not as the CTE `before`, of the same table, has them. */
export const movedFrom = (changed: string, key = "id"): SQL => sql`
  select after.${sql.identifier(key)} from ${sql.identifier(changed)} after
  join before using (${sql.identifier(key)}) where after.* is distinct from before.*`;
