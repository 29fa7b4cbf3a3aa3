import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../kernel/db.queries.ts";
import { filledPages } from "../kernel/shards.ts";
import { HOUR_MS } from "../kernel/time.ts";
import type { Series, TickSensor } from "./facts.ts";
import { ALERT_LIMITS } from "./settings.ts";

/** Two arrays, because an array of pairs costs the database more than reading the rows. */
type Row = { sensor_id: string; snapshots: number; times: number[]; readings: number[] };

/** Of a device with more snapshots, which may post every second, one a minute is read: no rule needs more. */
const SNAPSHOTS_MAX = 3_600;
const OFTEN_SENSORS_PAGE = 50;

/**
 * Returns the sensors' readings of the last hours, oldest first; where there are very many, the newest of each minute.
 * Snapshots have them. Reads them in several calls: each result is read as a whole.
 */
export async function listSeries(
  db: Db,
  sensors: readonly TickSensor[],
  now: Date,
): Promise<Map<string, Series>> {
  const from = new Date(now.getTime() - ALERT_LIMITS.tickSeriesHours * HOUR_MS);
  const since = sql`${from.toISOString()}::timestamptz`;
  const own = sql`select recorded_at as at, "values"[place.position] as value from snapshots
    where device_number = place.number`;
  const newest = sql`${own} and recorded_at >= ${since} order by recorded_at desc limit ${SNAPSHOTS_MAX}::integer`;
  const rows: Row[] = [];
  for (const some of filledPages(sensors, ALERT_LIMITS.tickSeriesSensors, () => 1))
    rows.push(...(await readSeries(db, some, newest)));
  const cut = new Set(
    rows.filter(({ snapshots }) => snapshots === SNAPSHOTS_MAX).map(({ sensor_id }) => sensor_id),
  );
  const eachMinute = sql`
    select one.*
    from generate_series(
      ${since}, ${since} + make_interval(hours => ${ALERT_LIMITS.tickSeriesHours + 1}::integer), '1 minute') minute
    cross join lateral (
      ${own} and recorded_at >= minute and recorded_at < minute + interval '1 minute'
        and "values"[place.position] is not null
      order by recorded_at desc limit 1) one`;
  const often = sensors.filter(({ id }) => cut.has(id));
  for (const some of filledPages(often, OFTEN_SENSORS_PAGE, () => 1))
    rows.push(...(await readSeries(db, some, eachMinute)));
  return new Map(rows.map((row) => [row.sensor_id, seriesOf(row)]));
}

/** `readings` selects `at` and `value` of a `place`. Each sensor is looked up by the index, or whole days would be read. */
async function readSeries(db: Db, sensors: TickSensor[], readings: SQL): Promise<Row[]> {
  const places = JSON.stringify(
    sensors.map(({ id, deviceNumber, position }) => ({ id, number: deviceNumber, position })),
  );
  return await db.query<Row>(sql`
    select place.id as sensor_id, series.* from jsonb_to_recordset(${places}::jsonb)
      as place (id text, number integer, position smallint)
    cross join lateral (
      select count(*)::integer as snapshots,
        coalesce(json_agg(epoch_ms(at) order by at) filter (where value is not null), '[]') as times,
        coalesce(json_agg(value order by at) filter (where value is not null), '[]') as readings
      from (${readings}) reading) series`);
}

const seriesOf = ({ times, readings }: Row): Series =>
  times.map((at, index) => ({ at, value: readings[index] ?? Number.NaN }));
