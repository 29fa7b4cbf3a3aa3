import { type SQL, sql } from "drizzle-orm";
import type { BucketResolution } from "../../domain/history/buckets.ts";
import type { TierBucket } from "../../domain/history/device-day.ts";
import type { UtcDay } from "../../domain/history/utc-day.ts";
import type { Db } from "../db.ts";
import { chunkText } from "./chunk-text.ts";
import { isWithinDay, lockDevices, SEALED_BEFORE } from "./day-sql.ts";
import { bucketOfMs, upsertTier } from "./tiers.ts";

export type SealedSensor = {
  position: number;
  chunk: Uint8Array;
  /** Those that have come out of the snapshots. */
  readings: number;
  /** Set where the tiers have to be told too: something came after the day was rolled up for good. */
  buckets: TierBucket[];
};

/** What was read of a device's day (`rows` and `stamp`) and what becomes of it. */
export type SealedDay = { number: number; rows: number; stamp: number; sensors: SealedSensor[] };

/**
 * One transaction: the chunks are written and the snapshots gone, of every device whose day is still as it
 * was read and stands in the tiers; others are left for the next run. Of a device that has gone, the
 * snapshots go too. Answers the devices that were sealed.
 */
export async function commitSealed(db: Db, day: UtcDay, days: SealedDay[]): Promise<number[]> {
  const [, { rows }] = await db("repeatable", (queries) =>
    queries.batch([
      queries.execute(lockDevices(days.map(({ number }) => number))),
      queries.execute<{ number: number }>(sql`
        with ready as (${readyDays(day, days)}),
        chunk as (
          insert into history_chunks (device_number, day, position, chunk)
          select ready.number, ${day}::date, sealed.position, decode(sealed.chunk, 'base64')
          from ready join jsonb_to_recordset(${JSON.stringify(days.flatMap(chunkRows))}::jsonb)
            as sealed (number integer, position smallint, chunk text) on sealed.number = ready.number
          where ready.is_known
          on conflict (device_number, position, day) do update set chunk = excluded.chunk),
        bucket as (
          select bucket.* from ready join jsonb_to_recordset(${JSON.stringify(days.flatMap(bucketRows))}::jsonb)
            as bucket (number integer, position smallint, resolution text, bucket integer, readings integer,
              mean float8, low float8, high float8, last float8, low_us bigint, high_us bigint)
            on bucket.number = ready.number where ready.is_known),
        quarter as (${upsertTier("15m", lateBuckets("15m"))}),
        hour as (${upsertTier("1h", lateBuckets("1h"))}),
        whole_day as (${upsertTier("1d", lateBuckets("1d"))}),
        gone as (
          delete from snapshots snapshot using ready
          where snapshot.device_number = ready.number and ${isWithinDay(sql`snapshot.recorded_at`, day)}),
        promise as (
          update rolled_days rolled set sealed = true from ready
          where rolled.device_number = ready.number and rolled.day = ${day}::date)
        select number from ready where is_known`),
    ]),
  );
  return rows.map(({ number }) => number);
}

const readyDays = (day: UtcDay, days: SealedDay[]): SQL => sql`
  select asked.number, device.number is not null as is_known
  from jsonb_to_recordset(${JSON.stringify(days.map(({ number, rows, stamp }) => ({ number, rows, stamp })))}::jsonb)
    as asked (number integer, rows bigint, stamp bigint)
  left join devices device on device.number = asked.number
  cross join lateral (
    select count(*) as rows, sum(snapshot.xmin::text::bigint) as stamp from snapshots snapshot
    where snapshot.device_number = asked.number and ${isWithinDay(sql`snapshot.recorded_at`, day)}) as now
  where now.rows = asked.rows and now.stamp = asked.stamp
    and (device.number is null or ${day}::date < ${SEALED_BEFORE} or exists (
      select from rolled_days rolled where rolled.device_number = asked.number and rolled.day = ${day}::date))`;

const chunkRows = ({ number, sensors }: SealedDay) =>
  sensors.map(({ position, chunk }) => ({ number, position, chunk: chunkText(chunk) }));

const bucketRows = ({ number, sensors }: SealedDay) =>
  sensors.flatMap(({ position, buckets }) =>
    buckets.map((bucket) => ({ number, position, ...bucketRow(bucket) })),
  );

const bucketRow = ({ resolution, startMs, figures }: TierBucket) => ({
  resolution,
  bucket: bucketOfMs(resolution, startMs),
  readings: figures.count,
  mean: figures.avg,
  low: figures.min,
  high: figures.max,
  last: figures.last,
  low_us: "minAtMicros" in figures ? figures.minAtMicros : null,
  high_us: "maxAtMicros" in figures ? figures.maxAtMicros : null,
});

const microsecond = (column: string): SQL =>
  sql`'epoch'::timestamptz + ${sql.raw(column)} * interval '1 microsecond'`;

const lateBuckets = (resolution: BucketResolution): SQL => sql`
  select number as device_number, position, bucket, readings, mean, low, high, last
    ${resolution === "1d" ? sql`, ${microsecond("low_us")} as low_at, ${microsecond("high_us")} as high_at` : sql``}
  from bucket where resolution = ${resolution}`;
