import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../kernel/db.queries.ts";
import { BUCKET_MS, firstBucketOf, type SealedTier, type UtcMonth } from "./buckets.ts";
import type { BucketPoint } from "./codec/bucket-chunk.ts";
import { HISTORY_LIMITS } from "./limits.ts";
import { chunkBytes, MONTH_TABLES, TIER_TABLES } from "./tables.queries.ts";

/** A sensor and a month of it. */
export type SensorMonth = { number: number; position: number; month: UtcMonth };

/**
 * A sensor's rows of a month as they were read; `stamp` is the sum of the transactions that wrote them, and
 * differs once any row has been added or replaced since. `chunk` is what was sealed of the month before.
 */
export type MonthRows = SensorMonth & { stamp: number; buckets: BucketPoint[]; chunk: Uint8Array | null };

type Columns = Record<"bucket" | "readings" | "mean" | "low" | "high" | "last", string>;

type FoundRow = SensorMonth & Columns & { stamp: string; chunk: string | null };

/** Each row has the last sensor that was read; there is one row without a month if none was found. */
type Row = { last_number: number; last_position: number } & (FoundRow | { number: null });

type MonthsAsk = {
  tier: SealedTier;
  /** Only months before this one. */
  before: UtcMonth;
  after: SensorMonth;
  /** The last device's number. */
  upTo: number;
  limit: number;
};

/** What a smallint ends at: behind every sensor of a device. */
const POSITION_MAX = 2 ** 15 - 1;

/** The place behind a device, before the next one's sensors. */
export const behindDevice = (number: number): SensorMonth => ({
  number,
  position: POSITION_MAX,
  month: "1970-01-01",
});

/** `after` is where to go on; null behind the last sensor. */
type MonthsPage = { months: MonthRows[]; after: SensorMonth | null };

/**
 * The next months of sensors that are still rows, by device, position and month; only whole months. Reads this many
 * sensors at most, and maybe none of them has one.
 */
export async function readMonths(db: Db, ask: MonthsAsk): Promise<MonthsPage> {
  const { rows } = await db("repeatable", (queries) => queries.execute<Row>(monthsSql(ask)));
  const months = rows.flatMap((row) => (row.number === null ? [] : [monthRows(row)]));
  return { months, after: placeAfter(months, rows, ask) };
}

function placeAfter(months: MonthRows[], [row]: Row[], { before }: MonthsAsk): SensorMonth | null {
  const last = months.at(-1);
  if (last !== undefined) return { number: last.number, position: last.position, month: last.month };
  return row === undefined ? null : { number: row.last_number, position: row.last_position, month: before };
}

const monthRows = ({ number, position, month, stamp, chunk, ...columns }: FoundRow): MonthRows => ({
  number,
  position,
  month,
  stamp: Number(stamp),
  buckets: bucketsOf(columns),
  chunk: chunk === null ? null : chunkBytes(chunk),
});

// Values are read as text: JSON has no -0.
function monthsSql({ tier, before, after, upTo, limit }: MonthsAsk): SQL {
  const isOld = sql`tier.bucket < ${firstBucketOf(before, tier)}::integer`;
  const inOrder = (value: SQL): SQL => sql`array_agg(${value} order by tier.bucket)::text`;
  const place = sql`(${after.number}::integer, ${after.position}::smallint)`;
  return sql`
    with seen as (
      select device.number, sensor.position
      from devices device join sensors sensor on sensor.device_id = device.id
      where device.number >= ${after.number}::integer and device.number <= ${upTo}::integer and (
        (device.number, sensor.position) > ${place}
        or (device.number, sensor.position) = ${place} and ${after.month}::date < ${before}::date)
      order by 1, 2 limit ${HISTORY_LIMITS.sealMonthsSensorsSeen}::integer),
    last_seen as (select number, position from seen order by 1 desc, 2 desc limit 1),
    place as (
      select number, position from seen
      where exists (
        select from ${TIER_TABLES[tier]} tier
        where tier.device_number = seen.number and tier.position = seen.position and ${isOld})
      -- One that could not be sealed may stand at the place itself.
      order by 1, 2 limit ${limit + 1}::integer),
    kept as (
      select place.number, place.position, ${monthOfBucket(tier)} as month,
        sum(tier.xmin::text::bigint)::text as stamp, ${inOrder(sql`tier.bucket`)} as bucket,
        ${inOrder(sql`tier.readings`)} as readings, ${inOrder(sql`tier.mean`)} as mean,
        ${inOrder(sql`coalesce(tier.low, tier.mean)`)} as low,
        ${inOrder(sql`coalesce(tier.high, tier.mean)`)} as high,
        ${inOrder(sql`coalesce(tier.last, tier.mean)`)} as last
      from place join ${TIER_TABLES[tier]} tier
        on tier.device_number = place.number and tier.position = place.position
      where ${isOld} group by 1, 2, 3),
    next as (
      select * from kept where (number, position, month)
        > (${after.number}::integer, ${after.position}::smallint, ${after.month}::date)
      order by number, position, month limit ${limit}::integer)
    select last_seen.number as last_number, last_seen.position as last_position,
      next.number, next.position, next.month::text, stamp, bucket, readings, mean, low, high, last,
      encode(sealed.chunk, 'base64') as chunk
    from last_seen left join next on true
    left join ${MONTH_TABLES[tier]} sealed on sealed.device_number = next.number
      and sealed.position = next.position and sealed.month = next.month
    order by next.number, next.position, next.month`;
}

/** The first day of the month of a row named `tier`. */
const monthOfBucket = (tier: SealedTier): SQL => sql`date_trunc('month',
  ('epoch'::date + tier.bucket / ${sql.raw(String(BUCKET_MS["1d"] / BUCKET_MS[tier]))})::timestamp)::date`;

function bucketsOf(columns: Columns): BucketPoint[] {
  const [readings, mean, low, high, last] = [
    numbersOf(columns.readings),
    numbersOf(columns.mean),
    numbersOf(columns.low),
    numbersOf(columns.high),
    numbersOf(columns.last),
  ];
  return numbersOf(columns.bucket).map((bucket, index) => ({
    bucket,
    count: readings[index] ?? 0,
    min: low[index] ?? 0,
    max: high[index] ?? 0,
    avg: mean[index] ?? 0,
    last: last[index] ?? 0,
  }));
}

/** `{21.5,-0}` */
const numbersOf = (text: string): number[] => text.slice(1, -1).split(",").map(Number);
