import { type SQL, sql } from "drizzle-orm";
import type { Resolution } from "../../schema/vocabulary.ts";
import type { Place } from "../kernel/cursor.ts";
import type { Db } from "../kernel/db.queries.ts";
import { DAY_MS, MINUTE_MS } from "../kernel/time.ts";
import {
  bucketCeiling,
  bucketStart,
  cellSpans,
  dayStartMs,
  type HistoryItem,
  inSpans,
  type Span,
  type StoredValue,
  storedValue,
  utcDayOf,
} from "./buckets.ts";
import { chunkBytes, openReadings } from "./codec.ts";
import { readBuckets } from "./read-buckets.queries.ts";
import {
  firstOpenDay,
  isKeptByAll,
  type Keeping,
  keepingOf,
  LEAST_KEPT,
  type StoredPlan,
  type Stretch,
  stretchesOf,
} from "./retention.ts";
import {
  inOrder,
  isBehind,
  momentOfMicros,
  placeDevices,
  places,
  readUntil,
  type SensorPlace,
  type StretchAsk,
} from "./tables.queries.ts";

/** No reading is later than this, and the numbers of buckets still fit into an integer. */
const LAST_MS = Date.UTC(2200, 0, 1);

/** How far the clock of a compacting invocation may be ahead of ours. */
const CLOCKS_MS = 3_600_000;

/** A range of readings of one home's sensors. `now` decides which resolutions its plan still keeps. */
export type ReadingRange = {
  sensors: SensorPlace[];
  from: Date;
  to: Date;
  now: Date;
  limit: number;
  resolution?: Resolution;
};

/** Returns the newest `limit` readings with `from` ≤ time < `to`, oldest first, wherever they are stored. */
export async function listReadings(db: Db, range: ReadingRange): Promise<StoredValue[]> {
  const stretches = await stretchesFor(db, range);
  const items = await readHistory(db, stretches, { ...range, after: null, newestFirst: true });
  return items.toReversed().map(storedValue);
}

/** Returns the oldest `limit` readings after a place, oldest first. */
export type ReadPage = (after: Place | null, limit: number) => Promise<HistoryItem[]>;

/** Returns a reader of pages of readings with `from` ≤ time < `to`. Looks up the plan's retention only once. */
export async function readingPages(db: Db, range: Omit<ReadingRange, "limit">): Promise<ReadPage> {
  const stretches = await stretchesFor(db, range);
  return (after, limit) => readHistory(db, stretches, { ...range, after, limit, newestFirst: false });
}

/** Returns the place of an item, after which the next page begins. */
export const placeOfItem = ({ atMicros, sensorId }: HistoryItem): Place => ({
  atMicroseconds: String(atMicros),
  id: sensorId,
});

export type PlacedReading = StoredValue & { place: Place };

/** Returns one page of readings, each with its place. */
export async function listReadingPage(
  db: Db,
  { after, limit, ...range }: ReadingRange & { after: Place | null },
): Promise<PlacedReading[]> {
  const read = await readingPages(db, range);
  const items = await read(after, limit);
  return items.map((item) => ({ ...storedValue(item), place: placeOfItem(item) }));
}

type HistoryAsk = ReadingRange & { after: Place | null; newestFirst: boolean };

/** Reads one stretch at a time, in the requested order, until there are enough. Skips stretches before the place. */
async function readHistory(db: Db, stretches: Stretch[], ask: HistoryAsk): Promise<HistoryItem[]> {
  if (ask.sensors.length === 0 || ask.limit <= 0) return [];
  const placeMs = Number(ask.after?.atMicroseconds ?? 0) / 1_000;
  const left = stretches.filter(({ toMs }) => toMs > placeMs);
  return readUntil(ask.limit, ask.newestFirst ? left.toReversed() : left, (stretch, limit) =>
    readStretch(db, stretch, { ...ask, limit }),
  );
}

const within = (moment: Date): number => Math.min(Math.max(moment.getTime(), 0), LAST_MS);

/** Finds the retention of a device's home. */
async function findKeeping(db: Db, deviceNumber: number, nowMs: number): Promise<Keeping> {
  const rows = await db.query<StoredPlan>(sql`
    select home.plan, epoch_ms(home.trial_ends_at) as "trialEndsAtMs", epoch_ms(home.downgraded_at) as "downgradedAtMs"
    from devices device join households home on home.id = device.household_id
    where device.number = ${deviceNumber}::integer`);
  const [row] = rows;
  return row === undefined ? LEAST_KEPT : keepingOf(row, nowMs);
}

