import { type SQL, sql } from "drizzle-orm";
import { LIMITS } from "../../schema/limits.ts";
import type { Db } from "../kernel/db.queries.ts";
import type { DeviceRange } from "../kernel/shards.ts";
import { base64Text } from "../kernel/text.ts";
import type { UtcDay } from "./buckets.ts";
import { type Bucket, chunkBytes, type Point } from "./codec.ts";
import { HISTORY_LIMITS } from "./limits.ts";
import { CHUNK_TABLES, deviceList, isWithinDay, lockDevices } from "./tables.queries.ts";

/** Returns the number of every `size`th device, in order, at most `cutsMax`. Empty if there are fewer devices. */
export async function listDeviceCuts(db: Db, { size, cutsMax }: { size: number; cutsMax: number }) {
  const rows = await db.query<{ number: number }>(sql`
    select number from (select number, row_number() over (order by number) as place from devices) counted
    where place % ${size}::integer = 0 order by number limit ${cutsMax}::integer`);
  return rows.map(({ number }) => number);
}

/**
 * A device's snapshots of a day. `series`: each sensor's points, by its position. `nextPosition`: the first sensor whose
 * points don't fit into this reading; null if all do. `stamp`: the sum of the ids of the transactions that wrote the
 * `rows`, which changes if a row is added or merged into. `isRolledUp`: the stored buckets contain all these readings.
 * `wasSealed`: they came after the day's other readings had become chunks.
 */
export type DeviceDay = {
  number: number;
  rows: number;
  stamp: number;
  isRolledUp: boolean;
  wasSealed: boolean;
  series: Map<number, Point[]>;
  nextPosition: number | null;
};

type Row = Record<"at_us" | "values" | "written_by", string> &
  Record<"is_rolled_up" | "was_sealed", boolean> & { number: number; next_position: number | null };

/** `position`: the first sensor to read of each device. */
type DaysAsk = DeviceRange & { day: UtcDay; isClosed: boolean; position?: number };

/**
 * Reads the next devices of a range with snapshots of the day; of an open day, only those that aren't rolled up. Reads
 * as many as fit into a batch of values or, of a single larger one, as many sensors as fit, at least one. An empty
 * result means that none are left.
 */
export async function readDeviceDays(db: Db, ask: DaysAsk): Promise<DeviceDay[]> {
  const { day, isClosed, after, upTo, position = 1 } = ask;
  const isOfDay = isWithinDay(sql`snapshot.recorded_at`, day);
  const isRolledUp = sql`exists (
    select from rolled_days rolled where rolled.device_number = devices.number and rolled.day = ${day}::date)`;
  // Values are read as text, since JSON has no -0.
  const rows = await db.query<Row>(sql`
    with next as (
      select number, cardinality(latest_values) as sensors, ${isRolledUp} as is_rolled_up from devices
      where number > ${after}::integer and number <= ${upTo}::integer and (${isClosed} or not ${isRolledUp})
        and exists (select from snapshots snapshot where snapshot.device_number = devices.number and ${isOfDay})
      order by number limit ${HISTORY_LIMITS.compactDevicesBatch}::integer),
    counted as (
      select next.*, own.snapshots * sensors as size, sum(own.snapshots * sensors) over (order by number) as so_far,
        ${position}::integer + greatest(1, ${HISTORY_LIMITS.compactValuesMax}::integer / own.snapshots) as next_position
      from next cross join lateral (
        select count(*)::integer as snapshots from snapshots snapshot
        where snapshot.device_number = next.number and ${isOfDay}) own)
    select number, is_rolled_up, exists (select from sealed_days where before > ${day}::date) as was_sealed,
      case when next_position <= sensors then next_position end as next_position,
      snapshot."values"[${position}::integer:next_position - 1]::text as values, snapshot.xmin::text as written_by,
      (extract(epoch from snapshot.recorded_at) * 1000000)::bigint::text as at_us
    from counted join snapshots snapshot on snapshot.device_number = number and ${isOfDay}
    where so_far = size or so_far <= ${HISTORY_LIMITS.compactValuesBatch}::integer
    order by number, snapshot.recorded_at`);
  return Array.from(Map.groupBy(rows, ({ number }) => number).values(), (own) => deviceDay(own, position));
}

