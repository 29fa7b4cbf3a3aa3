import { type SQL, sql } from "drizzle-orm";
import type { BucketResolution } from "../../domain/history/buckets.ts";
import type { UtcDay } from "../../domain/history/utc-day.ts";
import type { Db } from "../db.ts";
import { deviceList, isWithinDay, lockDevices } from "./day-sql.ts";
import { bucketOfMoment, EXTREMES_AT, FIGURES, upsertTier } from "./tiers.ts";

export type UnrolledDevice = { number: number; readings: number };

/**
 * The next devices after `after` with readings of the day that the tiers do not have, by their number: as
 * many as have `readingsMax` together, or one alone that has more. None are left where none are answered.
 */
export async function listUnrolled(
  db: Db,
  ask: { day: UtcDay; after: number; devicesMax: number; readingsMax: number },
): Promise<UnrolledDevice[]> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<UnrolledDevice>(sql`
      select number, readings from (
        select device.number, counted.readings,
          sum(counted.readings) over (order by device.number) - counted.readings as before
        from (
          select number from devices
          where number > ${ask.after}::integer and not exists (
            select from rolled_days rolled
            where rolled.device_number = devices.number and rolled.day = ${ask.day}::date)
            and exists (
              select from snapshots snapshot where snapshot.device_number = devices.number
                and ${isWithinDay(sql`snapshot.recorded_at`, ask.day)})
          order by number limit ${ask.devicesMax}::integer) device
        cross join lateral (
          select sum(cardinality(snapshot."values"))::integer as readings from snapshots snapshot
          where snapshot.device_number = device.number
            and ${isWithinDay(sql`snapshot.recorded_at`, ask.day)}) counted
      ) as next where before = 0 or before + readings <= ${ask.readingsMax}::integer order by number`),
  );
  return rows;
}

/**
 * The day's buckets of all tiers, and the promise that they are whole. The devices are held from before the
 * readings are looked at: one that comes meanwhile waits, and then takes the promise back. Answers how many
 * buckets.
 */
export async function rollUpDevices(db: Db, day: UtcDay, numbers: number[]): Promise<number> {
  const [, { rows }] = await db("repeatable", (queries) =>
    queries.batch([
      queries.execute(lockDevices(numbers)),
      queries.execute<{ buckets: number }>(sql`
        with reading as materialized (
          select snapshot.device_number, place.position::smallint, snapshot.recorded_at, place.value
          from snapshots snapshot
          cross join lateral unnest(snapshot."values") with ordinality as place (value, position)
          where snapshot.device_number in ${deviceList(numbers)}
            and ${isWithinDay(sql`snapshot.recorded_at`, day)} and place.value is not null),
        quarter as (${upsertTier("15m", bucketsIn("15m"))} returning 1),
        hour as (${upsertTier("1h", bucketsIn("1h"))} returning 1),
        day as (${upsertTier("1d", bucketsIn("1d"))} returning 1),
        promise as (
          insert into rolled_days (device_number, day)
          select number, ${day}::date from devices where number in ${deviceList(numbers)}
          on conflict (device_number, day) do nothing)
        select (select count(*) from quarter)::integer + (select count(*) from hour)::integer
          + (select count(*) from day)::integer as buckets`),
    ]),
  );
  return rows[0]?.buckets ?? 0;
}

const bucketsIn = (resolution: BucketResolution): SQL => sql`
  select device_number, position, ${bucketOfMoment(resolution, sql`recorded_at`)} as bucket, ${FIGURES}
    ${resolution === "1d" ? sql`, ${EXTREMES_AT}` : sql``}
  from reading group by 1, 2, 3`;
