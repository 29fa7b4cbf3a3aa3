import { sql } from "drizzle-orm";
import { LIMITS } from "../../schema/limits.ts";
import type { Db } from "./db.ts";

/**
 * Counts the homes that take part, by city, for a UTC day that is over. A cell is written once and never again:
 * the change from one count to the next would tell of the one home that joined. To the tenth for the same reason.
 */
export async function storeCityAggregates(db: Db, day: string): Promise<number> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute(sql`
      insert into city_aggregates (city, day, homes, freeze_share, outage_share)
      select lower(trim(home.city)), ${day}::date, count(*),
        round(avg(had.freeze::integer), 1), round(avg(had.outage::integer), 1)
      from households home
      cross join lateral (
        select coalesce(bool_or(alert.kind = 'freeze'), false) as freeze,
          coalesce(bool_or(alert.kind = 'outage'), false) as outage
        from alerts alert
        where alert.household_id = home.id
          and alert.opened_at < ((${day}::date + 1)::timestamp at time zone 'UTC')
          and (alert.closed_at is null or alert.closed_at >= (${day}::date::timestamp at time zone 'UTC'))) had
      where home.share_city_aggregates and trim(home.city) <> ''
      group by 1 having count(*) >= ${LIMITS.cityHomesMin}::integer
      on conflict (city, day) do nothing returning city`),
  );
  return rows.length;
}

export type CityDay = {
  city: string;
  day: string;
  homes: number;
  freeze_share: number;
  outage_share: number;
};

/** Whether the home takes part, and its city's newest day that had homes enough; null for an unknown home. */
export async function findCityDay(
  db: Db,
  householdId: string,
): Promise<{ takesPart: boolean; newest: CityDay | null } | null> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ takesPart: boolean; newest: CityDay | null }>(sql`
      select home.share_city_aggregates and trim(coalesce(home.city, '')) <> '' as "takesPart", (
        select json_build_object('city', trim(home.city), 'day', cell.day::text, 'homes', cell.homes,
          'freeze_share', cell.freeze_share, 'outage_share', cell.outage_share)
        from city_aggregates cell where cell.city = lower(trim(home.city))
        order by cell.day desc limit 1) as newest
      from households home where home.id = ${householdId}`),
  );
  return rows[0] ?? null;
}
