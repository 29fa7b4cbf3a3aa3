import { type SQL, sql } from "drizzle-orm";
import { LIMITS } from "../../schema/limits.ts";
import type { Db } from "../kernel/db.queries.ts";
import type { Span } from "./bucket-parts.ts";
import { BUCKET_MS } from "./buckets.ts";

/**
 * How many sensors' values stood through the quarter, now or already; `nextAfter` is null behind the last
 * device.
 */
type CarriedPage = { carried: number; nextAfter: number | null };

/** Of the next `devicesMax` push devices after a number; `quarter` is counted since the epoch. */
type CarryAsk = { quarter: number; after: number; devicesMax: number };

/** Holds what stood through a quarter hour in which it was not said again. Repeating it changes nothing. */
export async function carryPage(db: Db, { quarter, after, devicesMax }: CarryAsk): Promise<CarriedPage> {
  const rows = await db.query<CarriedPage>(sql`
    select carried, next_after as "nextAfter" from carry_forward(${quarter}::integer, ${after}::integer,
      ${devicesMax}::integer, ${LIMITS.staleHours}::integer)`);
  return rows[0] ?? { carried: 0, nextAfter: null };
}

/** The runs of the stretch for each row of `place`, as JSON. Of those that begin before it only the last may reach into it. */
export function carriedRuns({ fromMicros, toMicros }: Span): SQL {
  const micros = BUCKET_MS["15m"] * 1_000;
  const [first, last] = [sql`${fromMicros / micros}::integer`, sql`${toMicros / micros - 1}::integer`];
  const isOfPlace = sql`device_number = place."deviceNumber" and position = place.position`;
  return sql`(
    select coalesce(json_agg(json_build_object('sensorId', place."sensorId", 'fromBucket', run.from_bucket,
      'toBucket', run.to_bucket, 'value', run.value)), '[]')
    from place cross join lateral (
      select * from carried_values where ${isOfPlace} and to_bucket >= ${first} and from_bucket <= ${last}
        and from_bucket >= coalesce((
          select max(from_bucket) from carried_values where ${isOfPlace} and from_bucket <= ${first}), ${first})) run)`;
}
