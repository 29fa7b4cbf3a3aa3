import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../kernel/db.queries.ts";
import { BUCKET_MS, type UtcDay } from "./buckets.ts";
import { direction, type SpanAsk } from "./tables.queries.ts";

/** `quarter` as `history_15m` counts them; of the next `devicesMax` push devices after a number. */
export type CarryAsk = { quarter: number; after: number; devicesMax: number; staleHours: number };

/**
 * How many sensors' values stood through the quarter, now or already; `nextAfter` is null behind the last
 * device.
 */
export type CarriedPage = { carried: number; nextAfter: number | null };

/** Selects a `CarriedPage`: holds what stood through a quarter hour in which it was not said again. */
export const carriedPage = (ask: CarryAsk): SQL => sql`
  select carried, next_after as "nextAfter"
  from carry_forward(${ask.quarter}::integer, ${ask.after}::integer, ${ask.devicesMax}::integer, ${ask.staleHours}::integer)`;

/** Repeating it changes nothing. */
export async function carryPage(db: Db, ask: CarryAsk): Promise<CarriedPage> {
  const rows = await db.query<CarriedPage>(carriedPage(ask));
  return rows[0] ?? { carried: 0, nextAfter: null };
}

const QUARTER_MICROS = BUCKET_MS["15m"] * 1_000;

/**
 * Selects the carried-forward quarter hours of the stretch for each row of `place`, as buckets without readings: a page
 * and one more, in the order asked for. Runs of a sensor share no quarter, so that only the one that begins
 * last before the stretch may reach into it.
 */
export function carriedBuckets(ask: SpanAsk): SQL {
  const first = sql`${ask.fromMicros / QUARTER_MICROS}::integer`;
  const last = sql`${ask.toMicros / QUARTER_MICROS - 1}::integer`;
  const most = sql`${ask.limit + 1}::integer`;
  const order = direction(ask);
  const isOfPlace = sql`device_number = place."deviceNumber" and position = place.position`;
  return sql`
    select place."sensorId" as sensor_id, quarter.bucket, 0 as readings,
      quarter.value as mean, quarter.value as low, quarter.value as high, quarter.value as last
    from place cross join lateral (
      select series.bucket, run.value
      from (
        select value, greatest(from_bucket, ${first}) as from_bucket, least(to_bucket, ${last}) as to_bucket
        from carried_values kept
        where ${isOfPlace} and to_bucket >= ${first} and from_bucket <= ${last}
          and from_bucket >= coalesce((
            select from_bucket from carried_values where ${isOfPlace} and from_bucket <= ${first}
            order by from_bucket desc limit 1), ${first})
        order by kept.from_bucket ${order} limit ${most}) run
      cross join lateral ${quartersOf(ask, most)} as series (bucket)
      order by series.bucket ${order} limit ${most}) quarter`;
}

/** Gives as many quarters of a run as a page may need, from the end that comes first. */
const quartersOf = ({ newestFirst }: SpanAsk, most: SQL): SQL =>
  newestFirst
    ? sql`generate_series(greatest(run.from_bucket, run.to_bucket - ${most} + 1), run.to_bucket)`
    : sql`generate_series(run.from_bucket, least(run.to_bucket, run.from_bucket + ${most} - 1))`;

/** `hot` are the days that have a partition of snapshots, oldest first. */
type Days = { hot: UtcDay[]; sealedBefore: UtcDay | null };

export async function findDays(db: Db): Promise<Days> {
  const rows = await db.query<{ hot: UtcDay[]; sealed_before: UtcDay | null }>(sql`
    select coalesce(json_agg(day order by day), '[]') as hot,
      (select before::text from sealed_days) as sealed_before
    from (
      select to_date(right(relname, 8), 'YYYYMMDD')::text as day
      from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = 'snapshots'::regclass) as days`);
  const [row] = rows;
  return { hot: row?.hot ?? [], sealedBefore: row?.sealed_before ?? null };
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
