import { type SQL, sql } from "drizzle-orm";
import type { ActivityEntry } from "../domain/activity.ts";
import { logFrom } from "./activity.ts";
import type { Db } from "./db.ts";

const logged = (change: SQL, entry: ActivityEntry): SQL => sql`
  with changed as (${change}),
  logged as (${logFrom("changed", entry)})
  select 1 from changed`;

/** Whether `change`, a statement that returns the row it changes, changed one; logged in the same commit if so. */
export async function changeLogged(db: Db, change: SQL, entry: ActivityEntry): Promise<boolean> {
  const { rows } = await db("once", (queries) => queries.execute(logged(change, entry)));
  return rows.length > 0;
}
