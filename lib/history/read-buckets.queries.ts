import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../kernel/db.queries.ts";
import { DAY_MS } from "../kernel/time.ts";
import { BUCKET_MS, type BucketResolution, bucketCeiling, type QuarterJson } from "./buckets.ts";
import { carriedBuckets } from "./carried.queries.ts";
import {
  type BucketsAsk,
  type ChunkRow,
  monthChunks,
  openMonths,
  type SensorBucket,
  withSealed,
} from "./months.queries.ts";
import { readSpans } from "./plan.ts";
import {
  bucketOfMoment,
  direction,
  FIGURES,
  type HistoryItem,
  inOrder,
  isAfter,
  momentOfMicros,
  packed,
  placeDevices,
  places,
  SEALED_BEFORE,
  type SpanAsk,
  type StretchAsk,
  TIER_TABLES,
  unpacked,
} from "./tables.queries.ts";

/** All buckets of a sensor, as lists of the same length. */
type BucketsRow = { sensor_id: string; chunk: null } & Record<
  "bucket" | "readings" | "mean" | "low" | "high" | "last",
  string
>;

/**
 * Buckets, in the order asked for: of days that stand in the tiers from there, as rows or in a month's chunk, of
 * all others made from the snapshots by the same words. Span by span until the page is full; one statement a
 * span, so that a day that is being rolled up, or buckets that are being sealed, are seen in one of the places. Each sensor gives at most a page and one more: its bucket at
 * the place may be on the page before. Quarter hours without a reading in which a value was held are buckets
 * too.
 */
export async function readBuckets(
  db: Db,
  resolution: BucketResolution,
  ask: BucketsAsk,
): Promise<HistoryItem[]> {
  const rest = fromPlace(resolution, ask);
  const items: HistoryItem[] = [];
  for (const span of readSpans(resolution, { ...rest, sensors: rest.sensors.length })) {
    const limit = ask.limit - items.length;
    items.push(...(await readSpan(db, resolution, { ...rest, ...span, limit })));
    if (items.length >= ask.limit) break;
  }
  return items;
}

/**
 * The rows are a page at most. Whatever chunks have before the last of them is whole, and for each row that
 * counts less than its chunk the chunk's bucket stands: together they are a page too.
 */
async function readSpan(db: Db, resolution: BucketResolution, ask: BucketsAsk): Promise<HistoryItem[]> {
  const rows = await db.query<BucketsRow | ChunkRow>(bucketsSql(resolution, ask));
  const reported = rows.flatMap((row) => (row.chunk === null ? sensorBuckets(row) : []));
  const chunks = rows.flatMap((row) => (row.chunk === null ? [] : [row]));
  const isState = new Map(ask.sensors.map((sensor) => [sensor.sensorId, sensor.isState === true]));
  const itemOf = ({ sensorId, bucket, count, min, max, avg, last }: SensorBucket): HistoryItem => ({
    sensorId,
    atMicros: bucket * BUCKET_MS[resolution] * 1_000,
    value: isState.get(sensorId) === true ? last : avg,
    resolution,
    bucket: { count, min, max, avg, last },
  });
  const buckets = chunks.length === 0 ? reported : withSealed(reported, openMonths(resolution, ask, chunks));
  return buckets
    .map(itemOf)
    .filter((item) => isAfter(item, ask.after))
    .sort(ask.newestFirst ? (a, b) => inOrder(b, a) : inOrder)
    .slice(0, ask.limit);
}

function sensorBuckets({ sensor_id: sensorId, bucket, ...row }: BucketsRow): SensorBucket[] {
  const [readings, mean, low, high, last] = [
    unpacked("integer", row.readings),
    unpacked("float", row.mean),
    unpacked("float", row.low),
    unpacked("float", row.high),
    unpacked("float", row.last),
  ];
  return unpacked("integer", bucket).map((number, index) => ({
    sensorId,
    bucket: number,
    count: readings[index] ?? 0,
    min: low[index] ?? 0,
    max: high[index] ?? 0,
    avg: mean[index] ?? 0,
    last: last[index] ?? 0,
  }));
}

function bucketsSql(resolution: BucketResolution, ask: BucketsAsk): SQL {
  const order = direction(ask);
  return sql`
    with place as (select * from ${places(ask)}),
    ${foundBuckets(resolution, ask, placeDevices(ask))}
    select sensor_id, null::date as month, null as chunk, ${packed("integer", sql`bucket`)} as bucket,
      ${packed("integer", sql`readings`)} as readings, ${packed("float", sql`mean`)} as mean,
      ${packed("float", sql`low`)} as low, ${packed("float", sql`high`)} as high, ${packed("float", sql`last`)} as last
    from (
      select * from found where ${isAfterSql(resolution, ask)}
      -- Sorting numbers alone is much quicker; who reads them puts the sensors of the last bucket in order and cuts.
      order by bucket ${order} fetch first ${ask.limit} rows with ties) page
    group by sensor_id
    union all
    select sensor_id, month, chunk, null, null, null, null, null, null from (${monthChunks(resolution, ask)}) sealed
    order by month`;
}

