import { type SQL, sql } from "drizzle-orm";
import { LIMITS } from "../../../schema/limits.ts";
import type { HouseholdUnit } from "../../../schema/vocabulary.ts";
import type { UtcDay } from "../../history/buckets.ts";
import type { Db } from "../../kernel/db.queries.ts";
import { REPORT_LIMITS } from "../limits.ts";
import type { CityDay, ColdSensor } from "./city.ts";

const CITY_DAY_JSON = sql`json_build_object('city', trim(home.city), 'day', cell.day::text, 'homes', cell.homes,
  'powerShare', cell.power_share, 'heatingShare', cell.heating_share, 'lowestCelsius', cell.lowest_celsius)`;

/** True if the home takes part and is in the city with this normalized name. */
const takesPart = (home: SQL, name: SQL): SQL =>
  sql`${home}.share_city_aggregates and lower(trim(${home}.city)) = ${name}`;

/** Lists the next cities by name that have enough homes and no row for the day yet. */
export async function listCitiesDue(db: Db, day: UtcDay, after: string): Promise<string[]> {
  const rows = await db.query<{ city: string }>(sql`
    select lower(trim(city)) as city from households
    where share_city_aggregates and lower(trim(city)) > ${after}
      and not exists (select from city_aggregates cell
        where cell.city = lower(trim(households.city)) and cell.day = ${day}::date)
    group by 1 having count(*) >= ${LIMITS.cityHomesMin}::integer
    order by 1 limit ${REPORT_LIMITS.citiesBatch}::integer`);
  return rows.map(({ city }) => city);
}

/** Lists a city's coldest thermometers on a day; none if too few homes have a thermometer. */
export async function listColdest(db: Db, city: string, day: UtcDay): Promise<ColdSensor[]> {
  const rows = await db.query<{ sensors: ColdSensor[] }>(sql`
    with measured as (
      select home.id as home, sensor.label, sensor.kind, sensor.unit, sensor.placement, sensor.placement_guess,
        device.name, device.space, device.latest_values[sensor.position] as value,
        coalesce(past.low, past.mean) as low,
        case sensor.unit when '°F' then (coalesce(past.low, past.mean) - 32) / 1.8
          when 'K' then coalesce(past.low, past.mean) - 273.15 else coalesce(past.low, past.mean) end as celsius
      from households home join devices device on device.household_id = home.id and device.enabled
      join sensors sensor on sensor.device_id = device.id and sensor.visible and sensor.kind = 'temperature'
      join history_1d past on past.device_number = device.number and past.position = sensor.position
        and past.bucket = ${day}::date - '1970-01-01'::date
      where ${takesPart(sql`home`, sql`${city}`)}
    ), coldest as (select * from measured order by celsius limit ${REPORT_LIMITS.cityColdestMax}::integer)
    select coalesce((select jsonb_agg(jsonb_build_object('label', label, 'kind', kind, 'unit', unit, 'value', value,
        'placement', placement, 'placementGuess', placement_guess, 'low', low,
        'device', jsonb_build_object('name', name, 'space', space)))
      from coldest where (select count(distinct home) from measured) >= ${LIMITS.cityHomesMin}::integer),
      '[]') as sensors`);
  return rows[0]?.sensors ?? [];
}

/**
 * Counts a city's homes that take part, for a past UTC day, and returns 1, or 0 if the row exists or the homes are too
 * few. A row is written once: a second count would reveal the one home that joined in between. Shares are rounded to
 * tenths for the same reason. A home had no power if the whole home went offline or its mains sensors say so. It had no
 * heating if the alert about it was not answered with another reason.
 */
export async function storeCityDay(
  db: Db,
  { city, day, lowestCelsius }: Pick<CityDay, "city" | "lowestCelsius"> & { day: UtcDay },
): Promise<number> {
  const rows = await db.query(sql`
    insert into city_aggregates (city, day, homes, power_share, heating_share, lowest_celsius)
    select ${city}, ${day}::date, count(*), ${shareOf("power")}, ${shareOf("heating")}, ${lowestCelsius}::real
    from households home
    cross join lateral (
      select coalesce(bool_or(alert.kind = 'incident' and alert.subject = home.id), false) as power,
        coalesce(bool_or(alert.kind = 'heating_stopped' and alert.close_reason is distinct from 'answered'),
          false) as heating
      from alerts alert
      where alert.household_id = home.id
        and alert.opened_at < ((${day}::date + 1)::timestamp at time zone 'UTC')
        and (alert.closed_at is null or alert.closed_at >= (${day}::date::timestamp at time zone 'UTC'))) had
    where ${takesPart(sql`home`, sql`${city}`)}
    having count(*) >= ${LIMITS.cityHomesMin}::integer
    on conflict (city, day) do nothing returning city`);
  return rows.length;
}

const shareOf = (column: string): SQL => sql`round(avg(had.${sql.identifier(column)}::integer), 1)`;

/** `takesPart`: the home shares its data and has a city. `newest`: the city's newest day with enough homes, or null. */
type HomeCity = { takesPart: boolean; unit: HouseholdUnit; newest: CityDay | null };

export async function findCityDay(db: Db, householdId: string): Promise<HomeCity | null> {
  const rows = await db.query<HomeCity>(sql`
    select home.share_city_aggregates and trim(coalesce(home.city, '')) <> '' as "takesPart",
      home.temperature_unit as unit, (
      select ${CITY_DAY_JSON}
      from city_aggregates cell where cell.city = lower(trim(home.city))
      order by cell.day desc limit 1) as newest
    from households home where home.id = ${householdId}`);
  return rows[0] ?? null;
}
