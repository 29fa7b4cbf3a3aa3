import { type SQL, sql } from "drizzle-orm";
import { BUCKET_MS, type BucketResolution } from "../../domain/history/buckets.ts";

/** The length of a tier's buckets, by resolution. `bucket` of a row counts these lengths since the epoch. */
export const TIER_TABLES: Record<BucketResolution, SQL> = {
  "15m": sql`history_15m`,
  "1h": sql`history_1h`,
  "1d": sql`history_1d`,
};

export const bucketOfMs = (resolution: BucketResolution, ms: number): number =>
  Math.floor(ms / BUCKET_MS[resolution]);

/** The bucket of a moment, in SQL. */
export const bucketOfMoment = (resolution: BucketResolution, moment: SQL): SQL =>
  sql`floor(extract(epoch from ${moment})::float8 / ${sql.raw(String(BUCKET_MS[resolution] / 1_000))})::integer`;

/**
 * What a bucket tells, of rows with `value` and `recorded_at`. The one place where buckets are made in SQL,
 * so that one that was rolled up and one that is made for an answer are the same to the last bit: values are
 * added in the order of time, and rounding must not show a mean below the lowest value.
 */
export const FIGURES = sql`count(*)::integer as readings,
  least(max(value), greatest(min(value), avg(value order by recorded_at))) as mean,
  min(value) as low, max(value) as high, (array_agg(value order by recorded_at))[count(*)] as last`;

export const EXTREMES_AT = sql`(array_agg(recorded_at order by value, recorded_at))[1] as low_at,
  (array_agg(recorded_at order by value desc, recorded_at))[1] as high_at`;

const COLUMNS = sql`device_number, position, bucket, readings, mean, low, high, last`;

/**
 * Rows of `source` (the columns of the tier, whole figures) into it. Readings are only ever added to a
 * bucket: one of fewer readings is older or partial, and never replaces one of more.
 */
export function upsertTier(resolution: BucketResolution, source: SQL): SQL {
  const table = TIER_TABLES[resolution];
  const hasTimes = resolution === "1d";
  return sql`insert into ${table} as kept (${COLUMNS}${hasTimes ? sql`, low_at, high_at` : sql``})
    select device_number, position, bucket, readings, mean, nullif(low, mean), nullif(high, mean),
      nullif(last, mean)${hasTimes ? sql`, low_at, high_at` : sql``}
    from (${source}) as figures
    on conflict (device_number, position, bucket) do update set readings = excluded.readings,
      mean = excluded.mean, low = excluded.low, high = excluded.high, last = excluded.last
      ${hasTimes ? sql`, low_at = excluded.low_at, high_at = excluded.high_at` : sql``}
    where excluded.readings >= kept.readings`;
}
