import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../kernel/db.queries.ts";
import type { DeviceRange } from "../kernel/shards.ts";
import type { BucketResolution, UtcDay } from "./buckets.ts";
import type { Snapshot, TierBucket } from "./device-day.ts";
import {
  bucketOfMs,
  chunkBytes,
  chunkText,
  deviceList,
  isWithinDay,
  lockDevices,
  SEALED_BEFORE,
  upsertTier,
} from "./tables.queries.ts";

/**
 * A device's snapshots of one day as they were read; `stamp` is the sum of the transactions that wrote them,
 * and differs once any row has been added or merged into since.
 */
export type DeviceDay = { number: number; stamp: number; snapshots: Snapshot[] };

type Row = { device_number: number; at_us: string; values: string; written_by: string };

/**
 * The next devices of a range with snapshots of the day, whole ones alone, in about `snapshotsMax` rows.
 * Those whose day is not in the tiers are left out.
 */
export async function readDeviceDays(
  db: Db,
  ask: DeviceRange & { day: UtcDay; snapshotsMax: number },
): Promise<DeviceDay[]> {
  const rows = await readRows(db, ask.day, { after: ask.after, upTo: ask.upTo, limit: ask.snapshotsMax });
  const last = rows.at(-1);
  if (last === undefined || rows.length < ask.snapshotsMax) return deviceDays(rows);
  const whole = rows.filter((row) => row.device_number !== last.device_number);
  return deviceDays(whole.length > 0 ? whole : await readRows(db, ask.day, { only: last.device_number }));
}

async function readRows(
  db: Db,
  day: UtcDay,
  ask: (DeviceRange & { limit: number }) | { only: number },
): Promise<Row[]> {
  const which =
    "only" in ask
      ? sql`snapshot.device_number = ${ask.only}::integer`
      : sql`snapshot.device_number > ${ask.after}::integer and snapshot.device_number <= ${ask.upTo}::integer`;
  // Values are read as text: JSON has no -0.
  return await db.query<Row>(sql`
    select snapshot.device_number, snapshot."values"::text as values, snapshot.xmin::text as written_by,
      (extract(epoch from snapshot.recorded_at) * 1000000)::bigint::text as at_us
    from snapshots snapshot
    where ${which} and ${isWithinDay(sql`snapshot.recorded_at`, day)}
      and (${day}::date < ${SEALED_BEFORE} or exists (
        select from rolled_days rolled
        where rolled.device_number = snapshot.device_number and rolled.day = ${day}::date))
    order by snapshot.device_number, snapshot.recorded_at
    limit ${"only" in ask ? null : ask.limit}::integer`);
}

function deviceDays(rows: readonly Row[]): DeviceDay[] {
  const days: DeviceDay[] = [];
  for (const row of rows) {
    let day = days.at(-1);
    if (day?.number !== row.device_number) {
      day = { number: row.device_number, stamp: 0, snapshots: [] };
      days.push(day);
    }
    day.stamp += Number(row.written_by);
    day.snapshots.push({ atMicros: Number(row.at_us), values: valuesOf(row.values) });
  }
  return days;
}

/** `{21.5,NULL,-0}` */
const valuesOf = (text: string): (number | null)[] =>
  text
    .slice(1, -1)
    .split(",")
    .map((value) => (value === "NULL" ? null : Number(value)));

/** The chunks that devices have of a day already: by device, then by position. */
export async function findChunks(
  db: Db,
  day: UtcDay,
  numbers: number[],
): Promise<Map<number, Map<number, Uint8Array>>> {
  type ChunkRow = { device_number: number; position: number; chunk: string };
  const rows = await db.query<ChunkRow>(sql`
    select device_number, position, encode(chunk, 'base64') as chunk from history_chunks
    where day = ${day}::date and device_number in ${deviceList(numbers)}`);
  const found = new Map<number, Map<number, Uint8Array>>();
  for (const { device_number, position, chunk } of rows) {
    const chunks = found.get(device_number) ?? new Map<number, Uint8Array>();
    found.set(device_number, chunks.set(position, chunkBytes(chunk)));
  }
  return found;
}

export type SealedSensor = {
  position: number;
  chunk: Uint8Array;
  /** Those that have come out of the snapshots. */
  readings: number;
  /** Set if the tiers have to change too: a reading came after the day was finally rolled up. */
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
