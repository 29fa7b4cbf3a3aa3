import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../kernel/db.queries.ts";
import { dayEndMs, dayStartMs, type UtcDay, utcDayOf } from "./buckets.ts";
import { openReadings } from "./codec.ts";
import { chunkBytes, unpacked } from "./columns.ts";
import { HISTORY_LIMITS } from "./limits.ts";
import {
  direction,
  type HistoryItem,
  inOrder,
  momentOfMicros,
  packed,
  placeDevices,
  places,
  type SensorPlace,
  type StretchAsk,
} from "./tables.queries.ts";

/**
 * All readings from snapshots as three lists of the same length, or a sensor's chunk of a day, or (with
 * neither) the first day whose chunks were too many for this call.
 */
type Row = {
  /** Indexes of sensors in the order of their ids. */
  places: string | null;
  moments: string | null;
  values: string | null;
  sensor_id: string | null;
  day: UtcDay | null;
  chunk: string | null;
};

const SLICE_MINUTES_MIN = 15;

/**
 * Asks only the snapshots for a stretch in which nothing can be sealed yet: half the work of most questions.
 */
type RawAsk = StretchAsk & { mayBeSealed: boolean };

/** Readings from snapshots and chunks, in the order asked for. */
export async function readRaw(db: Db, ask: RawAsk): Promise<HistoryItem[]> {
  let items: HistoryItem[] = [];
  let rest = {
    ...ask,
    sensors: inIdOrder(ask.sensors),
    fromMicros: Math.max(ask.fromMicros, Number(ask.after?.atMicroseconds ?? 0)),
  };
  while (rest.fromMicros < rest.toMicros) {
    const { found, openDay } = await readPart(db, { ...rest, limit: ask.limit - items.length });
    items =
      items.length === 0 && found.length <= ask.limit ? found : [...items, ...found].slice(0, ask.limit);
    if (items.length >= ask.limit || openDay === null) break;
    rest = ask.newestFirst
      ? { ...rest, toMicros: dayEndMs(openDay) * 1_000 }
      : { ...rest, fromMicros: dayStartMs(openDay) * 1_000 };
  }
  return items;
}

/**
 * Asks in one statement, so that each reading is seen in exactly one place; what it finds is whole up to
 * `openDay`. Expects the sensors in the order of their ids.
 */
async function readPart(db: Db, ask: RawAsk): Promise<{ found: HistoryItem[]; openDay: UtcDay | null }> {
  const rows = await db.query<Row>(ask.mayBeSealed ? partSql(ask) : hotSql(ask));
  const ids = ask.sensors.map(({ sensorId }) => sensorId);
  const { sealed, openDay } = openDays(rows, ask);
  const wanted = wantedOf(ask, openDay);
  const found = rows.flatMap((row) => hotItems(row, ids, wanted));
  found.sort(orderOf(ask));
  return { found: sealed.length === 0 ? found : withSealed(found, sealed, ask), openDay };
}

function hotItems({ places, moments, values }: Row, ids: string[], isWanted: IsWanted): HistoryItem[] {
  const [at, value] = [unpacked("moment", moments), unpacked("float", values)];
  const items: HistoryItem[] = [];
  const ofReading = unpacked("integer", places);
  for (let index = 0; index < ofReading.length; index += 1) {
    const [sensorId, atMicros] = [ids[ofReading[index] ?? -1] ?? "", at[index] ?? 0];
    if (isWanted(sensorId, atMicros)) items.push(reading(sensorId, atMicros, value[index] ?? 0));
  }
  return items;
}

const reading = (sensorId: string, atMicros: number, value: number): HistoryItem => ({
  sensorId,
  atMicros,
  value,
  resolution: "raw",
  bucket: null,
});

/**
 * A day after the other, until there are enough: how many readings a chunk holds is only known once it is
 * open.
 */
