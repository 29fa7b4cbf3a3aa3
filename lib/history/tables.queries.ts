import { type SQL, sql } from "drizzle-orm";
import type { Resolution } from "../../schema/vocabulary.ts";
import type { Place } from "../kernel/cursor.ts";
import {
  type Aggregate,
  BUCKET_MS,
  type BucketResolution,
  dayEndMs,
  dayStartMs,
  type SealedTier,
  type UtcDay,
} from "./buckets.ts";

/** A call takes only so many arguments. */
const PIECE_BYTES = 8_192;

const momentOf = (ms: number): SQL => sql`${new Date(ms).toISOString()}::timestamptz`;

/** Plain comparisons with constants: what the partitions and their index understand. */
export const isWithinDay = (moment: SQL, day: UtcDay): SQL =>
  sql`${moment} >= ${momentOf(dayStartMs(day))} and ${moment} < ${momentOf(dayEndMs(day))}`;

/** No day is sealed before the first run. */
export const SEALED_BEFORE = sql`coalesce((select before from sealed_days), '-infinity'::date)`;

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

/** `count` is 0 for a quarter hour with a carried-forward value, in which the device didn't send it. */
export type BucketFigures = Omit<Aggregate, "lastAtMicros">;

/** A reading, or a bucket of them at its start; values in the sensor's own unit, a state 1 or 0. */
export type HistoryItem = {
  sensorId: string;
  atMicros: number;
  value: number;
  resolution: Resolution;
  /** Null for a reading. */
  bucket: BucketFigures | null;
};

/**
 * Asks for one stretch: `from` ≤ time < `to` in epoch microseconds, after a place; the oldest `limit` or the
 * newest.
 */
export type StretchAsk = SpanAsk & { sensors: readonly SensorPlace[]; after: Place | null };

/** The same of sensors that the statement itself selects. */
export type SpanAsk = { fromMicros: number; toMicros: number; limit: number; newestFirst: boolean };

/** Ids are compared as JavaScript compares them, whatever the database's language. */
export const inOrder = (a: HistoryItem, b: HistoryItem): number =>
  a.atMicros - b.atMicros || (a.sensorId < b.sensorId ? -1 : a.sensorId > b.sensorId ? 1 : 0);

