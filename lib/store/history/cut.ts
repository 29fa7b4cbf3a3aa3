import { sql } from "drizzle-orm";
import type { StoredPlan } from "../../domain/history/keeping.ts";
import type { UtcDay } from "../../domain/history/utc-day.ts";
import type { Db } from "../db.ts";

export type HomeToCut = StoredPlan & { id: string };

/** Homes whose history has not been cut today, by their ids. */
export async function listHomesToCut(db: Db, today: UtcDay, limit: number): Promise<HomeToCut[]> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<HomeToCut>(sql`
      select id, plan, epoch_ms(trial_ends_at) as "trialEndsAtMs", epoch_ms(downgraded_at) as "downgradedAtMs"
      from households where history_cut_on is distinct from ${today}::date
      order by id limit ${limit}::integer`),
  );
  return rows;
}

/** Before which day a home's rows may go, by tier; null: none may. */
export type HistoryCut = { id: string } & Record<"raw" | "quarters" | "hours" | "held", UtcDay | null>;

/** `held` are runs of quarter hours. */
export type CutRows = { chunks: number; quarters: number; hours: number; held: number };

/** Deletes up to `limit` rows of each kind; the homes are done for today once there are no more of any. */
export async function cutHomes(
  db: Db,
  ask: { cuts: HistoryCut[]; today: UtcDay; limit: number },
): Promise<CutRows> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<CutRows>(sql`
      with cut as (
        select * from jsonb_to_recordset(${JSON.stringify(ask.cuts)}::jsonb)
          as cut (id text, raw date, quarters date, hours date, held date)),
      place as (
        select device.number, sensor.position, cut.raw, (cut.held - 'epoch'::date) * 96 as held,
          (cut.quarters - 'epoch'::date) * 96 as quarter, (cut.hours - 'epoch'::date) * 24 as hour
        from cut join devices device on device.household_id = cut.id
        join sensors sensor on sensor.device_id = device.id),
      chunk as (
        delete from history_chunks kept using (
          select old.device_number, old.position, old.day from place join history_chunks old
            on old.device_number = place.number and old.position = place.position and old.day < place.raw
          limit ${ask.limit}::integer) old
        where kept.device_number = old.device_number and kept.position = old.position and kept.day = old.day
        returning 1),
      quarter as (
        delete from history_15m kept using (
          select old.device_number, old.position, old.bucket from place join history_15m old
            on old.device_number = place.number and old.position = place.position and old.bucket < place.quarter
          limit ${ask.limit}::integer) old
        where kept.device_number = old.device_number and kept.position = old.position
          and kept.bucket = old.bucket
        returning 1),
      hour as (
        delete from history_1h kept using (
          select old.device_number, old.position, old.bucket from place join history_1h old
            on old.device_number = place.number and old.position = place.position and old.bucket < place.hour
          limit ${ask.limit}::integer) old
        where kept.device_number = old.device_number and kept.position = old.position
          and kept.bucket = old.bucket
        returning 1),
      held as (
        delete from held_values kept using (
          select old.* from place cross join lateral (
            select device_number, position, from_bucket from held_values
            where device_number = place.number and position = place.position
              and from_bucket < place.held and to_bucket < place.held
            order by from_bucket limit ${ask.limit}::integer) old
          limit ${ask.limit}::integer) old
        where kept.device_number = old.device_number and kept.position = old.position
          and kept.from_bucket = old.from_bucket
        returning 1),
      counted as (
        select (select count(*) from chunk)::integer as chunks, (select count(*) from quarter)::integer as quarters,
          (select count(*) from hour)::integer as hours, (select count(*) from held)::integer as held),
      done as (
        update households set history_cut_on = ${ask.today}::date from counted
        where id in (select id from cut) and greatest(chunks, quarters, hours, held) < ${ask.limit}::integer)
      select * from counted`),
  );
  return rows[0] ?? { chunks: 0, quarters: 0, hours: 0, held: 0 };
}

/** Drops the months that end at or before a day, of chunks or of quarter hours; answers how many. */
export async function dropMonths(
  db: Db,
  table: "history_chunks" | "history_15m",
  before: UtcDay,
): Promise<number> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ dropped: number }>(
      sql`select drop_history_months(${table}::regclass, ${before}::date) as dropped`,
    ),
  );
  return rows[0]?.dropped ?? 0;
}
