import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../kernel/db.queries.ts";
import { DAY_MS, MINUTE_MS } from "../kernel/time.ts";
import type { Span } from "./bucket-parts.ts";
import { bucketCeiling, bucketStart, type HistoryItem, utcDayOf } from "./buckets.ts";
import { openReadings } from "./codec.ts";
import { chunkBytes } from "./columns.ts";
import { cellSpans, inSpans } from "./plan.ts";
import { inOrder, momentOfMicros, placeDevices, places, type StretchAsk } from "./tables.queries.ts";

/** All readings from snapshots as three lists of the same length, or a sensor's chunk of a day. */
type Row =
  /** `places` are indexes of the asked sensors. */
  | { places: number[] | null; moments: number[] | null; values: number[] | null; chunk: null }
  | { sensor_id: string; chunk: string };

/** Of a device that posts once a minute. */
const READINGS_A_DAY = DAY_MS / MINUTE_MS;
/** Readings of all sensors together that one statement looks at first, unless the page is longer. */
const READINGS_MIN = 1_000;

/** Asks only the snapshots for a stretch in which nothing can be sealed yet: half the work of most questions. */
type RawAsk = StretchAsk & { mayBeSealed: boolean };

/** Readings from snapshots and chunks, in the order asked for, span by span until there are enough. */
export async function readRaw(db: Db, ask: RawAsk): Promise<HistoryItem[]> {
  const fromMicros = Math.max(ask.fromMicros, Number(ask.after?.atMicroseconds ?? 0));
  const rest = { ...ask, fromMicros };
  const items: HistoryItem[] = [];
  for (const span of ask.mayBeSealed ? daySpans(rest) : cellSpans(MINUTE_MS, rest, READINGS_MIN)) {
    const limit = ask.limit - items.length;
    for (const item of await readSpan(db, { ...rest, ...span, limit })) items.push(item);
    if (items.length >= ask.limit) break;
  }
  return items;
}

/** Whole days at their inner ends: a chunk is opened once. The first may fill the page if all sensors speak each minute. */
function* daySpans({ fromMicros, toMicros, newestFirst, limit, sensors }: RawAsk): Generator<Span> {
  const days = Math.ceil(limit / (READINGS_A_DAY * sensors.length));
  const whole = {
    fromMicros: bucketStart("1d", fromMicros / 1_000) * 1_000,
    toMicros: bucketCeiling("1d", toMicros / 1_000) * 1_000,
  };
  for (const span of inSpans({ ...whole, newestFirst }, days * DAY_MS * 1_000))
    yield {
      fromMicros: Math.max(span.fromMicros, fromMicros),
      toMicros: Math.min(span.toMicros, toMicros),
    };
}

/** Asks in one statement, so that each reading is seen somewhere. */
async function readSpan(db: Db, ask: RawAsk): Promise<HistoryItem[]> {
  const rows = await db.query<Row>(ask.mayBeSealed ? sql`${hotSql(ask)} ${chunksSql(ask)}` : hotSql(ask));
  const ids = ask.sensors.map(({ sensorId }) => sensorId);
  const isWanted = wantedOf(ask);
  const hot = rows.flatMap((row) => (row.chunk === null ? hotItems(row, ids) : []));
  const items = [...hot.filter(isWanted), ...sealedItems(rows, ask, isWanted)];
  items.sort(ask.newestFirst ? (a, b) => inOrder(b, a) : inOrder);
  // What came after its day was sealed may say a moment again: then the snapshot's reading counts, which stands first.
  const isFirst = ({ atMicros, sensorId }: HistoryItem, index: number) =>
    items[index - 1]?.atMicros !== atMicros || items[index - 1]?.sensorId !== sensorId;
  return items.filter(isFirst).slice(0, ask.limit);
}

const reading = (sensorId: string, atMicros: number, value: number): HistoryItem => ({
  ...{ sensorId, atMicros, value },
  resolution: "raw",
  bucket: null,
});

const hotItems = ({ places, moments, values }: Row & { chunk: null }, ids: string[]): HistoryItem[] =>
  (places ?? []).map((place, index) =>
    reading(ids[place] ?? "", moments?.[index] ?? 0, values?.[index] ?? 0),
  );

type IsWanted = (place: { sensorId: string; atMicros: number }) => boolean;

function wantedOf({ after, fromMicros, toMicros }: StretchAsk): IsWanted {
  const afterMicros = after === null ? -1 : Number(after.atMicroseconds);
  return ({ sensorId, atMicros }) =>
    atMicros >= fromMicros &&
    atMicros < toMicros &&
    (atMicros > afterMicros || (atMicros === afterMicros && sensorId > (after?.id ?? "")));
}

/** As many as are asked for, and those of the last one's moment: all others would be put in order for nothing. */
function sealedItems(rows: Row[], { limit, newestFirst }: StretchAsk, isWanted: IsWanted): HistoryItem[] {
  const series = rows.flatMap((row) =>
    row.chunk === null ? [] : [{ sensorId: row.sensor_id, ...openReadings(chunkBytes(row.chunk)) }],
  );
  const moments = Float64Array.from(
    series.flatMap(({ sensorId, times }) => [
      ...times.filter((atMicros) => isWanted({ sensorId, atMicros })),
    ]),
  ).sort();
  const last = moments[newestFirst ? moments.length - limit : limit - 1];
  const isInTime = (atMicros: number) =>
    last === undefined || (newestFirst ? atMicros >= last : atMicros <= last);
  const items: HistoryItem[] = [];
  for (const { sensorId, times, values } of series)
    for (const [index, atMicros] of times.entries())
      if (isInTime(atMicros) && isWanted({ sensorId, atMicros }))
        items.push(reading(sensorId, atMicros, values[index] ?? 0));
  return items;
}

/** In the order of time, so many more than are asked for as may be of the first moment or of the last. */
function hotSql({ sensors, limit, newestFirst, fromMicros, toMicros }: StretchAsk): SQL {
  const list = sensors.map(({ deviceNumber, position }, place) => ({ place, deviceNumber, position }));
  return sql`
    select json_agg(place) as places, json_agg((extract(epoch from recorded_at) * 1000000)::bigint) as moments,
      json_agg(value) as "values", null as sensor_id, null as chunk
    from (
      select wanted.place, snapshot.recorded_at, snapshot."values"[wanted.position] as value
      from jsonb_to_recordset(${JSON.stringify(list)}::jsonb)
        as wanted (place integer, "deviceNumber" integer, position smallint)
      join snapshots snapshot on snapshot.device_number = wanted."deviceNumber"
      where snapshot.device_number = any ${placeDevices({ sensors })} and snapshot."values"[wanted.position] is not null
        and snapshot.recorded_at >= ${momentOfMicros(fromMicros)} and snapshot.recorded_at < ${momentOfMicros(toMicros)}
      order by snapshot.recorded_at ${newestFirst ? sql`desc` : sql`asc`}
      limit ${limit + 2 * sensors.length}::integer) hot`;
}

function chunksSql(ask: StretchAsk): SQL {
  const [first, last] = [ask.fromMicros, ask.toMicros - 1].map((micros) => utcDayOf(micros / 1_000));
  return sql`
    union all
    select null, null, null, place."sensorId", encode(kept.chunk, 'base64')
    from ${places(ask)} join history_chunks kept
      on kept.device_number = place."deviceNumber" and kept.position = place.position
    where kept.device_number = any ${placeDevices(ask)} and kept.day >= ${first}::date and kept.day <= ${last}::date`;
}