export const isAfter = ({ atMicros, sensorId }: HistoryItem, after: Place | null): boolean => {
  if (after === null) return true;
  const place = Number(after.atMicroseconds);
  return atMicros > place || (atMicros === place && sensorId > after.id);
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

export const direction = ({ newestFirst }: Pick<StretchAsk, "newestFirst">): SQL =>
  newestFirst ? sql`desc` : sql`asc`;

/** The last year that both JavaScript and PostgreSQL write alike; no reading lies outside. */
const MICROS_MAX = Date.UTC(9999, 11, 31) * 1_000;

/** A constant to the planner, which leaves out other days' partitions then. */
export const momentOfMicros = (micros: number): SQL => {
  const within = Math.min(Math.max(micros, 0), MICROS_MAX);
  const text = new Date(Math.floor(within / 1_000)).toISOString().slice(0, -1);
  return sql`${`${text}${String(within % 1_000).padStart(3, "0")}Z`}::timestamptz`;
};

/** The length of a tier's buckets, by resolution. `bucket` of a row counts these lengths since the epoch. */
export const TIER_TABLES: Record<BucketResolution, SQL> = {
  "15m": sql`history_15m`,
  "1h": sql`history_1h`,
  "1d": sql`history_1d`,
};

export const bucketOfMs = (resolution: BucketResolution, ms: number): number =>
  Math.floor(ms / BUCKET_MS[resolution]);

/** The bucket of a moment, in SQL. */
export const bucketOfMoment = (resolution: BucketResolution, moment: SQL): SQL =>
  sql`floor(extract(epoch from ${moment})::float8 / ${sql.raw(String(BUCKET_MS[resolution] / 1_000))})::integer`;

/**
 * What a bucket tells, of rows with `value` and `recorded_at`. The one place where buckets are made in SQL,
 * so that one that was rolled up and one that is made for an answer are the same to the last bit: values are
 * added in the order of time, and rounding must not show a mean below the lowest value.
 */
export const FIGURES = sql`count(*)::integer as readings,
  least(max(value), greatest(min(value), avg(value order by recorded_at))) as mean,
  min(value) as low, max(value) as high, (array_agg(value order by recorded_at))[count(*)] as last`;

export const EXTREMES_AT = sql`(array_agg(recorded_at order by value, recorded_at))[1] as low_at,
  (array_agg(recorded_at order by value desc, recorded_at))[1] as high_at`;

const COLUMNS = sql`device_number, position, bucket, readings, mean, low, high, last`;

/**
 * Rows of `source` (the columns of the tier, whole figures) into it. Readings are only ever added to a
 * bucket: one of fewer readings is older or partial, and never replaces one of more.
 */
export function upsertTier(resolution: BucketResolution, source: SQL): SQL {
  const table = TIER_TABLES[resolution];
  const hasTimes = resolution === "1d";
  return sql`insert into ${table} as kept (${COLUMNS}${hasTimes ? sql`, low_at, high_at` : sql``})
    select device_number, position, bucket, readings, mean, nullif(low, mean), nullif(high, mean),
      nullif(last, mean)${hasTimes ? sql`, low_at, high_at` : sql``}
    from (${source}) as figures
    on conflict (device_number, position, bucket) do update set readings = excluded.readings,
      mean = excluded.mean, low = excluded.low, high = excluded.high, last = excluded.last
      ${hasTimes ? sql`, low_at = excluded.low_at, high_at = excluded.high_at` : sql``}
    where excluded.readings >= kept.readings`;
}

/** Chunks travel as base64: a third more than their bytes, where PostgreSQL's own form takes twice. */
export function chunkText(bytes: Uint8Array): string {
  let text = "";
  for (let start = 0; start < bytes.length; start += PIECE_BYTES)
    text += String.fromCharCode(...bytes.subarray(start, start + PIECE_BYTES));
  return btoa(text);
}

/** Not every platform's language has it yet. */
const { fromBase64 } = Uint8Array as { fromBase64?: (text: string) => Uint8Array };

/** PostgreSQL breaks base64 into lines, which both ways overlook. */
export function chunkBytes(text: string): Uint8Array {
  if (fromBase64 !== undefined) return fromBase64.call(Uint8Array, text);
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = characters.charCodeAt(index);
  return bytes;
}

/** Where the chunks of a tier's months are. */
export const MONTH_TABLES: Record<SealedTier, SQL> = {
  "15m": sql`history_15m_months`,
  "1h": sql`history_1h_months`,
};

export const isSealedTier = (resolution: BucketResolution): resolution is SealedTier =>
  resolution in MONTH_TABLES;

const PACKED = {
  integer: { send: sql`int4send`, bytes: 4, read: (view: DataView, at: number) => view.getInt32(at) },
  float: { send: sql`float8send`, bytes: 8, read: (view: DataView, at: number) => view.getFloat64(at) },
  moment: { send: sql`timestamptz_send`, bytes: 8, read: microsAt },
};

type PackedForm = keyof typeof PACKED;

/**
 * A column of a group's rows in PostgreSQL's own bytes: they are shorter than their digits, and neither end has to
 * write or to read a decimal number.
 */
export const packed = (form: PackedForm, value: SQL): SQL =>
  sql`encode(string_agg(${PACKED[form].send}(${value}), ''), 'base64')`;

/** The numbers of such a column; of moments the epoch microseconds. */
export function unpacked(form: PackedForm, text: string | null): number[] {
  const numbers: number[] = [];
  const { bytes, read } = PACKED[form];
  const view = new DataView(chunkBytes(text ?? "").buffer);
  for (let at = 0; at < view.byteLength; at += bytes) numbers.push(read(view, at));
  return numbers;
}

/** PostgreSQL counts from the year 2000. */
const MOMENTS_FROM_MICROS = Date.UTC(2000, 0, 1) * 1_000;

function microsAt(view: DataView, at: number): number {
  return view.getInt32(at) * 2 ** 32 + view.getUint32(at + 4) + MOMENTS_FROM_MICROS;
}
