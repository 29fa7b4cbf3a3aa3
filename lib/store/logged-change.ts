import { type SQLWrapper, sql } from "drizzle-orm";
import type { ActivityEntry } from "../domain/activity.ts";
import { logFrom } from "./activity.ts";
import type { Db } from "./db.ts";

/**
 * Whether `change`, a statement that returns the row it changes, changed one; logged in the same commit if
 * so.
 */
export async function changeLogged(db: Db, change: SQLWrapper, entry: ActivityEntry): Promise<boolean> {
  const { rows } = await db("once", (queries) =>
    queries.execute(sql`
      with changed as (${change.getSQL()}),
      logged as (${logFrom("changed", entry)})
      select 1 from changed`),
  );
  return rows.length > 0;
}
