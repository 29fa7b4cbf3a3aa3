import { type SQL, sql } from "drizzle-orm";
import type { Db } from "./db.ts";

/** For what one user may have or do a number of. */
export const userLock = (userId: string): SQL =>
  sql`select 1 from users where id = ${userId} for no key update`;

/** For subjects without a row. `names` in one order everywhere, so that no two callers wait for each other. */
export const nameLock = (names: string[]): SQL => sql`
  select pg_advisory_xact_lock(hashtextextended(name, 0))
  from jsonb_array_elements_text(${JSON.stringify(names)}::jsonb) as name`;

/**
 * `statement` in one transaction behind `lock`: it begins when the one before has committed, and so counts what
 * that one added. One HTTP call. The statement's first row comes back.
 */
export async function underLock<Row extends Record<string, unknown>>(
  db: Db,
  lock: SQL,
  statement: SQL,
): Promise<Row | undefined> {
  const [, result] = await db("once", (queries) =>
    queries.batch([queries.execute(lock), queries.execute<Row>(statement)]),
  );
  return result.rows[0];
}
