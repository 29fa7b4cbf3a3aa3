import { sql } from "drizzle-orm";
import type { UtcDay } from "../history/utc.ts";
import type { Db } from "../kernel/db.queries.ts";

/** A device's `BatteryDay`s, in a query over `devices` under the name `device`. */
export const BATTERY_DAYS_JSON = sql`coalesce((
  select json_agg(json_build_object('day', kept.day - 'epoch'::date, 'pct', kept.pct))
  from battery_days kept where kept.device_number = device.number), '[]'::json)`;

/** `last` is the page's highest device number, null on a page without devices. */
type NotedBatteries = { last: number | null; batteries: number };

/**
 * Writes down what the devices of a page have last said of their batteries, for the day on which they were
 * last heard, where that is one of `days`; and deletes the page's days before `keptFrom`. `batteries` counts
 * values that are new or have changed.
 */
export async function noteBatteries(
  db: Db,
  page: { after: number; limit: number; days: { from: UtcDay; to: UtcDay }; keptFrom: UtcDay },
): Promise<NotedBatteries> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<NotedBatteries>(sql`
      with page as (
        select number, battery_pct, (last_seen_at at time zone 'UTC')::date as day from devices
        where number > ${page.after}::integer order by number limit ${page.limit}::integer),
      noted as (
        insert into battery_days (device_number, day, pct)
        select number, day, battery_pct from page
        where battery_pct is not null and day between ${page.days.from}::date and ${page.days.to}::date
        on conflict (device_number, day) do update set pct = excluded.pct
          where battery_days.pct <> excluded.pct
        returning 1),
      gone as (
        delete from battery_days where device_number > ${page.after}::integer
          and device_number <= (select max(number) from page) and day < ${page.keptFrom}::date)
      select (select max(number) from page) as last, (select count(*) from noted)::integer as batteries`),
  );
  return rows[0] ?? { last: null, batteries: 0 };
}
