import { sql } from "drizzle-orm";
import {
  areStillSealed,
  readSealedHours,
  type SealedHours,
  sealedHourRows,
} from "../history/months.queries.ts";
import type { Period } from "../jobs/report-periods.ts";
import type { Db } from "../kernel/db.queries.ts";
import { KERNEL_LIMITS } from "../kernel/limits.ts";
import { HOUR_MS, MINUTE_MS } from "../kernel/time.ts";
import { REPORT_LIMITS } from "./limits.ts";

/** `warning` in the sensor's own unit, null where none is set. */
type ReportPlace = { id: string; number: number; position: number; warning: number | null };

/** Pairs of value and epoch milliseconds; `daily` by the day's place in the period, from 1. */
type SensorSums = {
  id: string;
  low: [number, number];
  high: [number, number];
  average: number;
  daily: { day: number; average: number }[];
  belowMs: number | null;
};

type Span = { period: Period; dayStarts: number[] };

/**
 * Each sensor's readings in a period, summed up; a sensor without any is left out. Hours whose readings have
 * been sealed are read from the hourly tier, whose extremes are known to the hour.
 */
export async function sumReadings(db: Db, places: ReportPlace[], span: Span): Promise<SensorSums[]> {
  const sums: SensorSums[] = [];
  for (let first = 0; first < places.length; first += REPORT_LIMITS.reportSensorsPage)
    sums.push(...(await sumOfPage(db, places.slice(first, first + REPORT_LIMITS.reportSensorsPage), span)));
  return sums;
}

/** Once more where a month was sealed between the two statements: no other can be, before the next one is over. */
async function sumOfPage(db: Db, places: ReportPlace[], span: Span): Promise<SensorSums[]> {
  for (let tried = 1; tried <= KERNEL_LIMITS.storeAttemptsMax; tried += 1) {
    const sealed = await readSealedHours(db, places, span.period);
    const sums = await sumBeside(db, places, { ...span, sealed });
    if (sums !== null) return sums;
  }
  throw new Error("Months of hours were sealed again and again while they were read");
}

/** Null where what is sealed has changed since it was read. */
async function sumBeside(
  db: Db,
  places: ReportPlace[],
  { period, dayStarts, sealed }: Span & { sealed: SealedHours },
): Promise<SensorSums[] | null> {
  const { fromMs, toMs } = period;
  const standsMs = REPORT_LIMITS.readingStandsMinutes * MINUTE_MS;
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ isCurrent: boolean; sums: SensorSums[] }>(sql`
      with place as (
        select * from jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
          as place (id text, number integer, position smallint, warning float8)
      ), hot as (
        select * from snapshots where device_number in (select number from place)
          and recorded_at >= ${new Date(fromMs).toISOString()}::timestamptz
          and recorded_at < ${new Date(toMs).toISOString()}::timestamptz
      ), hot_hour as (
        select distinct device_number, floor(epoch_ms(recorded_at) / 3600000)::integer as bucket from hot
      ), hour as (
        -- Of an hour that came into a sealed month after all, the one of more readings is whole.
        select distinct on (id, bucket) id, bucket, readings, mean, low, high from (
          select place.id, hour.bucket, hour.readings, hour.mean,
            coalesce(hour.low, hour.mean) as low, coalesce(hour.high, hour.mean) as high, 0 as place
          from place join history_1h hour on hour.device_number = place.number and hour.position = place.position
          where hour.bucket >= ${Math.ceil(fromMs / HOUR_MS)}::integer
            and hour.bucket < ${Math.ceil(toMs / HOUR_MS)}::integer
          union all select *, 1 from (${sealedHourRows(sealed)}) as sealed) as told
        order by id, bucket, readings desc, place
      ), reading as (
        select place.id, epoch_ms(hot.recorded_at) as at, 1 as readings,
          hot."values"[place.position] as mean, hot."values"[place.position] as low,
          hot."values"[place.position] as high
        from place join hot on hot.device_number = place.number
        where hot."values"[place.position] is not null
        union all
        select place.id, hour.bucket * 3600000::float8, hour.readings, hour.mean, hour.low, hour.high
        from place join hour on hour.id = place.id
        where not exists (select from hot_hour
          where hot_hour.device_number = place.number and hot_hour.bucket = hour.bucket)
      ), lasting as (
        select id, mean, least(coalesce(lead(at) over (partition by id order by at), ${toMs}::float8) - at,
          ${standsMs}::float8) as ms
        from reading
      ), by_day as (
        select id, width_bucket(at, array(
            select start::float8 from jsonb_array_elements_text(${JSON.stringify(dayStarts)}::jsonb) as start)) as day,
          sum(mean * readings) / sum(readings) as average
        from reading group by 1, 2
      ), summed as (select reading.id, to_jsonb(min(array[low, at])) as low,
        -- The earliest of the highest.
        jsonb_build_array(max(high), -(max(array[high, -at]))[2]) as high,
        sum(mean * readings) / sum(readings) as average,
        (select jsonb_agg(jsonb_build_object('day', day, 'average', by_day.average) order by day)
          from by_day where by_day.id = reading.id) as daily,
        (select sum(ms) from lasting join place on place.id = lasting.id
          where lasting.id = reading.id and mean <= place.warning) as "belowMs"
      from reading group by reading.id)
      select ${areStillSealed(places, period, sealed)} as "isCurrent",
        (select coalesce(jsonb_agg(to_jsonb(summed)), '[]') from summed) as sums`),
  );
  const [row] = rows;
  return row?.isCurrent === true ? row.sums : null;
}
