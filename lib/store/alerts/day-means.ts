import { sql } from "drizzle-orm";
import type { DaysOf, WantedDays } from "../../domain/alerts/drift-study.ts";
import type { Db } from "../db.ts";

type Row = { sensorId: string; days: [day: number, mean: number][] };

/** The means of all days that a look needs, in one call; none where it needs none. */
export async function listDayMeans(db: Db, wanted: readonly WantedDays[]): Promise<DaysOf> {
  const places = wanted.flatMap(({ sensors, from, to }) =>
    sensors.map(({ id, deviceNumber: number, position }) => ({ id, number, position, from, to })),
  );
  if (places.length === 0) return new Map();
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<Row>(sql`
      select place.id as "sensorId", coalesce(past.days, '[]') as days
      from jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
        as place (id text, number integer, position smallint, "from" integer, "to" integer)
      cross join lateral (
        select json_agg(json_build_array(bucket, mean) order by bucket) as days from history_1d
        where device_number = place.number and history_1d.position = place.position
          and bucket >= place."from" and bucket < place."to") past`),
  );
  return new Map(rows.map(({ sensorId, days }) => [sensorId, new Map(days)]));
}