function openDays(rows: Row[], ask: StretchAsk): { sealed: HistoryItem[]; openDay: UtcDay | null } {
  const chunks = rows.filter(({ chunk }) => chunk !== null);
  const days = [...Map.groupBy(chunks, ({ day }) => day)].sort(([a], [b]) =>
    (a ?? "") < (b ?? "") ? -1 : 1,
  );
  const sealed: HistoryItem[] = [];
  for (const [day, ofDay] of ask.newestFirst ? days.toReversed() : days) {
    if (sealed.length >= ask.limit) return { sealed, openDay: day };
    for (const item of dayItems(ofDay, { ...ask, limit: ask.limit - sealed.length })) sealed.push(item);
  }
  return { sealed, openDay: rows.find(({ day, chunk }) => day !== null && chunk === null)?.day ?? null };
}

/** A day's first readings in the order asked for: as many as are asked for, and those of the last one's moment. */
function dayItems(chunks: Row[], ask: StretchAsk): HistoryItem[] {
  const isWanted = wantedOf(ask, null);
  const series = chunks.map(({ sensor_id, chunk }) => ({
    sensorId: sensor_id ?? "",
    ...openReadings(chunkBytes(chunk ?? "")),
  }));
  const moments = new Float64Array(series.reduce((sum, { times }) => sum + times.length, 0));
  let wanted = 0;
  for (const { sensorId, times } of series) {
    for (let index = 0; index < times.length; index += 1) {
      const atMicros = times[index] ?? 0;
      if (!isWanted(sensorId, atMicros)) continue;
      moments[wanted] = atMicros;
      wanted += 1;
    }
  }
  const isInTime = untilLast(moments.subarray(0, wanted), ask);
  const items: HistoryItem[] = [];
  for (const { sensorId, times, values } of series) {
    for (let index = 0; index < times.length; index += 1) {
      const atMicros = times[index] ?? 0;
      if (isInTime(atMicros) && isWanted(sensorId, atMicros))
        items.push(reading(sensorId, atMicros, values[index] ?? 0));
    }
  }
  return items.sort(orderOf(ask));
}

/** Readings behind a page's last moment would be made and put in order for nothing. */
function untilLast(moments: Float64Array, { limit, newestFirst }: StretchAsk): (atMicros: number) => boolean {
  if (moments.length <= limit) return () => true;
  moments.sort();
  const last = moments[newestFirst ? moments.length - limit : limit - 1] ?? 0;
  return newestFirst ? (atMicros) => atMicros >= last : (atMicros) => atMicros <= last;
}

type IsWanted = (sensorId: string, atMicros: number) => boolean;

function wantedOf({ newestFirst, after, ...ask }: StretchAsk, openDay: UtcDay | null): IsWanted {
  const openMicros =
    openDay === null ? null : (newestFirst ? dayEndMs(openDay) : dayStartMs(openDay)) * 1_000;
  const fromMicros = newestFirst ? Math.max(ask.fromMicros, openMicros ?? 0) : ask.fromMicros;
  const toMicros = newestFirst ? ask.toMicros : Math.min(ask.toMicros, openMicros ?? ask.toMicros);
  const afterMicros = after === null ? -1 : Number(after.atMicroseconds);
  return (sensorId, atMicros) =>
    atMicros >= fromMicros &&
    atMicros < toMicros &&
    (atMicros > afterMicros || (atMicros === afterMicros && sensorId > (after?.id ?? "")));
}

type Order = (a: HistoryItem, b: HistoryItem) => number;

const orderOf = ({ newestFirst }: StretchAsk): Order => (newestFirst ? (a, b) => inOrder(b, a) : inOrder);

/**
 * Both are in the order asked for, and so is what they make. What came after its day was sealed may say a moment
 * again: then the snapshot's reading counts.
 */
function withSealed(hot: HistoryItem[], sealed: HistoryItem[], ask: StretchAsk): HistoryItem[] {
  const order = orderOf(ask);
  const items: HistoryItem[] = [];
  let next = 0;
  for (const item of sealed) {
    for (let one = hot[next]; one !== undefined && order(one, item) <= 0; one = hot[next]) {
      items.push(one);
      next += 1;
    }
    const before = items.at(-1);
    if (before?.atMicros !== item.atMicros || before.sensorId !== item.sensorId) items.push(item);
  }
  return [...items, ...hot.slice(next)];
}

