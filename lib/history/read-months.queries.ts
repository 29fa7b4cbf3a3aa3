import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../kernel/db.queries.ts";
import {
  BUCKET_MS,
  firstBucketOf,
  PART_DAYS,
  PARTS_A_MONTH,
  type SealedTier,
  type UtcDay,
} from "./buckets.ts";
import type { BucketPoint } from "./codec/bucket-chunk.ts";
import { HISTORY_LIMITS } from "./limits.ts";
import { chunkBytes, MONTH_TABLES, TIER_TABLES } from "./tables.queries.ts";

/** A sensor and where a chunk of it begins: a part of a month for quarter hours, a month for hours. */
export type SensorPart = { number: number; position: number; firstDay: UtcDay };

/**
 * A sensor's rows of a chunk as they were read; `stamp` is the sum of the transactions that wrote them, and
 * differs once any row has been added or replaced since. `chunk` is what was sealed of it before.
 */
export type PartRows = SensorPart & { stamp: number; buckets: BucketPoint[]; chunk: Uint8Array | null };

type Columns = Record<"bucket" | "readings" | "mean" | "low" | "high" | "last", string>;

type FoundRow = SensorPart & Columns & { stamp: string; chunk: string | null };

/** Each row has the last sensor that was read; there is one row without a part if none was found. */
type Row = { last_number: number; last_position: number } & (FoundRow | { number: null });

type PartsAsk = {
  tier: SealedTier;
  /** Only buckets before this day. */
  before: UtcDay;
  after: SensorPart;
  /** The last device's number. */
  upTo: number;
  limit: number;
};

/** What a smallint ends at: behind every sensor of a device. */
const POSITION_MAX = 2 ** 15 - 1;

/** The place behind a device, before the next one's sensors. */
export const behindDevice = (number: number): SensorPart => ({
  number,
  position: POSITION_MAX,
  firstDay: "1970-01-01",
});

/** `after` is where to go on; null behind the last sensor. */
type PartsPage = { parts: PartRows[]; after: SensorPart | null };

/**
 * The next parts of sensors that are still rows, by device, position and first day. Reads this many sensors at
 * most, and maybe none of them has one.
 */
export async function readParts(db: Db, ask: PartsAsk): Promise<PartsPage> {
  const rows = await db.query<Row>(partsSql(ask));
  const parts = rows.flatMap((row) => (row.number === null ? [] : [partRows(row)]));
  return { parts, after: placeAfter(parts, rows, ask) };
}

function placeAfter(parts: PartRows[], [row]: Row[], { before }: PartsAsk): SensorPart | null {
  const last = parts.at(-1);
  if (last !== undefined) return { number: last.number, position: last.position, firstDay: last.firstDay };
  if (row === undefined) return null;
  return { number: row.last_number, position: row.last_position, firstDay: before };
}

const partRows = ({ number, position, firstDay, stamp, chunk, ...columns }: FoundRow): PartRows => ({
  number,
  position,
  firstDay,
  stamp: Number(stamp),
  buckets: bucketsOf(columns),
  chunk: chunk === null ? null : chunkBytes(chunk),
});

// Values are read as text: JSON has no -0.
function partsSql({ tier, before, after, upTo, limit }: PartsAsk): SQL {
  const isOld = sql`tier.bucket < ${firstBucketOf(before, tier)}::integer`;
  const inOrder = (value: SQL): SQL => sql`array_agg(${value} order by tier.bucket)::text`;
  const place = sql`(${after.number}::integer, ${after.position}::smallint)`;
  return sql`
    with seen as (
      select device.number, sensor.position
      from devices device join sensors sensor on sensor.device_id = device.id
      where device.number >= ${after.number}::integer and device.number <= ${upTo}::integer and (
        (device.number, sensor.position) > ${place}
        or (device.number, sensor.position) = ${place} and ${after.firstDay}::date < ${before}::date)
      order by 1, 2 limit ${HISTORY_LIMITS.sealMonthsSensorsSeen}::integer),
    last_seen as (select number, position from seen order by 1 desc, 2 desc limit 1),
    place as (
      select number, position from seen
      where exists (
        select from ${TIER_TABLES[tier]} tier
        where tier.device_number = seen.number and tier.position = seen.position and ${isOld})
      -- One that could not be sealed may stand at the place itself.
      order by 1, 2 limit ${limit + 1}::integer),
    next as (
      -- Sensor by sensor, no more than are needed: whoever is a year behind has dozens of parts of each.
      select place.number, place.position, kept.* from place cross join lateral (
        select ${firstDayOf(tier)} as first_day, sum(tier.xmin::text::bigint)::text as stamp,
          ${inOrder(sql`tier.bucket`)} as bucket, ${inOrder(sql`tier.readings`)} as readings,
          ${inOrder(sql`tier.mean`)} as mean, ${inOrder(sql`coalesce(tier.low, tier.mean)`)} as low,
          ${inOrder(sql`coalesce(tier.high, tier.mean)`)} as high,
          ${inOrder(sql`coalesce(tier.last, tier.mean)`)} as last
        from ${TIER_TABLES[tier]} tier
        where tier.device_number = place.number and tier.position = place.position and ${isOld}
        group by 1) kept
      where (place.number, place.position, kept.first_day)
        > (${after.number}::integer, ${after.position}::smallint, ${after.firstDay}::date)
      order by place.number, place.position, kept.first_day limit ${limit}::integer)
    select last_seen.number as last_number, last_seen.position as last_position,
      next.number, next.position, next.first_day::text as "firstDay", stamp, bucket, readings, mean, low, high, last,
      encode(sealed.chunk, 'base64') as chunk
    from last_seen left join next on true
    left join ${MONTH_TABLES[tier]} sealed on sealed.device_number = next.number
      and sealed.position = next.position and sealed.month = next.first_day
    order by next.number, next.position, next.first_day`;
}

/** The first day of the chunk of a row named `tier`: what `partOf` is, or its month. */
function firstDayOf(tier: SealedTier): SQL {
  const day = sql`('epoch'::date + tier.bucket / ${sql.raw(String(BUCKET_MS["1d"] / BUCKET_MS[tier]))})`;
  const month = sql`date_trunc('month', ${day}::timestamp)::date`;
  if (tier === "1h") return month;
  const [days, last] = [PART_DAYS, PARTS_A_MONTH - 1].map((figure) => sql.raw(String(figure)));
  return sql`(${month} + ${days} * least((extract(day from ${day})::integer - 1) / ${days}, ${last}))`;
}

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
