import { type SQL, sql } from "drizzle-orm";
import type { Place } from "../kernel/cursor.ts";
import { dayEndMs, dayStartMs, type HistoryItem, type UtcDay } from "./buckets.ts";

const momentOf = (ms: number): SQL => sql`${new Date(ms).toISOString()}::timestamptz`;

/** The condition that a moment is in a day. Compares with constants, so that PostgreSQL uses partitions and indexes. */
export const isWithinDay = (moment: SQL, day: UtcDay): SQL =>
  sql`${moment} >= ${momentOf(dayStartMs(day))} and ${moment} < ${momentOf(dayEndMs(day))}`;

/** A subquery with the device numbers as rows. */
export const deviceList = (numbers: readonly number[]): SQL =>
  sql`(select value::integer from jsonb_array_elements_text(${JSON.stringify(numbers)}::jsonb))`;

/**
 * Locks the devices against all code that stores or removes readings. Takes them in the same order as feeds are stored,
 * so that the two never deadlock.
 */
export const lockDevices = (numbers: readonly number[]): SQL =>
  sql`select 1 from devices where number in ${deviceList(numbers)} order by id for no key update`;

/** The place of a sensor's values in snapshots. With `isState`, a bucket's value is its last one and not its mean. */
export type SensorPlace = { sensorId: string; deviceNumber: number; position: number; isState?: boolean };

/** A request for the oldest or newest `limit` items with `from` ≤ time < `to` (epoch microseconds), after a place. */
export type StretchAsk = {
  sensors: readonly SensorPlace[];
  fromMicros: number;
  toMicros: number;
  after: Place | null;
  limit: number;
  newestFirst: boolean;
};

/** Reads the parts one by one until there are `limit` items. */
export async function readUntil<Part>(
  limit: number,
  parts: Iterable<Part>,
  read: (part: Part, left: number) => Promise<HistoryItem[]>,
): Promise<HistoryItem[]> {
  const items: HistoryItem[] = [];
  for (const part of parts) {
    // Not `push(...)`: a call takes a limited number of arguments.
    for (const item of await read(part, limit - items.length)) items.push(item);
    if (items.length >= limit) break;
  }
  return items;
}

/** Orders by time, then by id as JavaScript compares strings, independent of the database's collation. */
export const inOrder = (a: HistoryItem, b: HistoryItem): number =>
  a.atMicros - b.atMicros || (a.sensorId < b.sensorId ? -1 : a.sensorId > b.sensorId ? 1 : 0);

type ItemPlace = Pick<HistoryItem, "atMicros" | "sensorId">;

export const isBehind = (after: Place | null): ((item: ItemPlace) => boolean) => {
  if (after === null) return () => true;
  const place = Number(after.atMicroseconds);
  return ({ atMicros, sensorId }) => atMicros > place || (atMicros === place && sensorId > after.id);
};

type Sensors = Pick<StretchAsk, "sensors">;

/** The requested sensors as rows named `place`. */
export const places = ({ sensors }: Sensors): SQL => {
  const list = JSON.stringify(sensors, ["sensorId", "deviceNumber", "position"]);
  return sql`jsonb_to_recordset(${list}::jsonb)
    as place ("sensorId" text, "deviceNumber" integer, position smallint)`;
};

/** The sensors' devices as a constant array. The planner sees how few they are, unlike in JSON, and uses the index. */
export const placeDevices = ({ sensors }: Sensors): SQL => {
  const numbers = new Set(sensors.map(({ deviceNumber }) => deviceNumber));
  return sql`(${`{${[...numbers].join(",")}}`}::integer[])`;
};

/** The end of the last year that JavaScript and PostgreSQL write alike. No reading is later. */
const MICROS_MAX = Date.UTC(9999, 11, 31) * 1_000;

/** A moment as a constant, with which the planner skips the partitions of other days. */
export const momentOfMicros = (micros: number): SQL => {
  const within = Math.min(Math.max(micros, 0), MICROS_MAX);
  const text = new Date(Math.floor(within / 1_000)).toISOString().slice(0, -1);
  return sql`${`${text}${String(within % 1_000).padStart(3, "0")}Z`}::timestamptz`;
};

/** The tables of compacted days, with a chunk for each sensor and day. */
export const CHUNK_TABLES = {
  raw: sql`history_chunks`,
  "15m": sql`history_15m_chunks`,
  "1h": sql`history_1h_chunks`,
};