function partSql(ask: StretchAsk): SQL {
  const [order, bytesMax] = [
    direction(ask),
    HISTORY_LIMITS.chunkBytesMin + ask.limit * HISTORY_LIMITS.chunkBytesPerReading,
  ];
  const [first, last] = [ask.fromMicros, ask.toMicros - 1].map((micros) => utcDayOf(micros / 1_000));
  const firstOpen = ask.newestFirst ? sql`max(day)` : sql`min(day)`;
  const nearest = ask.newestFirst ? sql`(select max(day) from sealed)` : sql`(select min(day) from sealed)`;
  return sql`
    with place as (select * from ${places(ask)}),
    sealed as (
      select place."sensorId" as sensor_id, kept.day, kept.chunk,
        sum(octet_length(kept.chunk)) over (order by kept.day ${order}) as bytes
      from place join history_chunks kept
        on kept.device_number = place."deviceNumber" and kept.position = place.position
      where kept.device_number = any ${placeDevices(ask)} and kept.day >= ${first}::date and kept.day <= ${last}::date),
    open_day as (
      select ${firstOpen} as day from sealed where bytes > ${bytesMax}::integer and day <> ${nearest})
    select ${HOT_COLUMNS}, null as sensor_id, null as day, null as chunk from ${hotRows(ask, upToOpenDay(ask))}
    union all
    select null, null, null, sensor_id, day::text, encode(chunk, 'base64') from sealed
    where bytes <= ${bytesMax}::integer or day = ${nearest}
    union all
    select null, null, null, null, day::text, null from open_day where day is not null`;
}

const HOT_COLUMNS = sql`${packed("integer", sql`place`)} as places, ${packed("moment", sql`recorded_at`)} as moments,
  ${packed("float", sql`value`)} as "values"`;

const hotSql = (ask: StretchAsk): SQL => sql`
  select ${HOT_COLUMNS}, null as sensor_id, null as day, null as chunk from ${hotRows(ask, stretchOf(ask))}`;

type Ends = { from: SQL; to: SQL };

const stretchOf = ({ fromMicros, toMicros }: StretchAsk): Ends => ({
  from: momentOfMicros(fromMicros),
  to: momentOfMicros(toMicros),
});

/** Snapshots behind the chunks that this call can carry would be thrown away. */
function upToOpenDay(ask: StretchAsk): Ends {
  const { from, to } = stretchOf(ask);
  const start = (day: SQL) => sql`(select ${day}::timestamp at time zone 'UTC' from open_day)`;
  return ask.newestFirst
    ? { from: sql`greatest(${from}, ${start(sql`(day + 1)`)})`, to }
    : { from, to: sql`least(${to}, ${start(sql`day`)})` };
}

function hotRows(ask: StretchAsk, { from, to }: Ends): SQL {
  const list = ask.sensors.map(({ deviceNumber, position }, place) => ({ place, deviceNumber, position }));
  const after = ask.after === null ? sql`null` : momentOfMicros(Number(ask.after.atMicroseconds));
  const afterPlace = ask.sensors.filter(({ sensorId }) => sensorId <= (ask.after?.id ?? "")).length - 1;
  return sql`read_snapshots(${JSON.stringify(list)}::jsonb, ${placeDevices(ask)}, ${from}, ${to}, ${after},
    ${afterPlace}::integer, ${ask.newestFirst}::boolean, ${ask.limit}::integer,
    ${firstSliceMinutes(ask)}::integer * interval '1 minute')`;
}

/** Takes as long as devices that post once a minute need for a page. */
const firstSliceMinutes = ({ limit, sensors }: StretchAsk): number =>
  Math.max(SLICE_MINUTES_MIN, Math.ceil(limit / sensors.length));

const inIdOrder = <T extends SensorPlace>(sensors: readonly T[]): T[] =>
  sensors.toSorted((a, b) => (a.sensorId < b.sensorId ? -1 : 1));
