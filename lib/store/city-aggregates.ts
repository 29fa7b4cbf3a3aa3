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
