import { type SQL, sql } from "drizzle-orm";
import { BUCKET_MS } from "../../domain/history/buckets.ts";
import type { StretchAsk } from "./item.ts";
import { direction } from "./place-sql.ts";

const QUARTER_MICROS = BUCKET_MS["15m"] * 1_000;

/**
 * Selects the held quarter hours of the stretch for each row of `place`, as buckets without readings: a page
 * and one more, in the order asked for. Runs of a sensor share no quarter, so that only the one that begins
 * last before the stretch may reach into it.
 */
export function heldBuckets(ask: StretchAsk): SQL {
  const first = sql`${ask.fromMicros / QUARTER_MICROS}::integer`;
  const last = sql`${ask.toMicros / QUARTER_MICROS - 1}::integer`;
  const most = sql`${ask.limit + 1}::integer`;
  const order = direction(ask);
  const isOfPlace = sql`device_number = place."deviceNumber" and position = place.position`;
  return sql`
    select place."sensorId" as sensor_id, quarter.bucket, 0 as readings,
      quarter.value as mean, quarter.value as low, quarter.value as high, quarter.value as last
    from place cross join lateral (
      select series.bucket, run.value
      from (
        select value, greatest(from_bucket, ${first}) as from_bucket, least(to_bucket, ${last}) as to_bucket
        from held_values kept
        where ${isOfPlace} and to_bucket >= ${first} and from_bucket <= ${last}
          and from_bucket >= coalesce((
            select from_bucket from held_values where ${isOfPlace} and from_bucket <= ${first}
            order by from_bucket desc limit 1), ${first})
        order by kept.from_bucket ${order} limit ${most}) run
      cross join lateral ${quartersOf(ask, most)} as series (bucket)
      order by series.bucket ${order} limit ${most}) quarter`;
}

/** Gives as many quarters of a run as a page may need, from the end that comes first. */
const quartersOf = ({ newestFirst }: StretchAsk, most: SQL): SQL =>
  newestFirst
    ? sql`generate_series(greatest(run.from_bucket, run.to_bucket - ${most} + 1), run.to_bucket)`
    : sql`generate_series(run.from_bucket, least(run.to_bucket, run.from_bucket + ${most} - 1))`;
