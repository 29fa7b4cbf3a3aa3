import { type SQL, sql } from "drizzle-orm";
import type { Place } from "../kernel/cursor.ts";
import { dayEndMs, dayStartMs, type HistoryItem, type UtcDay } from "./buckets.ts";

const momentOf = (ms: number): SQL => sql`${new Date(ms).toISOString()}::timestamptz`;

/** Plain comparisons with constants: what the partitions and their index understand. */
export const isWithinDay = (moment: SQL, day: UtcDay): SQL =>
  sql`${moment} >= ${momentOf(dayStartMs(day))} and ${moment} < ${momentOf(dayEndMs(day))}`;

/** A JSON list of device numbers as rows. */
export const deviceList = (numbers: readonly number[]): SQL =>
  sql`(select value::integer from jsonb_array_elements_text(${JSON.stringify(numbers)}::jsonb))`;

/**
 * Holds the devices against everything that stores or removes readings. In the order in which feeds are
 * stored, so that the two never wait for each other.
 */
export const lockDevices = (numbers: readonly number[]): SQL =>
  sql`select 1 from devices where number in ${deviceList(numbers)} order by id for no key update`;

/**
 * Where a sensor's values stand in the snapshots. Of a state the last value of a bucket is shown, not its
 * mean.
 */
export type SensorPlace = { sensorId: string; deviceNumber: number; position: number; isState?: boolean };

/**
 * Asks for one stretch: `from` ≤ time < `to` in epoch microseconds, after a place; the oldest `limit` or the
 * newest.
 */
export type StretchAsk = {
  sensors: readonly SensorPlace[];
  fromMicros: number;
  toMicros: number;
  after: Place | null;
  limit: number;
  newestFirst: boolean;
};

/** Reads part by part until there are enough. */
export async function readUntil<Part>(
  limit: number,
  parts: Iterable<Part>,
  read: (part: Part, left: number) => Promise<HistoryItem[]>,
): Promise<HistoryItem[]> {
  const items: HistoryItem[] = [];
  for (const part of parts) {
    // A call takes only so many arguments.
    for (const item of await read(part, limit - items.length)) items.push(item);
    if (items.length >= limit) break;
  }
  return items;
}

/** Ids are compared as JavaScript compares them, whatever the database's language. */
export const inOrder = (a: HistoryItem, b: HistoryItem): number =>
  a.atMicros - b.atMicros || (a.sensorId < b.sensorId ? -1 : a.sensorId > b.sensorId ? 1 : 0);

type ItemPlace = Pick<HistoryItem, "atMicros" | "sensorId">;

export const isBehind = (after: Place | null): ((item: ItemPlace) => boolean) => {
  if (after === null) return () => true;
  const place = Number(after.atMicroseconds);
  return ({ atMicros, sensorId }) => atMicros > place || (atMicros === place && sensorId > after.id);
};

type Sensors = Pick<StretchAsk, "sensors">;

/** The wanted sensors as rows named `place`. */
export const places = ({ sensors }: Sensors): SQL => {
  const list = JSON.stringify(sensors, ["sensorId", "deviceNumber", "position"]);
  return sql`jsonb_to_recordset(${list}::jsonb)
    as place ("sensorId" text, "deviceNumber" integer, position smallint)`;
};

/**
 * Their devices as a constant: how few they are is not to be seen in a list of JSON, and decides for the
 * index.
 */
export const placeDevices = ({ sensors }: Sensors): SQL => {
  const numbers = new Set(sensors.map(({ deviceNumber }) => deviceNumber));
  return sql`(${`{${[...numbers].join(",")}}`}::integer[])`;
};

/** The last year that both JavaScript and PostgreSQL write alike; no reading lies outside. */
const MICROS_MAX = Date.UTC(9999, 11, 31) * 1_000;

/** A constant to the planner, which leaves out other days' partitions then. */
export const momentOfMicros = (micros: number): SQL => {
  const within = Math.min(Math.max(micros, 0), MICROS_MAX);
  const text = new Date(Math.floor(within / 1_000)).toISOString().slice(0, -1);
  return sql`${`${text}${String(within % 1_000).padStart(3, "0")}Z`}::timestamptz`;
};

/** The places of compacted days, a chunk for each sensor and day. */
export const CHUNK_TABLES = {
  raw: sql`history_chunks`,
  "15m": sql`history_15m_chunks`,
  "1h": sql`history_1h_chunks`,
};
