import { sql } from "drizzle-orm";
import type { UtcDay } from "../../domain/history/utc-day.ts";
import type { UtcMonth } from "../../domain/history/utc-month.ts";
import type { Db } from "../db.ts";

/** Up to where days are sealed, and the month up to which months are; null before the first. */
export type MonthMarks = { sealedBefore: UtcDay | null; monthsBefore: UtcMonth | null };

export async function findMonthMarks(db: Db): Promise<MonthMarks> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<MonthMarks>(sql`
      select before::text as "sealedBefore", months_before::text as "monthsBefore" from sealed_days`),
  );
  return rows[0] ?? { sealedBefore: null, monthsBefore: null };
}

/** Moves the months' mark forward, never back. */
export async function moveMonthsMark(db: Db, before: UtcMonth): Promise<void> {
  await db("repeatable", (queries) =>
    queries.execute(sql`
      update sealed_days set months_before = greatest(months_before, ${before}::date)`),
  );
}

/** Drops the months of quarter hours before `before` that hold no row any more; answers how many. */
export async function dropEmptyQuarters(db: Db, before: UtcMonth): Promise<number> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ dropped: number }>(sql`select drop_empty_quarters(${before}::date) as dropped`),
  );
  return rows[0]?.dropped ?? 0;
}