function deviceDay(rows: Row[], first: number): DeviceDay {
  const { number = 0, is_rolled_up: isRolledUp = false, was_sealed: wasSealed = false } = rows[0] ?? {};
  const series = new Map<number, Point[]>();
  for (const { at_us, values } of rows) {
    const atMicros = Number(at_us);
    // `{21.5,NULL,-0}`, or `{}` of a snapshot from before the device had these sensors.
    for (const [index, text] of values.slice(1, -1).split(",").entries()) {
      if (text === "NULL" || text === "") continue;
      const points = series.get(first + index);
      if (points === undefined) series.set(first + index, [{ atMicros, value: Number(text) }]);
      else points.push({ atMicros, value: Number(text) });
    }
  }
  const stamp = rows.reduce((sum, { written_by }) => sum + Number(written_by), 0);
  const nextPosition = rows[0]?.next_position ?? null;
  return { number, rows: rows.length, stamp, isRolledUp, wasSealed, series, nextPosition };
}

type Tier = keyof typeof CHUNK_TABLES;
const TIERS = Object.keys(CHUNK_TABLES) as Tier[];

/** A sensor's chunks of a day. */
export type SensorChunks = { [T in Tier]?: Uint8Array };

const placeOf = (number: number, position: number): string => `${number} ${position}`;

/** Finds the stored chunks of devices for a day. The result looks them up by device number and sensor position. */
export async function findChunks(
  db: Db,
  day: UtcDay,
  numbers: number[],
): Promise<(number: number, position: number) => SensorChunks> {
  const found = new Map<string, SensorChunks>();
  const ofTiers = TIERS.map(
    (tier) => sql`
      select ${tier} as tier, device_number, position, encode(chunk, 'base64') as chunk from ${CHUNK_TABLES[tier]}
      where day = ${day}::date and device_number in ${deviceList(numbers)}`,
  );
  const rows = await db.query<{ tier: Tier; device_number: number; position: number; chunk: string }>(
    sql.join(ofTiers, sql` union all `),
  );
  for (const { tier, device_number, position, chunk } of rows) {
    const place = placeOf(device_number, position);
    found.set(place, { ...found.get(place), [tier]: chunkBytes(chunk) });
  }
  return (number, position) => found.get(placeOf(number, position)) ?? {};
}

/** The compacted day of a sensor. `whole`: the bucket of the day itself; undefined if it needs no writing. */
export type SensorDay = { position: number; chunks: SensorChunks; whole: Bucket | undefined };

/** The compacted day of a device with the number of its `readings`, and the version that was read (`rows`, `stamp`). */
export type CompactDay = Pick<DeviceDay, "number" | "rows" | "stamp"> & {
  sensors: SensorDay[];
  readings: number;
};

/**
 * Commits the days that are still as they were read, in one transaction; others are left for the next run. Writes
 * chunks, the rows of the day and the mark that its buckets are complete; of a closed day, deletes the snapshots. Locks
 * the devices, like all code that stores or removes readings. Returns the numbers of the committed devices.
 */
export async function commitDays(
  db: Db,
  { day, isClosed }: { day: UtcDay; isClosed: boolean },
  days: CompactDay[],
): Promise<number[]> {
  const asked = days.map(({ number, rows, stamp }) => ({ number, rows, stamp }));
  const isOfDay = isWithinDay(sql`snapshot.recorded_at`, day);
  const [, { rows }] = await db("repeatable", (queries) =>
    queries.batch([
      queries.execute(lockDevices(days.map(({ number }) => number))),
      queries.execute<{ number: number }>(sql`
        with ready as (
          select number from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
            as asked (number integer, rows bigint, stamp bigint)
          join devices using (number)
          cross join lateral (
            select count(*) as rows, sum(snapshot.xmin::text::bigint) as stamp from snapshots snapshot
            where snapshot.device_number = asked.number and ${isOfDay}) as now
          where now.rows = asked.rows and now.stamp = asked.stamp),
        chunk as (
          select tier, number, position, decode(chunk, 'base64') as chunk
          from jsonb_to_recordset(${JSON.stringify(days.flatMap(chunkRows))}::jsonb)
            as chunk (tier text, number integer, position smallint, chunk text) join ready using (number)),
        ${sql.join(
          TIERS.map((tier) => writtenChunks(tier, day)),
          sql`, `,
        )},
        whole as (
          insert into history_1d as kept (device_number, position, bucket, readings, mean, low, high, last)
          select number, position, bucket, count, avg, nullif(min, avg), nullif(max, avg), nullif(last, avg)
          from jsonb_to_recordset(${JSON.stringify(days.flatMap(wholeRows))}::jsonb)
            as whole (number integer, position smallint, bucket integer, count integer, avg float8, min float8,
              max float8, last float8) join ready using (number)
          on conflict (device_number, position, bucket) do update set readings = excluded.readings,
            mean = excluded.mean, low = excluded.low, high = excluded.high, last = excluded.last
          -- A bucket with fewer readings is from a late reading, after the day's other readings were deleted.
          where excluded.readings >= kept.readings),
        gone as (
          delete from snapshots snapshot using ready
          where ${isClosed} and snapshot.device_number = ready.number and ${isOfDay}),
        promise as (
          insert into rolled_days (device_number, day) select number, ${day}::date from ready
          on conflict (device_number, day) do nothing)
        select number from ready`),
    ]),
  );
  return rows.map(({ number }) => number);
}

