import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../kernel/db.queries.ts";
import { HOUR_MS } from "../kernel/time.ts";
import {
  BUCKET_MS,
  type BucketResolution,
  firstBucketOf,
  monthAt,
  nextChunkOf,
  partAt,
  type SealedTier,
  type UtcDay,
  withRows,
} from "./buckets.ts";
import { type BucketPoint, openBuckets } from "./codec/bucket-chunk.ts";
import type { SensorPart } from "./read-months.queries.ts";
import {
  chunkBytes,
  chunkText,
  isSealedTier,
  lockDevices,
  MONTH_TABLES,
  placeDevices,
  type StretchAsk,
  TIER_TABLES,
} from "./tables.queries.ts";

/** What was read of a sensor's part (`rows` and `stamp`) and what becomes of it. */
export type SealedPart = SensorPart & { rows: number; stamp: number; chunk: Uint8Array };

/** Rows before the day `before`. */
type PartsToCommit = { tier: SealedTier; before: UtcDay; parts: SealedPart[] };

/**
 * One transaction writes the chunks and deletes the rows of every sensor's part whose rows are still as they were
 * read; the others are left for the next run. The devices are locked, as by every writer of their buckets. If a
 * device is gone, its rows are deleted too. Returns the parts that were compacted.
 */
export async function commitParts(db: Db, { tier, before, parts }: PartsToCommit): Promise<SensorPart[]> {
  const beforeBucket = sql`${firstBucketOf(before, tier)}::integer`;
  const [, { rows }] = await db("repeatable", (queries) =>
    queries.batch([
      queries.execute(lockDevices([...new Set(parts.map(({ number }) => number))])),
      queries.execute<SensorPart>(sql`
        with ready as (${readyParts(tier, parts, beforeBucket)}),
        chunk as (
          insert into ${MONTH_TABLES[tier]} (device_number, position, month, chunk)
          select number, position, first_day, decode(chunk, 'base64') from ready where is_known
          on conflict (device_number, position, month) do update set chunk = excluded.chunk),
        gone as (
          delete from ${TIER_TABLES[tier]} tier using ready where ${isOfPart("ready", beforeBucket)})
        select number, position, first_day::text as "firstDay" from ready where is_known`),
    ]),
  );
  return rows;
}

const readyParts = (tier: SealedTier, parts: SealedPart[], beforeBucket: SQL): SQL => sql`
  select asked.number, asked.position, asked.first_day, asked.first_bucket, asked.next_bucket, asked.chunk,
    device.number is not null as is_known
  from jsonb_to_recordset(${JSON.stringify(parts.map((part) => askedPart(tier, part)))}::jsonb)
    as asked (number integer, position smallint, first_day date, first_bucket integer, next_bucket integer,
      rows bigint, stamp bigint, chunk text)
  left join devices device on device.number = asked.number
  cross join lateral (
    select count(*) as rows, sum(tier.xmin::text::bigint) as stamp from ${TIER_TABLES[tier]} tier
    where ${isOfPart("asked", beforeBucket)}) as now
  where now.rows = asked.rows and now.stamp = asked.stamp`;

const askedPart = (tier: SealedTier, { firstDay, chunk, ...part }: SealedPart) => ({
  ...part,
  first_day: firstDay,
  first_bucket: firstBucketOf(firstDay, tier),
  next_bucket: firstBucketOf(nextChunkOf(tier, firstDay), tier),
  chunk: chunkText(chunk),
});

/** By the part's ends, which the partitions and their index understand. */
function isOfPart(row: "asked" | "ready", beforeBucket: SQL): SQL {
  const of = (column: string): SQL => sql.raw(`${row}.${column}`);
  return sql`tier.device_number = ${of("number")} and tier.position = ${of("position")}
    and tier.bucket >= ${of("first_bucket")} and tier.bucket < least(${of("next_bucket")}, ${beforeBucket})`;
}

/** Asks only rows for a stretch in which no day can be sealed yet: most questions are such. */
export type BucketsAsk = StretchAsk & { mayBeSealed: boolean };

/** A chunk of a sensor, which may begin before the stretch and end after it; the older ones come first. */
export type ChunkRow = { sensor_id: string; chunk: string };

export type SensorBucket = BucketPoint & { sensorId: string };

/**
 * Selects the chunks that reach into the stretch, of each row of `place`: where nothing can be in one, none. The chunk
 * at the first of a month may be of all of it: earlier releases sealed quarter hours so.
 */
export function monthChunks(resolution: BucketResolution, ask: BucketsAsk): SQL {
  if (!(isSealedTier(resolution) && ask.mayBeSealed))
    return sql`select null::text as sensor_id, null::date as month, null::text as chunk where false`;
  const [fromMs, toMs] = [ask.fromMicros / 1_000, (ask.toMicros - 1) / 1_000];
  return sql`
    select place."sensorId" as sensor_id, kept.month, encode(kept.chunk, 'base64') as chunk
    from place join ${MONTH_TABLES[resolution]} kept
      on kept.device_number = place."deviceNumber" and kept.position = place.position
    where kept.device_number = any ${placeDevices(ask)} and kept.month <= ${partAt(toMs)}::date
      and (kept.month = ${monthAt(fromMs)}::date or kept.month >= ${partAt(fromMs)}::date)`;
}

