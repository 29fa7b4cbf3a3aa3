import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../kernel/db.queries.ts";
import type { DeviceRange } from "../kernel/shards.ts";
import type { BucketResolution, UtcDay } from "./buckets.ts";
import {
  bucketOfMoment,
  deviceList,
  EXTREMES_AT,
  FIGURES,
  isWithinDay,
  lockDevices,
  upsertTier,
} from "./tables.queries.ts";

/** The number of each `size`th device, in their order; `cutsMax` at most. None where there are fewer devices. */
export async function listDeviceCuts(
  db: Db,
  { size, cutsMax }: { size: number; cutsMax: number },
): Promise<number[]> {
  const rows = await db.query<{ number: number }>(sql`
    select number from (select number, row_number() over (order by number) as place from devices) counted
    where place % ${size}::integer = 0 order by number limit ${cutsMax}::integer`);
  return rows.map(({ number }) => number);
}

export type UnrolledDevice = { number: number; readings: number };

/**
 * The next devices of a range with readings of the day that the tiers do not have, by their number: as
 * many as have `readingsMax` together, or one alone that has more. None are left where none are answered.
 */
export async function listUnrolled(
  db: Db,
  ask: DeviceRange & { day: UtcDay; devicesMax: number; readingsMax: number },
): Promise<UnrolledDevice[]> {
  const rows = await db.query<UnrolledDevice>(sql`
    select number, readings from (
      select device.number, counted.readings,
        sum(counted.readings) over (order by device.number) - counted.readings as before
      from (
        select number from devices
        where number > ${ask.after}::integer and number <= ${ask.upTo}::integer and not exists (
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
    ) as next where before = 0 or before + readings <= ${ask.readingsMax}::integer order by number`);
  return rows;
}

/**
 * Writes the day's buckets of all tiers, and the mark that they are complete. The devices are locked before the
 * readings are read: a reading that comes meanwhile waits, and then removes the mark. Returns the number of
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
        ${WRITTEN_TIERS},
        promise as (
          insert into rolled_days (device_number, day)
          select number, ${day}::date from devices where number in ${deviceList(numbers)}
          on conflict (device_number, day) do nothing)
        ${WRITTEN_BUCKETS}`),
    ]),
  );
  return rows[0]?.buckets ?? 0;
}

/**
 * A device's day as it was found: how many snapshots of how many values, and the sum of the transactions that
 * wrote them.
 */
type FoundDay = { number: number; rows: number; positions: number; stamp: number };

export async function findDeviceDay(db: Db, day: UtcDay, number: number): Promise<FoundDay> {
  const rows = await db.query<Omit<FoundDay, "number">>(sql`
    select count(*)::integer as rows, coalesce(max(cardinality("values")), 0)::integer as positions,
      coalesce(sum(xmin::text::bigint), 0)::float8 as stamp
    from snapshots snapshot where ${isOfDevice(day, number)}`);
  return { number, ...(rows[0] ?? { rows: 0, positions: 0, stamp: 0 }) };
}

/**
 * The day's buckets of some sensors of a device, by their positions. Nobody reads them before `promiseDay`.
 * Answers how many buckets.
 */
export async function rollUpSensors(
  db: Db,
  day: UtcDay,
  { number, first, last }: { number: number; first: number; last: number },
): Promise<number> {
  const [, { rows }] = await db("repeatable", (queries) =>
    queries.batch([
      queries.execute(lockDevices([number])),
      queries.execute<{ buckets: number }>(sql`
        with reading as materialized (
          select snapshot.device_number, (${first}::integer - 1 + place.ordinal)::smallint as position,
            snapshot.recorded_at, place.value
          from snapshots snapshot
          cross join lateral unnest(snapshot."values"[${first}::integer:${last}::integer])
            with ordinality as place (value, ordinal)
          where ${isOfDevice(day, number)} and place.value is not null),
        ${WRITTEN_TIERS}
        ${WRITTEN_BUCKETS}`),
    ]),
  );
  return rows[0]?.buckets ?? 0;
}

/**
 * True if the day is still as it was found: then its buckets, all of them rolled up since, are marked as complete.
 */
export async function promiseDay(db: Db, day: UtcDay, found: FoundDay): Promise<boolean> {
  const [, { rows }] = await db("repeatable", (queries) =>
    queries.batch([
      queries.execute(lockDevices([found.number])),
      queries.execute(sql`
        insert into rolled_days (device_number, day)
        select number, ${day}::date from devices
        cross join (
          select count(*) as rows, coalesce(sum(xmin::text::bigint), 0) as stamp
          from snapshots snapshot where ${isOfDevice(day, found.number)}) as now
        where number = ${found.number}::integer
          and now.rows = ${found.rows}::bigint and now.stamp = ${found.stamp}::bigint
        on conflict (device_number, day) do update set day = excluded.day returning 1`),
    ]),
  );
  return rows.length > 0;
}

const isOfDevice = (day: UtcDay, number: number): SQL =>
  sql`snapshot.device_number = ${number}::integer and ${isWithinDay(sql`snapshot.recorded_at`, day)}`;

const bucketsIn = (resolution: BucketResolution): SQL => sql`
  select device_number, position, ${bucketOfMoment(resolution, sql`recorded_at`)} as bucket, ${FIGURES}
    ${resolution === "1d" ? sql`, ${EXTREMES_AT}` : sql``}
  from reading group by 1, 2, 3`;

/** The buckets of the CTE `reading`, in all tiers. */
const WRITTEN_TIERS = sql`
  quarter as (${upsertTier("15m", bucketsIn("15m"))} returning 1),
  hour as (${upsertTier("1h", bucketsIn("1h"))} returning 1),
  day as (${upsertTier("1d", bucketsIn("1d"))} returning 1)`;

const WRITTEN_BUCKETS = sql`
  select (select count(*) from quarter)::integer + (select count(*) from hour)::integer
    + (select count(*) from day)::integer as buckets`;
