import { type SQL, sql } from "drizzle-orm";
import type { ForecastOutcome } from "../../schema/vocabulary.ts";
import type { Place } from "../kernel/cursor.ts";
import type { Db } from "../kernel/db.queries.ts";
import { isoTime } from "../kernel/statements.queries.ts";
import type { Foreseen, Frozen } from "./foreseen.ts";
import { ALERT_LIMITS } from "./limits.ts";
import type { ForecastRecord } from "./shown-alert.ts";
import type { ScoredRange } from "./time-to-freeze/range.ts";

/**
 * Keeps the first of each hour and sensor. What belongs to no alert (it was deleted meanwhile) is left out.
 */
export const keepForecasts = (foreseen: (Foreseen & { householdId: string })[]): SQL => sql`
  insert into freeze_forecasts
    (household_id, sensor_id, made_hour, made_at, alert_id, celsius, hours, hours_low, hours_high)
  select foreseen."householdId", sensor.id, date_trunc('hour', made.at), made.at, alert.id, foreseen.celsius,
    foreseen.hours, foreseen."hoursLow", foreseen."hoursHigh"
  from jsonb_to_recordset(${JSON.stringify(foreseen)}::jsonb) as foreseen ("householdId" text, "sensorId" text,
    kind text, subject text, episode integer, at float8, celsius real, hours real, "hoursLow" real, "hoursHigh" real)
  cross join lateral (select 'epoch'::timestamptz + foreseen.at * interval '1 millisecond' as at) made
  join sensors sensor on sensor.id = foreseen."sensorId"
  join alerts alert on alert.household_id = foreseen."householdId" and alert.kind = foreseen.kind
    and alert.subject = foreseen.subject and alert.episode = foreseen.episode
  on conflict do nothing`;

/** Closes what has been answered: by a frozen room, or by the end of its alert. Each is closed once. */
export const settleForecasts = (householdIds: string[], frozen: Frozen[]): SQL => sql`
  with ended as (
    select made.sensor_id, made.made_hour,
      case when room.at is not null then 'froze' when alert.close_reason = 'recovered' then 'warmed'
        else 'unknown' end as outcome,
      coalesce(room.at, alert.closed_at) as at
    from freeze_forecasts made
    join alerts alert on alert.id = made.alert_id
    left join (
      select "sensorId", 'epoch'::timestamptz + at * interval '1 millisecond' as at
      from jsonb_to_recordset(${JSON.stringify(frozen)}::jsonb) as found ("sensorId" text, at float8)) room
      on room."sensorId" = made.sensor_id and room.at >= made.made_at
    where made.household_id in (select jsonb_array_elements_text(${JSON.stringify(householdIds)}::jsonb))
      and made.outcome = 'open' and (room.at is not null or alert.closed_at is not null))
  update freeze_forecasts made set outcome = ended.outcome, ended_at = ended.at from ended
  where made.sensor_id = ended.sensor_id and made.made_hour = ended.made_hour and made.outcome = 'open'`;

/** A home's newest ranges that were put to the test, by its id. */
export type ScoredHome = ScoredRange & { householdId: string };

/**
 * The homes' newest ranges that were put to the test. Of one failure and sensor the hourly ones say much the
 * same: the nearest to 24, 12, 6, 3 and 1 hours before count.
 */
export const scoredRanges = (householdIds: string[]): SQL => sql`
  select home.id as "householdId", scored.hours, scored."hoursLow", scored."hoursHigh", scored."tookHours"
  from jsonb_array_elements_text(${JSON.stringify(householdIds)}::jsonb) as home (id)
  cross join lateral (
    select made_at, hours, "hoursLow", "hoursHigh", "tookHours" from (
      select distinct on (made.alert_id, made.sensor_id, lead.hours) made.made_at, made.hours,
        made.hours_low as "hoursLow", made.hours_high as "hoursHigh", took.hours as "tookHours"
      from freeze_forecasts made
      cross join lateral (select (extract(epoch from made.ended_at - made.made_at) / 3600)::float8 as hours) took
      join (values (24), (12), (6), (3), (1)) lead (hours) on took.hours between 0.8 * lead.hours and 1.3 * lead.hours
      where made.household_id = home.id and made.outcome = 'froze'
      order by made.alert_id, made.sensor_id, lead.hours, abs(took.hours - lead.hours)) nearest
    order by made_at desc limit ${ALERT_LIMITS.scoredForecastsMax}) scored
  order by home.id, scored.made_at desc`;

/** What is null is not asked for. */
type ForecastPage = {
  householdId: string;
  alertId: string | null;
  sensorId: string | null;
  outcome: ForecastOutcome | null;
  after: Place | null;
  limit: number;
};

/** A forecast and its place in the household's order: newest first. */
type PlacedForecast = { forecast: ForecastRecord; place: Place };

/** The forecast in a row that is called `made`. */
export const FORECAST_JSON = sql`jsonb_build_object('sensorId', made.sensor_id, 'alertId', made.alert_id,
  'madeAt', ${isoTime("made.made_at")}, 'celsius', made.celsius, 'hours', made.hours, 'hoursLow', made.hours_low,
  'hoursHigh', made.hours_high, 'outcome', made.outcome, 'endedAt', ${isoTime("made.ended_at")})`;

export async function listForecastPage(db: Db, ask: ForecastPage): Promise<PlacedForecast[]> {
  const { after } = ask;
  const isAfter =
    after === null
      ? sql`true`
      : sql`(made.made_at, made.sensor_id) < ('epoch'::timestamptz + ${after.atMicroseconds}::bigint * interval '1 microsecond', ${after.id})`;
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ forecast: ForecastRecord; made_us: string }>(sql`
      select ${FORECAST_JSON} as forecast, (extract(epoch from made.made_at) * 1000000)::bigint::text as made_us
      from freeze_forecasts made
      where made.household_id = ${ask.householdId} and ${isAfter}
        and made.alert_id = coalesce(${ask.alertId}, made.alert_id)
        and made.sensor_id = coalesce(${ask.sensorId}, made.sensor_id)
        and made.outcome = coalesce(${ask.outcome}, made.outcome)
      order by made.made_at desc, made.sensor_id desc limit ${ask.limit}`),
  );
  return rows.map(({ forecast, made_us: atMicroseconds }) => ({
    forecast,
    place: { atMicroseconds, id: forecast.sensorId },
  }));
}
