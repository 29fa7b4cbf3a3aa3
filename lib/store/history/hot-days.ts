import { sql } from "drizzle-orm";
import type { UtcDay } from "../../domain/history/utc-day.ts";
import type { Db } from "../db.ts";

/** `hot` are the days that have a partition of snapshots, oldest first. */
export type Days = { hot: UtcDay[]; sealedBefore: UtcDay | null };

export async function findDays(db: Db): Promise<Days> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ hot: UtcDay[]; sealed_before: UtcDay | null }>(sql`
      select coalesce(json_agg(day order by day), '[]') as hot,
        (select before::text from sealed_days) as sealed_before
      from (
        select to_date(right(relname, 8), 'YYYYMMDD')::text as day
        from pg_inherits join pg_class on pg_class.oid = inhrelid
        where inhparent = 'snapshots'::regclass) as days`),
  );
  const [row] = rows;
  return { hot: row?.hot ?? [], sealedBefore: row?.sealed_before ?? null };
}

/**
 * Whether the day's partition was empty and is gone. One that others hold just now is left for the next run.
 */
export async function dropSnapshotDay(db: Db, day: UtcDay): Promise<boolean> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ dropped: boolean }>(sql`select drop_snapshot_day(${day}::date) as dropped`),
  );
  return rows[0]?.dropped === true;
}

/** Moves the watermark forward, never back. The days behind it need no row of their own any more. */
export async function moveWatermark(db: Db, before: UtcDay): Promise<void> {
  await db("repeatable", (queries) =>
    queries.execute(sql`
      with moved as (
        insert into sealed_days as kept (before) values (${before}::date)
        on conflict (is_only) do update set before = greatest(kept.before, excluded.before)
        returning before)
      delete from rolled_days using moved where rolled_days.day < moved.before`),
  );
}

/** Makes the partitions of today and of the days to come, before anybody stores into them. */
export const ensureDaysAhead = (db: Db, now: Date): Promise<unknown> =>
  db("repeatable", (queries) =>
    queries.execute(sql`select ensure_days_ahead(${now.toISOString()}::timestamptz)`),
  );

/** Makes the months' partitions that the day's chunks and buckets go into. */
export const ensureHistoryMonth = (db: Db, day: UtcDay): Promise<unknown> =>
  db("repeatable", (queries) => queries.execute(sql`select ensure_history_month(${day}::date)`));
