import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../kernel/db.queries.ts";
import { HOUR_MS } from "../kernel/time.ts";
import { openBuckets } from "./codec/bucket-chunk.ts";
import { chunkBytes } from "./tables.queries.ts";
import { monthAt } from "./utc.ts";

type Place = { id: string; number: number; position: number };
type Period = { fromMs: number; toMs: number };

/** One sensor's hours, as columns of the same length in the form of PostgreSQL's arrays. */
type HourColumns = { id: string } & Record<"bucket" | "readings" | "mean" | "low" | "high", string>;

/** What chunks hold of a period; `stamp` is the sum of the transactions that wrote them, `chunks` how many. */
export type SealedHours = { hours: HourColumns[]; chunks: number; stamp: number };

/**
 * The hours of a period that have gone into chunks, for a statement that reads the other hours: it must ask
 * `areStillSealed` too, and be repeated where they are not, since a month may be sealed between the two.
 */
export async function readSealedHours(db: Db, places: Place[], period: Period): Promise<SealedHours> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ id: string; chunk: string; stamp: string }>(sql`
      select place.id, encode(kept.chunk, 'base64') as chunk, kept.xmin::text as stamp
      from ${placesOf(places)} join history_1h_months kept on ${isOfPeriod(period)}`),
  );
  return {
    hours: rows.map(({ id, chunk }) => hourColumns(id, chunkBytes(chunk), period)),
    chunks: rows.length,
    stamp: rows.reduce((sum, { stamp }) => sum + Number(stamp), 0),
  };
}

/** Whether the chunks are as they were read. */
export const areStillSealed = (places: Place[], period: Period, { chunks, stamp }: SealedHours): SQL => sql`(
  select count(*) = ${chunks}::bigint and coalesce(sum(kept.xmin::text::bigint), 0) = ${stamp}::bigint
  from ${placesOf(places)} join history_1h_months kept on ${isOfPeriod(period)})`;

const placesOf = (places: Place[]): SQL => sql`jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
  as place (id text, number integer, position smallint)`;

const isOfPeriod = ({ fromMs, toMs }: Period): SQL => sql`
  kept.device_number = place.number and kept.position = place.position
  and kept.month >= ${monthAt(fromMs)}::date and kept.month <= ${monthAt(toMs - 1)}::date`;

function hourColumns(id: string, chunk: Uint8Array, { fromMs, toMs }: Period): HourColumns {
  const hours = openBuckets(chunk).filter(
    ({ bucket }) => bucket * HOUR_MS >= fromMs && bucket * HOUR_MS < toMs,
  );
  const column = (figure: (hour: (typeof hours)[number]) => number): string =>
    `{${hours.map((hour) => arrayText(figure(hour))).join(",")}}`;
  return {
    id,
    bucket: column(({ bucket }) => bucket),
    readings: column(({ count }) => count),
    mean: column(({ avg }) => avg),
    low: column(({ min }) => min),
    high: column(({ max }) => max),
  };
}

const arrayText = (value: number): string => (Object.is(value, -0) ? "-0" : String(value));

/** The columns as rows: the sensor's id, hour and figures. */
export const sealedHourRows = ({ hours }: SealedHours): SQL => sql`
  select sealed.id, hour.* from jsonb_to_recordset(${JSON.stringify(hours)}::jsonb)
    as sealed (id text, bucket text, readings text, mean text, low text, high text)
  cross join lateral unnest(sealed.bucket::integer[], sealed.readings::integer[], sealed.mean::float8[],
    sealed.low::float8[], sealed.high::float8[]) as hour (bucket, readings, mean, low, high)`;