/**
 * The quarter hours of the last day as one JSON object, by sensor and oldest first: a part of another statement. `place`
 * selects the sensors: "sensorId", "deviceNumber" and position. None of them can be sealed: they are days too young.
 */
export function lastDayJson(place: SQL, now: Date): SQL<Record<string, QuarterJson[]>> {
  const toMs = bucketCeiling("15m", now.getTime());
  const quarters = DAY_MS / BUCKET_MS["15m"];
  const [fromMicros, toMicros] = [(toMs - DAY_MS) * 1_000, toMs * 1_000];
  const ask: SpanAsk = { fromMicros, toMicros, limit: quarters, newestFirst: false };
  return sql`(
    with place as (${place}),
    ${foundBuckets("15m", ask, sql`array(select distinct "deviceNumber" from place)`)}
    select coalesce(json_object_agg(sensor_id, quarters), '{}') from (
      select sensor_id, json_agg(json_build_array(bucket, mean, low, high) order by bucket) as quarters
      from found group by sensor_id) found)`;
}

/** The buckets of the rows of `place` as `found`; of each sensor a page and one more at least. `devices` are theirs. */
function foundBuckets(resolution: BucketResolution, ask: SpanAsk, devices: SQL): SQL {
  return sql`
    stored as (
      select place."sensorId" as sensor_id, kept.bucket, kept.readings, kept.mean,
        coalesce(kept.low, kept.mean) as low, coalesce(kept.high, kept.mean) as high,
        coalesce(kept.last, kept.mean) as last
      from place cross join lateral (
        select * from ${TIER_TABLES[resolution]} tier
        where tier.device_number = place."deviceNumber" and tier.position = place.position
          and ${isWithin(resolution, ask, sql`tier.bucket`)} and ${isPromised(resolution)}
        order by tier.bucket ${direction(ask)} limit ${ask.limit + 1}) kept),
    fresh as (
      select sensor_id, bucket, ${FIGURES} from (
        select place."sensorId" as sensor_id, snapshot.recorded_at, snapshot.said[place.position] as value,
          ${bucketOfMoment(resolution, sql`snapshot.recorded_at`)} as bucket
        from read_open_days(${devices}, ${momentOfMicros(ask.fromMicros)}, ${momentOfMicros(ask.toMicros)}) snapshot
        join place on place."deviceNumber" = snapshot.device_number offset 0
      ) as reading where value is not null group by sensor_id, bucket),
    reported as (select * from stored union all select * from fresh),
    found as (select * from reported ${resolution === "15m" ? carriedBesideStored(ask) : sql``})`;
}

/** What was said after all, and came late, counts. */
const carriedBesideStored = (ask: SpanAsk): SQL => sql`
  union all select * from (${carriedBuckets(ask)}) carried
  where not exists (select from reported where reported.sensor_id = carried.sensor_id and reported.bucket = carried.bucket)`;

/** After a place in the middle of a bucket comes the next one. */
function fromPlace(resolution: BucketResolution, ask: BucketsAsk): BucketsAsk {
  const micros = BUCKET_MS[resolution] * 1_000;
  const after = Math.ceil(Number(ask.after?.atMicroseconds ?? 0) / micros) * micros;
  return { ...ask, fromMicros: Math.max(ask.fromMicros, after) };
}

function isWithin(resolution: BucketResolution, { fromMicros, toMicros }: SpanAsk, bucket: SQL): SQL {
  const micros = BUCKET_MS[resolution] * 1_000;
  return sql`${bucket} >= ${fromMicros / micros}::integer and ${bucket} < ${toMicros / micros}::integer`;
}

function isAfterSql(resolution: BucketResolution, { after }: StretchAsk): SQL {
  const micros = BUCKET_MS[resolution] * 1_000;
  if (after === null || Number(after.atMicroseconds) % micros !== 0) return sql`true`;
  const bucket = Number(after.atMicroseconds) / micros;
  return sql`(bucket > ${bucket}::integer or sensor_id collate "C" > ${after.id})`;
}

const dayOfBucket = (resolution: BucketResolution): SQL =>
  sql`('epoch'::date + tier.bucket / ${sql.raw(String(BUCKET_MS["1d"] / BUCKET_MS[resolution]))})`;

/** Every day behind the watermark stands in the tiers; later days do where they say so. */
const isPromised = (resolution: BucketResolution): SQL => sql`(
  ${dayOfBucket(resolution)} < ${SEALED_BEFORE} or exists (
    select from rolled_days rolled where rolled.device_number = tier.device_number
      and rolled.day = ${dayOfBucket(resolution)}))`;
