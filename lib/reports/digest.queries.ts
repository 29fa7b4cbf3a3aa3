import { sql } from "drizzle-orm";
import type { HouseholdUnit, Language } from "../../schema/vocabulary.ts";
import type { HomeOverrides } from "../alerts/settings.ts";
import { BATTERY_DAYS_JSON } from "../devices/devices.queries.ts";
import {
  areStillSealed,
  readSealedHours,
  type SealedHours,
  sealedHourRows,
} from "../history/months.queries.ts";
import type { Db } from "../kernel/db.queries.ts";
import { KERNEL_LIMITS } from "../kernel/limits.ts";
import { HOUR_MS, MINUTE_MS } from "../kernel/time.ts";
import type { ReportAlert, ReportBattery, ReportSensor, SensorSums } from "./gather.ts";
import { REPORT_LIMITS } from "./limits.ts";
import type { Period } from "./report-periods.ts";
import type { ReportChoices } from "./wanted.ts";

export type ReportHome = {
  id: string;
  name: string;
  timeZone: string;
  temperatureUnit: HouseholdUnit;
  place: { latitude: number; longitude: number } | null;
  settings: HomeOverrides;
  createdAtMs: number;
  members: {
    userId: string;
    email: string;
    choices: ReportChoices;
    language: Language;
    temperatureUnit: HouseholdUnit | null;
  }[];
};

/** The next homes after `afterId` that have been heard since then. */
export async function listReportHomes(
  db: Db,
  { afterId, heardSince, limit }: { afterId: string; heardSince: Date; limit: number },
): Promise<ReportHome[]> {
  return await db.query<ReportHome>(sql`
    select home.id, home.name, home.time_zone as "timeZone", home.temperature_unit as "temperatureUnit",
      home.alert_settings as settings, epoch_ms(home.created_at) as "createdAtMs",
      case when home.latitude is not null and home.longitude is not null then
        jsonb_build_object('latitude', home.latitude, 'longitude', home.longitude) end as place,
      (select coalesce(jsonb_agg(jsonb_build_object('userId', person.id, 'email', person.email,
          'choices', own.notifications, 'language', person.language,
          'temperatureUnit', person.temperature_unit) order by own.created_at, person.id), '[]')
        from memberships own join users person on person.id = own.user_id
        where own.household_id = home.id) as members
    from households home
    where home.id > ${afterId} and exists (
      select from devices where household_id = home.id
        and last_seen_at >= ${heardSince.toISOString()}::timestamptz)
    order by home.id limit ${limit}`);
}

/** Alerts are those open at some time within the span. */
export type HomeFacts = {
  sensors: (ReportSensor & { number: number; position: number })[];
  batteries: ReportBattery[];
  alerts: ReportAlert[];
};

/** A home's content, and its notifications within a span of time. */
export async function findHomeFacts(db: Db, householdId: string, span: Period): Promise<HomeFacts | null> {
  const rows = await db.query<HomeFacts>(sql`
    select
      (select coalesce(jsonb_agg(jsonb_build_object('id', sensor.id, 'key', sensor.key, 'label', sensor.label,
          'space', device.space, 'deviceName', device.name,
          'fault', coalesce(sensor.fault, case when sensor.faulty_at is not null then 'unplugged' end), 'value', device.latest_values[sensor.position],
          'placement', sensor.placement, 'placementGuess', sensor.placement_guess, 'kind', sensor.kind, 'unit', sensor.unit,
          'unitAssumed', sensor.unit_source is not distinct from 'assumed', 'isState', sensor.is_state,
          'trueMeans', coalesce(device.contact_true_means, sensor.true_means),
          'settings', sensor.alert_settings, 'number', device.number, 'position', sensor.position)
          order by device.number, sensor.position), '[]')
        from devices device join sensors sensor on sensor.device_id = device.id
        where device.household_id = ${householdId} and device.enabled and sensor.visible) as sensors,
      (select coalesce(jsonb_agg(jsonb_build_object('device', device.name, 'pct', device.battery_pct,
          'days', ${BATTERY_DAYS_JSON}) order by device.number), '[]')
        from devices device where device.household_id = ${householdId} and device.enabled
          and device.battery_pct is not null) as batteries,
      (select coalesce(jsonb_agg(jsonb_build_object('kind', alert.kind, 'title', alert.title,
          'device', device.name, 'openedAtMs', epoch_ms(alert.opened_at),
          'closedAtMs', epoch_ms(alert.closed_at)) order by alert.opened_at), '[]')
        from alerts alert left join devices device on device.id = alert.device_id
        where alert.household_id = ${householdId} and epoch_ms(alert.opened_at) < ${span.toMs}::float8
          and (alert.closed_at is null or epoch_ms(alert.closed_at) > ${span.fromMs}::float8)) as alerts`);
  return rows[0] ?? null;
}

/** `warning` in the sensor's own unit, null where none is set. */
type ReportPlace = { id: string; number: number; position: number; warning: number | null };

type SumsOfSensor = SensorSums & { id: string };

type Span = { period: Period; dayStarts: number[] };

/**
 * Each sensor's readings in a period, summed up; a sensor without any is left out. Hours whose readings have
 * been sealed are read from the hourly tier, whose extremes are known to the hour.
 */
export async function sumReadings(db: Db, places: ReportPlace[], span: Span): Promise<SumsOfSensor[]> {
  const sums: SumsOfSensor[] = [];
  for (let first = 0; first < places.length; first += REPORT_LIMITS.reportSensorsPage)
    sums.push(...(await sumOfPage(db, places.slice(first, first + REPORT_LIMITS.reportSensorsPage), span)));
  return sums;
}

/** Once more where hours were sealed between the two statements: no others can be, before days later. */
async function sumOfPage(db: Db, places: ReportPlace[], span: Span): Promise<SumsOfSensor[]> {
  for (let tried = 1; tried <= KERNEL_LIMITS.storeAttemptsMax; tried += 1) {
    const sealed = await readSealedHours(db, places, span.period);
    const sums = await sumBeside(db, places, { ...span, sealed });
    if (sums !== null) return sums;
  }
  throw new Error("Hours were sealed again and again while they were read");
}

/** Null where what is sealed has changed since it was read. */
async function sumBeside(
  db: Db,
  places: ReportPlace[],
  { period, dayStarts, sealed }: Span & { sealed: SealedHours },
): Promise<SumsOfSensor[] | null> {
  const { fromMs, toMs } = period;
  const standsMs = REPORT_LIMITS.readingStandsMinutes * MINUTE_MS;
  const rows = await db.query<{ isCurrent: boolean; sums: SumsOfSensor[] }>(sql`
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
      -- Of an hour that came into a sealed day after all, the one of more readings is whole.
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
      (select coalesce(jsonb_agg(to_jsonb(summed)), '[]') from summed) as sums`);
  const [row] = rows;
  return row?.isCurrent === true ? row.sums : null;
}
