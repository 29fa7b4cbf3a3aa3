import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../kernel/db.queries.ts";
import { DAY_MS } from "../kernel/time.ts";
import {
  BUCKET_MS,
  type BucketParts,
  type BucketResolution,
  bucketsOfParts,
  cellSpans,
  type HistoryItem,
  lastDaySpan,
  type Span,
  utcDayOf,
} from "./buckets.ts";
import {
  CHUNK_TABLES,
  inOrder,
  isBehind,
  momentOfMicros,
  placeDevices,
  places,
  readUntil,
  type StretchAsk,
} from "./tables.queries.ts";

/** The least buckets, over all sensors, that the first statement covers. */
const BUCKETS_MIN = 10_000;

/** Reads buckets in the requested order, one statement per span, until the page is full. */
export function readBuckets(db: Db, resolution: BucketResolution, ask: StretchAsk) {
  const rest = fromPlace(resolution, ask);
  const spans = cellSpans(BUCKET_MS[resolution], rest, BUCKETS_MIN);
  return readUntil(ask.limit, spans, (span, limit) => readSpan(db, resolution, { ...rest, ...span, limit }));
}

async function readSpan(db: Db, resolution: BucketResolution, ask: StretchAsk): Promise<HistoryItem[]> {
  const of = { place: sql`select * from ${places(ask)}`, devices: placeDevices(ask) };
  const [row] = await db.query<{ parts: BucketParts }>(
    sql`select ${bucketParts(resolution, of, ask)} as parts`,
  );
  const parts = row?.parts ?? { chunks: [], columns: [], carried: [] };
  const isState = new Map(ask.sensors.map((sensor) => [sensor.sensorId, sensor.isState === true]));
  const items: HistoryItem[] = [];
  for (const [sensorId, buckets] of bucketsOfParts(parts, resolution, ask)) {
    for (const { bucket, ...figures } of buckets) {
      const value = isState.get(sensorId) === true ? figures.last : figures.avg;
      const atMicros = bucket * BUCKET_MS[resolution] * 1_000;
      items.push({ sensorId, atMicros, value, resolution, bucket: figures });
    }
  }
  return items
    .filter(isBehind(ask.after))
    .sort(ask.newestFirst ? (a, b) => inOrder(b, a) : inOrder)
    .slice(0, ask.limit);
}

/** Selects the quarter hours of the last day within another statement, for `bucketsOfParts`. */
export function lastDayParts(place: SQL, now: Date): SQL<BucketParts> {
  return bucketParts(
    "15m",
    { place, devices: sql`array(select distinct "deviceNumber" from place)` },
    lastDaySpan(now),
  );
}

/** `place` selects "sensorId", "deviceNumber" and position of the sensors; `devices` is the array of their devices. */
type PartsOf = { place: SQL; devices: SQL };

/**
 * Selects the sensors' buckets in a span: chunks and rows of compacted days, carried-forward values, and aggregated
 * readings of days that aren't compacted or got a late reading. It is one statement, so that it sees each reading at
 * least once; where it sees a bucket twice, the one with more readings counts.
 */
function bucketParts(
  resolution: BucketResolution,
  { place, devices }: PartsOf,
  span: Span,
): SQL<BucketParts> {
  const micros = BUCKET_MS[resolution] * 1_000;
  return sql`(
    with place as (${place}),
    fresh as (
      select sensor_id, bucket, count(*)::integer as readings,
        least(max(value), greatest(min(value), avg(value order by recorded_at))) as mean,
        min(value) as low, max(value) as high, (array_agg(value order by recorded_at))[count(*)] as last
      from (
        select place."sensorId" as sensor_id, snapshot.recorded_at, snapshot.said[place.position] as value,
          floor(extract(epoch from snapshot.recorded_at)::float8 / ${sql.raw(String(micros / 1e6))})::integer as bucket
        from read_open_days(${devices}, ${momentOfMicros(span.fromMicros)}, ${momentOfMicros(span.toMicros)}) snapshot
        join place on place."deviceNumber" = snapshot.device_number offset 0
      ) as reading where value is not null group by sensor_id, bucket),
    columns as (
      ${bucketColumns(sql`fresh`)} ${resolution === "1d" ? sql`union all ${bucketColumns(storedDays(span))}` : sql``})
    select json_build_object(
      'chunks', ${resolution === "1d" ? sql`'[]'::json` : chunksJson(CHUNK_TABLES[resolution], devices, span)},
      'columns', (select coalesce(json_agg(columns), '[]') from columns),
      'carried', ${resolution === "15m" ? carriedRuns(span) : sql`'[]'::json`}))`;
}

const storedDays = ({ fromMicros, toMicros }: Span): SQL => sql`(
  select place."sensorId" as sensor_id, kept.bucket, kept.readings, kept.mean, coalesce(kept.low, kept.mean) as low,
    coalesce(kept.high, kept.mean) as high, coalesce(kept.last, kept.mean) as last
  from place join history_1d kept on kept.device_number = place."deviceNumber" and kept.position = place.position
  where kept.bucket >= ${fromMicros / (DAY_MS * 1_000)}::integer
    and kept.bucket < ${toMicros / (DAY_MS * 1_000)}::integer) as stored`;

const bucketColumns = (source: SQL): SQL => sql`
  select sensor_id as "sensorId", json_agg(bucket) as bucket, json_agg(readings) as count, json_agg(mean) as avg,
    json_agg(low) as min, json_agg(high) as max, json_agg(last) as last
  from ${source} group by sensor_id`;

function chunksJson(table: SQL, devices: SQL, { fromMicros, toMicros }: Span): SQL {
  const [first, last] = [fromMicros, toMicros - 1].map((micros) => utcDayOf(micros / 1_000));
  return sql`(
    select coalesce(json_agg(json_build_object('sensorId', place."sensorId", 'chunk', encode(sealed.chunk, 'base64'))), '[]')
    from place join ${table} sealed on sealed.device_number = place."deviceNumber" and sealed.position = place.position
    where sealed.device_number = any (${devices}) and sealed.day >= ${first}::date and sealed.day <= ${last}::date)`;
}

/** Selects the runs in the span for each row of `place`. Of runs that begin before, only the last can reach into it. */
function carriedRuns({ fromMicros, toMicros }: Span): SQL {
  const micros = BUCKET_MS["15m"] * 1_000;
  const [first, last] = [sql`${fromMicros / micros}::integer`, sql`${toMicros / micros - 1}::integer`];
  const isOfPlace = sql`device_number = place."deviceNumber" and position = place.position`;
  return sql`(
    select coalesce(json_agg(json_build_object('sensorId', place."sensorId", 'fromBucket', run.from_bucket,
      'toBucket', run.to_bucket, 'value', run.value)), '[]')
    from place cross join lateral (
      select * from carried_values where ${isOfPlace} and to_bucket >= ${first} and from_bucket <= ${last}
        and from_bucket >= coalesce((
          select max(from_bucket) from carried_values where ${isOfPlace} and from_bucket <= ${first}), ${first})) run)`;
}

/** Begins at the first whole bucket at or after the place. */
function fromPlace(resolution: BucketResolution, ask: StretchAsk): StretchAsk {
  const micros = BUCKET_MS[resolution] * 1_000;
  const after = Math.ceil(Number(ask.after?.atMicroseconds ?? 0) / micros) * micros;
  return { ...ask, fromMicros: Math.max(ask.fromMicros, after) };
}