/** The buckets of chunks that lie in the stretch. */
export function openMonths(
  resolution: BucketResolution,
  { fromMicros, toMicros }: StretchAsk,
  chunks: readonly ChunkRow[],
): SensorBucket[] {
  const micros = BUCKET_MS[resolution] * 1_000;
  return chunks.flatMap(({ sensor_id: sensorId, chunk }) =>
    openBuckets(chunkBytes(chunk))
      .filter(({ bucket }) => bucket * micros >= fromMicros && bucket * micros < toMicros)
      .map((bucket) => ({ sensorId, ...bucket })),
  );
}

/** What rows and chunks are together, sensor by sensor. */
export function withSealed(rows: readonly SensorBucket[], sealed: readonly SensorBucket[]): SensorBucket[] {
  const rowsOf = Map.groupBy(rows, ({ sensorId }) => sensorId);
  const sealedOf = Map.groupBy(sealed, ({ sensorId }) => sensorId);
  const sensorIds = new Set([...rowsOf.keys(), ...sealedOf.keys()]);
  return [...sensorIds].flatMap((id) => withRows(sealedOf.get(id) ?? [], rowsOf.get(id) ?? []));
}

/** Up to which day readings are sealed, and up to which quarter hours and hours are; null before the first. */
type SealMarks = { sealedBefore: UtcDay | null; bucketsBefore: UtcDay | null };

export async function findSealMarks(db: Db): Promise<SealMarks> {
  const rows = await db.query<SealMarks>(sql`
    select before::text as "sealedBefore", months_before::text as "bucketsBefore" from sealed_days`);
  return rows[0] ?? { sealedBefore: null, bucketsBefore: null };
}

/** Moves the buckets' mark forward, never back. */
export async function moveBucketsMark(db: Db, before: UtcDay): Promise<void> {
  await db.query(sql`
    update sealed_days set months_before = greatest(months_before, ${before}::date)`);
}

/** Drops the months of quarter hours that end by `before` and hold no row any more; answers how many. */
export async function dropEmptyQuarters(db: Db, before: UtcDay): Promise<number> {
  const rows = await db.query<{ dropped: number }>(
    sql`select drop_empty_quarters(${before}::date) as dropped`,
  );
  return rows[0]?.dropped ?? 0;
}

type Place = { id: string; number: number; position: number };
type Period = { fromMs: number; toMs: number };

/** One sensor's hours, as columns of the same length in the form of PostgreSQL's arrays. */
type HourColumns = { id: string } & Record<"bucket" | "readings" | "mean" | "low" | "high", string>;

/** What chunks hold of a period; `stamp` is the sum of the transactions that wrote them, `chunks` how many. */
export type SealedHours = { hours: HourColumns[]; chunks: number; stamp: number };

/**
 * The hours of a period that have gone into chunks, for a statement that reads the other hours: it must ask
 * `areStillSealed` too, and be repeated where they are not, since some may be sealed between the two.
 */
export async function readSealedHours(db: Db, places: Place[], period: Period): Promise<SealedHours> {
  const rows = await db.query<{ id: string; chunk: string; stamp: string }>(sql`
    select place.id, encode(kept.chunk, 'base64') as chunk, kept.xmin::text as stamp
    from ${placesOf(places)} join history_1h_months kept on ${isOfPeriod(period)}`);
  return {
    hours: rows.map(({ id, chunk }) => hourColumns(id, chunkBytes(chunk), period)),
    chunks: rows.length,
    stamp: rows.reduce((sum, { stamp }) => sum + Number(stamp), 0),
  };
}

/** True if the chunks are as they were read. */
export const areStillSealed = (places: Place[], period: Period, { chunks, stamp }: SealedHours): SQL => sql`(
  select count(*) = ${chunks}::bigint and coalesce(sum(kept.xmin::text::bigint), 0) = ${stamp}::bigint
  from ${placesOf(places)} join history_1h_months kept on ${isOfPeriod(period)})`;

const placesOf = (places: Place[]): SQL => sql`jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
  as place (id text, number integer, position smallint)`;

const isOfPeriod = ({ fromMs, toMs }: Period): SQL => sql`
  kept.device_number = place.number and kept.position = place.position
  and kept.month >= ${monthAt(fromMs)}::date and kept.month <= ${monthAt(toMs - 1)}::date`;

function hourColumns(id: string, chunk: Uint8Array, { fromMs, toMs }: Period): HourColumns {
  const hours = openBuckets(chunk).filter(
    ({ bucket }) => bucket * HOUR_MS >= fromMs && bucket * HOUR_MS < toMs,
  );
  const column = (figure: (hour: (typeof hours)[number]) => number): string =>
    `{${hours.map((hour) => arrayText(figure(hour))).join(",")}}`;
  return {
    id,
    bucket: column(({ bucket }) => bucket),
    readings: column(({ count }) => count),
    mean: column(({ avg }) => avg),
    low: column(({ min }) => min),
    high: column(({ max }) => max),
  };
}

const arrayText = (value: number): string => (Object.is(value, -0) ? "-0" : String(value));

/** The columns as rows: the sensor's id, hour and figures. */
export const sealedHourRows = ({ hours }: SealedHours): SQL => sql`
  select sealed.id, hour.* from jsonb_to_recordset(${JSON.stringify(hours)}::jsonb)
    as sealed (id text, bucket text, readings text, mean text, low text, high text)
  cross join lateral unnest(sealed.bucket::integer[], sealed.readings::integer[], sealed.mean::float8[],
    sealed.low::float8[], sealed.high::float8[]) as hour (bucket, readings, mean, low, high)`;
