import { type SQL, sql } from "drizzle-orm";
import { LIMITS } from "../../../schema/limits.ts";
import { openChunk } from "../../domain/history/codec/chunk.ts";
import { dayEndMs, dayStartMs, type UtcDay, utcDayOf } from "../../domain/history/utc-day.ts";
import type { Db } from "../db.ts";
import { chunkBytes } from "./chunk-text.ts";
import { type HistoryItem, inOrder, isAfter, type StretchAsk } from "./item.ts";
import { direction, momentOfMicros, placeDevices, places } from "./place-sql.ts";

/** A hot reading, a chunk, or (with neither) the first day whose chunks were too many for this call. */
type Row = {
  sensor_id: string | null;
  at_us: string | null;
  value: number | null;
  day: UtcDay | null;
  chunk: string | null;
};

/** Of a stretch in which nothing can be sealed yet, only the snapshots are asked: half the work of most questions. */
type RawAsk = StretchAsk & { mayBeSealed: boolean };

/** Readings from snapshots and chunks, in the order asked for. */
export async function readRaw(db: Db, ask: RawAsk): Promise<HistoryItem[]> {
  const items: HistoryItem[] = [];
  let rest = { ...ask, fromMicros: Math.max(ask.fromMicros, Number(ask.after?.atMicroseconds ?? 0)) };
  while (rest.fromMicros < rest.toMicros) {
    const { found, openDay } = await readPart(db, { ...rest, limit: ask.limit - items.length });
    items.push(...found.slice(0, ask.limit - items.length));
    if (items.length >= ask.limit || openDay === null) break;
    rest = ask.newestFirst
      ? { ...rest, toMicros: dayEndMs(openDay) * 1_000 }
      : { ...rest, fromMicros: dayStartMs(openDay) * 1_000 };
  }
  return items;
}

/** One statement, so that each reading is seen in exactly one place; what it found is whole up to `openDay`. */
async function readPart(db: Db, ask: RawAsk): Promise<{ found: HistoryItem[]; openDay: UtcDay | null }> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<Row>(ask.mayBeSealed ? partSql(ask) : hotSql(ask)),
  );
  const openDay = rows.find(({ sensor_id }) => sensor_id === null)?.day ?? null;
  const items = rows.flatMap(itemsOf).filter((item) => isWanted(item, ask, openDay));
  items.sort(ask.newestFirst ? (a, b) => inOrder(b, a) : inOrder);
  return { found: withoutRepeats(items), openDay };
}

function itemsOf({ sensor_id: sensorId, at_us, value, chunk }: Row): HistoryItem[] {
  if (sensorId === null) return [];
  if (chunk === null) return [{ sensorId, atMicros: Number(at_us), value: value ?? 0, bucket: null }];
  return openChunk(chunkBytes(chunk)).map((point) => ({ sensorId, ...point, bucket: null }));
}

function isWanted(item: HistoryItem, ask: StretchAsk, openDay: UtcDay | null): boolean {
  if (item.atMicros < ask.fromMicros || item.atMicros >= ask.toMicros) return false;
  if (!isAfter(item, ask.after)) return false;
  if (openDay === null) return true;
  return ask.newestFirst
    ? item.atMicros >= dayEndMs(openDay) * 1_000
    : item.atMicros < dayStartMs(openDay) * 1_000;
}

/** What came after its day was sealed may say a moment again; the rows of snapshots come first, and the sort is stable. */
const withoutRepeats = (items: HistoryItem[]): HistoryItem[] =>
  items.filter((item, index) => {
    const before = items[index - 1];
    return before?.atMicros !== item.atMicros || before.sensorId !== item.sensorId;
  });

function partSql(ask: StretchAsk): SQL {
  const [order, bytesMax] = [direction(ask), LIMITS.chunkBytesMin + ask.limit * LIMITS.chunkBytesPerReading];
  const [first, last] = [ask.fromMicros, ask.toMicros - 1].map((micros) => utcDayOf(micros / 1_000));
  const firstOpen = ask.newestFirst ? sql`max(day)` : sql`min(day)`;
  const nearest = ask.newestFirst ? sql`(select max(day) from sealed)` : sql`(select min(day) from sealed)`;
  return sql`
    with place as (select * from ${places(ask)}),
    hot as (${hotRows(ask)}),
    sealed as (
      select place."sensorId" as sensor_id, kept.day, kept.chunk,
        sum(octet_length(kept.chunk)) over (order by kept.day ${order}) as bytes
      from place join history_chunks kept
        on kept.device_number = place."deviceNumber" and kept.position = place.position
      where kept.device_number = any ${placeDevices(ask)} and kept.day >= ${first}::date and kept.day <= ${last}::date)
    select ${HOT_COLUMNS} from hot
    union all
    select sensor_id, null, null, day::text, encode(chunk, 'base64') from sealed
    where bytes <= ${bytesMax}::integer or day = ${nearest}
    union all
    select null, null, null, ${firstOpen}::text, null from sealed
    where bytes > ${bytesMax}::integer and day <> ${nearest}
    having count(*) > 0`;
}

const HOT_COLUMNS = sql`sensor_id, (extract(epoch from recorded_at) * 1000000)::bigint::text as at_us, value,
  null as day, null as chunk`;

const hotSql = (ask: StretchAsk): SQL => sql`
  with place as (select * from ${places(ask)}) select ${HOT_COLUMNS} from (${hotRows(ask)}) as hot`;

function hotRows(ask: StretchAsk): SQL {
  const order = direction(ask);
  return sql`
      select place."sensorId" as sensor_id, snapshot.recorded_at, snapshot."values"[place.position] as value
      from place join snapshots snapshot on snapshot.device_number = place."deviceNumber"
      where snapshot.device_number = any ${placeDevices(ask)}
        and snapshot.recorded_at >= ${momentOfMicros(ask.fromMicros)}
        and snapshot.recorded_at < ${momentOfMicros(ask.toMicros)}
        and snapshot."values"[place.position] is not null and ${isAfterSql(ask)}
      order by snapshot.recorded_at ${order}, place."sensorId" collate "C" ${order}
      limit ${ask.limit}::integer`;
}

/** The plain comparison is what the partitions and their index understand. */
function isAfterSql({ after }: StretchAsk): SQL {
  if (after === null) return sql`true`;
  const moment = momentOfMicros(Number(after.atMicroseconds));
  return sql`snapshot.recorded_at >= ${moment}
    and (snapshot.recorded_at > ${moment} or place."sensorId" collate "C" > ${after.id})`;
}