const writtenChunks = (tier: Tier, day: UtcDay): SQL => sql`${sql.identifier(`chunk_${tier}`)} as (
  insert into ${CHUNK_TABLES[tier]} (device_number, position, day, chunk)
  select number, position, ${day}::date, chunk from chunk where tier = ${tier}
  on conflict (device_number, position, day) do update set chunk = excluded.chunk)`;

const chunkRows = ({ number, sensors }: CompactDay) =>
  sensors.flatMap(({ position, chunks }) =>
    TIERS.flatMap((tier) => {
      const chunk = chunks[tier];
      return chunk === undefined ? [] : [{ tier, number, position, chunk: base64Text(chunk) }];
    }),
  );

const wholeRows = ({ number, sensors }: CompactDay) =>
  sensors.flatMap(({ position, whole }) => (whole === undefined ? [] : [{ number, position, ...whole }]));

/** Lists the days that have a partition of snapshots, oldest first. */
export async function findDays(db: Db): Promise<UtcDay[]> {
  const rows = await db.query<{ day: UtcDay }>(sql`
    select to_date(right(relname, 8), 'YYYYMMDD')::text as day
    from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'snapshots'::regclass order by day`);
  return rows.map(({ day }) => day);
}

/** Drops the day's partition if it is empty; returns true if so. A locked partition is left for the next run. */
export async function dropSnapshotDay(db: Db, day: UtcDay): Promise<boolean> {
  const rows = await db.query<{ dropped: boolean }>(sql`select drop_snapshot_day(${day}::date) as dropped`);
  return rows[0]?.dropped === true;
}

/** Moves the watermark forward, never back. Deletes the rows of earlier days, which aren't needed any more. */
export async function moveWatermark(db: Db, before: UtcDay): Promise<void> {
  await db.query(sql`
    with moved as (
      insert into sealed_days as kept (before) values (${before}::date)
      on conflict (is_only) do update set before = greatest(kept.before, excluded.before)
      returning before)
    delete from rolled_days using moved where rolled_days.day < moved.before`);
}

/** Creates the partitions of today and of the coming days, before anything is stored in them. */
export const ensureDaysAhead = (db: Db, now: Date): Promise<unknown> =>
  db("repeatable", (queries) =>
    queries.execute(sql`select ensure_days_ahead(${now.toISOString()}::timestamptz)`),
  );

/** Creates the monthly partitions for the day's chunks and buckets. */
export const ensureHistoryMonth = (db: Db, day: UtcDay): Promise<unknown> =>
  db("repeatable", (queries) => queries.execute(sql`select ensure_history_month(${day}::date)`));

/** `carried`: the sensors whose value is carried through the quarter hour. `nextAfter`: null after the last device. */
type CarriedPage = { carried: number; nextAfter: number | null };

/** A page of at most `devicesMax` push devices after a number. `quarter` counts quarter hours since the epoch. */
type CarryAsk = { quarter: number; after: number; devicesMax: number };

/** Carries values forward through a quarter hour in which the device didn't send them again. Idempotent. */
export async function carryPage(db: Db, { quarter, after, devicesMax }: CarryAsk): Promise<CarriedPage> {
  const rows = await db.query<CarriedPage>(sql`
    select carried, next_after as "nextAfter" from carry_forward(${quarter}::integer, ${after}::integer,
      ${devicesMax}::integer, ${LIMITS.staleHours}::integer)`);
  return rows[0] ?? { carried: 0, nextAfter: null };
}
