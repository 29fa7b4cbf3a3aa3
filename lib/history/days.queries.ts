import { sql } from "drizzle-orm";
import type { Db } from "../kernel/db.queries.ts";
import type { UtcDay } from "./buckets.ts";

/** The days that have a partition of snapshots, oldest first. */
export async function findDays(db: Db): Promise<UtcDay[]> {
  const rows = await db.query<{ day: UtcDay }>(sql`
    select to_date(right(relname, 8), 'YYYYMMDD')::text as day
    from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'snapshots'::regclass order by day`);
  return rows.map(({ day }) => day);
}

/**
 * True if the day's partition was empty and is gone. A partition that others lock just now is left for the next
 * run.
 */
export async function dropSnapshotDay(db: Db, day: UtcDay): Promise<boolean> {
  const rows = await db.query<{ dropped: boolean }>(sql`select drop_snapshot_day(${day}::date) as dropped`);
  return rows[0]?.dropped === true;
}

/** Moves the watermark forward, never back. The days behind it need no row of their own any more. */
export async function moveWatermark(db: Db, before: UtcDay): Promise<void> {
  await db.query(sql`
    with moved as (
      insert into sealed_days as kept (before) values (${before}::date)
      on conflict (is_only) do update set before = greatest(kept.before, excluded.before)
      returning before)
    delete from rolled_days using moved where rolled_days.day < moved.before`);
}

/** Makes the partitions of today and of the days to come, before anybody stores into them. */
export const ensureDaysAhead = (db: Db, now: Date): Promise<unknown> =>
  db("repeatable", (queries) =>
    queries.execute(sql`select ensure_days_ahead(${now.toISOString()}::timestamptz)`),
  );

/** Makes the months' partitions that the day's chunks and buckets go into. */
export const ensureHistoryMonth = (db: Db, day: UtcDay): Promise<unknown> =>
  db("repeatable", (queries) => queries.execute(sql`select ensure_history_month(${day}::date)`));
