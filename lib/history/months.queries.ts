import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../kernel/db.queries.ts";
import { BUCKET_MS, type BucketResolution } from "./buckets.ts";
import { type BucketPoint, openBuckets } from "./codec/bucket-chunk.ts";
import type { SensorMonth } from "./read-months.queries.ts";
import { type SealedTier, withRows } from "./sealed-months.ts";
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
import { monthAt, type UtcDay, type UtcMonth } from "./utc.ts";

/** What was read of a sensor's month (`rows` and `stamp`) and what becomes of it. */
export type SealedMonth = SensorMonth & { rows: number; stamp: number; chunk: Uint8Array };

/**
 * One transaction: the chunks are written and the rows gone, of every sensor's month whose rows are still as they
 * were read; others are left for the next run. The devices are held, as whoever writes their buckets holds them.
 * Of a device that has gone, the rows go too. Answers those that were sealed.
 */
export async function commitMonths(db: Db, tier: SealedTier, months: SealedMonth[]): Promise<SensorMonth[]> {
  const [, { rows }] = await db("repeatable", (queries) =>
    queries.batch([
      queries.execute(lockDevices([...new Set(months.map(({ number }) => number))])),
      queries.execute<SensorMonth>(sql`
        with ready as (${readyMonths(tier, months)}),
        chunk as (
          insert into ${MONTH_TABLES[tier]} (device_number, position, month, chunk)
          select number, position, month, decode(chunk, 'base64') from ready where is_known
          on conflict (device_number, position, month) do update set chunk = excluded.chunk),
        gone as (
          delete from ${TIER_TABLES[tier]} tier using ready where ${isOfMonth(tier, "ready")})
        select number, position, month::text from ready where is_known`),
    ]),
  );
  return rows;
}

const readyMonths = (tier: SealedTier, months: SealedMonth[]): SQL => sql`
  select asked.number, asked.position, asked.month, asked.chunk, device.number is not null as is_known
  from jsonb_to_recordset(${JSON.stringify(months.map((month) => ({ ...month, chunk: chunkText(month.chunk) })))}::jsonb)
    as asked (number integer, position smallint, month date, rows bigint, stamp bigint, chunk text)
  left join devices device on device.number = asked.number
  cross join lateral (
    select count(*) as rows, sum(tier.xmin::text::bigint) as stamp from ${TIER_TABLES[tier]} tier
    where ${isOfMonth(tier, "asked")}) as now
  where now.rows = asked.rows and now.stamp = asked.stamp`;

/** By the month's ends, which the partitions and their index understand. */
function isOfMonth(tier: SealedTier, row: "asked" | "ready"): SQL {
  const month = sql.raw(`${row}.month`);
  return sql`tier.device_number = ${sql.raw(`${row}.number`)} and tier.position = ${sql.raw(`${row}.position`)}
    and tier.bucket >= ${bucketOfDay(tier, month)}
    and tier.bucket < ${bucketOfDay(tier, sql`(${month} + interval '1 month')::date`)}`;
}

const bucketOfDay = (tier: SealedTier, day: SQL): SQL =>
  sql`(${day} - 'epoch'::date) * ${sql.raw(String(BUCKET_MS["1d"] / BUCKET_MS[tier]))}`;

/** Asks only rows for a stretch in which no month can be sealed yet: most questions are such. */
export type BucketsAsk = StretchAsk & { mayBeSealed: boolean };

/** A chunk of a sensor's month, which may begin before the stretch and end after it. */
export type ChunkRow = { sensor_id: string; chunk: string };

export type SensorBucket = BucketPoint & { sensorId: string };

/** Selects the chunks that reach into the stretch, of each row of `place`: where nothing can be in one, none. */
export function monthChunks(resolution: BucketResolution, ask: BucketsAsk): SQL {
  if (!(isSealedTier(resolution) && ask.mayBeSealed))
    return sql`select null::text as sensor_id, null::text as chunk where false`;
  const [first, last] = [ask.fromMicros, ask.toMicros - 1].map((micros) => monthAt(micros / 1_000));
  return sql`
    select place."sensorId" as sensor_id, encode(kept.chunk, 'base64') as chunk
    from place join ${MONTH_TABLES[resolution]} kept
      on kept.device_number = place."deviceNumber" and kept.position = place.position
    where kept.device_number = any ${placeDevices(ask)} and kept.month >= ${first}::date and kept.month <= ${last}::date`;
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

/** Up to where days are sealed, and the month up to which months are; null before the first. */
type MonthMarks = { sealedBefore: UtcDay | null; monthsBefore: UtcMonth | null };

export async function findMonthMarks(db: Db): Promise<MonthMarks> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<MonthMarks>(sql`
      select before::text as "sealedBefore", months_before::text as "monthsBefore" from sealed_days`),
  );
  return rows[0] ?? { sealedBefore: null, monthsBefore: null };
}

/** Moves the months' mark forward, never back. */
export async function moveMonthsMark(db: Db, before: UtcMonth): Promise<void> {
  await db("repeatable", (queries) =>
    queries.execute(sql`
      update sealed_days set months_before = greatest(months_before, ${before}::date)`),
  );
}

/** Drops the months of quarter hours before `before` that hold no row any more; answers how many. */
export async function dropEmptyQuarters(db: Db, before: UtcMonth): Promise<number> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ dropped: number }>(sql`select drop_empty_quarters(${before}::date) as dropped`),
  );
  return rows[0]?.dropped ?? 0;
}