/** Looks up the plan only if the result depends on it. */
async function stretchesFor(db: Db, range: Omit<ReadingRange, "limit">): Promise<Stretch[]> {
  const { resolution = "raw", sensors, from, to, now } = range;
  const wish = { resolution, fromMs: within(from), toMs: within(to), nowMs: now.getTime() };
  const isKnown = isKeptByAll(wish) || sensors.length === 0;
  const keeping = isKnown ? LEAST_KEPT : await findKeeping(db, sensors[0]?.deviceNumber ?? 0, wish.nowMs);
  return stretchesOf({ ...wish, keeping });
}

function readStretch(db: Db, stretch: Stretch, ask: HistoryAsk): Promise<HistoryItem[]> {
  const { resolution, fromMs, toMs } = stretch;
  const { sensors, after, limit, newestFirst } = ask;
  const part = { sensors, after, limit, newestFirst, fromMicros: fromMs * 1_000, toMicros: toMs * 1_000 };
  if (resolution !== "raw") return readBuckets(db, resolution, part);
  const firstOpen = firstOpenDay(ask.now.getTime() + CLOCKS_MS);
  return readRaw(db, { ...part, mayBeSealed: fromMs < dayStartMs(firstOpen) });
}

/** All readings from snapshots as three lists of equal length, or a sensor's chunk of a day. */
type Row =
  /** `places` are indexes into the requested sensors. */
  | { places: number[] | null; moments: number[] | null; values: number[] | null; chunk: null }
  | { sensor_id: string; chunk: string };

/** The readings a day of a device that posts once a minute. */
const READINGS_A_DAY = DAY_MS / MINUTE_MS;
/** The least readings, over all sensors, that the first statement covers. */
const READINGS_MIN = 1_000;

/** If `mayBeSealed` is false, only snapshots are read: half the work, for ranges in which nothing can be sealed yet. */
type RawAsk = StretchAsk & { mayBeSealed: boolean };

/** Reads single readings from snapshots and chunks, in the requested order, span by span until there are enough. */
export function readRaw(db: Db, ask: RawAsk): Promise<HistoryItem[]> {
  const rest = { ...ask, fromMicros: Math.max(ask.fromMicros, Number(ask.after?.atMicroseconds ?? 0)) };
  const spans = ask.mayBeSealed ? daySpans(rest) : cellSpans(MINUTE_MS, rest, READINGS_MIN);
  return readUntil(ask.limit, spans, (span, limit) => readSpan(db, { ...rest, ...span, limit }));
}

/** Splits at whole days, so that each chunk is opened once. The first span fills a page if sensors post each minute. */
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

/** Reads snapshots and chunks in one statement, so that no reading is missed while compaction moves it. */
async function readSpan(db: Db, ask: RawAsk): Promise<HistoryItem[]> {
  const rows = await db.query<Row>(ask.mayBeSealed ? sql`${hotSql(ask)} ${chunksSql(ask)}` : hotSql(ask));
  const ids = ask.sensors.map(({ sensorId }) => sensorId);
  const isWanted = wantedOf(ask);
  const hot = rows.flatMap((row) => (row.chunk === null ? hotItems(row, ids) : []));
  const items = [...hot.filter(isWanted), ...sealedItems(rows, ask, isWanted)];
  items.sort(ask.newestFirst ? (a, b) => inOrder(b, a) : inOrder);
  // A late reading may repeat a moment of a chunk. The snapshot's reading wins: it comes first, as the sort is stable.
  const isFirst = ({ atMicros, sensorId }: HistoryItem, index: number) =>
    items[index - 1]?.atMicros !== atMicros || items[index - 1]?.sensorId !== sensorId;
  return items.filter(isFirst).slice(0, ask.limit);
}

const reading = (sensorId: string, atMicros: number, value: number): HistoryItem => ({
  sensorId,
  atMicros,
  value,
  resolution: "raw",
  bucket: null,
});

const hotItems = ({ places, moments, values }: Row & { chunk: null }, ids: string[]): HistoryItem[] =>
  (places ?? []).map((place, index) =>
    reading(ids[place] ?? "", moments?.[index] ?? 0, values?.[index] ?? 0),
  );

type IsWanted = ReturnType<typeof isBehind>;

function wantedOf({ after, fromMicros, toMicros }: StretchAsk): IsWanted {
  const isBehindPlace = isBehind(after);
  return (place) => place.atMicros >= fromMicros && place.atMicros < toMicros && isBehindPlace(place);
}

/** Returns `limit` readings of chunks, plus those at the last one's moment. Drops the others before they are sorted. */
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

/** Selects readings of snapshots in order of time. The extra rows cover those of the first and the last moment. */
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
