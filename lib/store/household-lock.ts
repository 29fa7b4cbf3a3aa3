import { type SQL, sql } from "drizzle-orm";
import type { Db } from "./db.ts";

/**
 * Runs `statement` after whoever else is changing the household under this lock: it sees all they did, so that
 * what it counts stays true until it has committed. Readings go on meanwhile.
 */
export async function underHouseholdLock<Row extends Record<string, unknown>>(
  db: Db,
  kind: "repeatable" | "once",
  householdId: string,
  statement: SQL,
): Promise<Row[]> {
  const [, { rows }] = await db(kind, (queries) =>
    queries.batch([
      queries.execute(sql`select 1 from households where id = ${householdId} for no key update`),
      queries.execute<Row>(statement),
    ]),
  );
  return rows;
}
