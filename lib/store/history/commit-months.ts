import { type SQL, sql } from "drizzle-orm";
import { BUCKET_MS } from "../../domain/history/buckets.ts";
import type { SealedTier } from "../../domain/history/sealed-months.ts";
import type { Db } from "../db.ts";
import { chunkText } from "./chunk-text.ts";
import { lockDevices } from "./day-sql.ts";
import { MONTH_TABLES } from "./month-tables.ts";
import type { SensorMonth } from "./read-months.ts";
import { TIER_TABLES } from "./tiers.ts";

/** What was read of a sensor's month (`rows` and `stamp`) and what becomes of it. */
export type SealedMonth = SensorMonth & { rows: number; stamp: number; chunk: Uint8Array };

/**
 * One transaction: the chunks are written and the rows gone, of every sensor's month whose rows are still as they
 * were read; others are left for the next run. The devices are held, as whoever writes their buckets holds them.
 * Of a device that has gone, the rows go too. Answers those that were sealed.
 */
export async function commitMonths(db: Db, tier: SealedTier, months: SealedMonth[]): Promise<SensorMonth[]> {
  const [, { rows }] = await db("repeatable", (queries) =>
    queries.batch([
      queries.execute(lockDevices([...new Set(months.map(({ number }) => number))])),
      queries.execute<SensorMonth>(sql`
        with ready as (${readyMonths(tier, months)}),
        chunk as (
          insert into ${MONTH_TABLES[tier]} (device_number, position, month, chunk)
          select number, position, month, decode(chunk, 'base64') from ready where is_known
          on conflict (device_number, position, month) do update set chunk = excluded.chunk),
        gone as (
          delete from ${TIER_TABLES[tier]} tier using ready where ${isOfMonth(tier, "ready")})
        select number, position, month::text from ready where is_known`),
    ]),
  );
  return rows;
}

const readyMonths = (tier: SealedTier, months: SealedMonth[]): SQL => sql`
  select asked.number, asked.position, asked.month, asked.chunk, device.number is not null as is_known
  from jsonb_to_recordset(${JSON.stringify(months.map((month) => ({ ...month, chunk: chunkText(month.chunk) })))}::jsonb)
    as asked (number integer, position smallint, month date, rows bigint, stamp bigint, chunk text)
  left join devices device on device.number = asked.number
  cross join lateral (
    select count(*) as rows, sum(tier.xmin::text::bigint) as stamp from ${TIER_TABLES[tier]} tier
    where ${isOfMonth(tier, "asked")}) as now
  where now.rows = asked.rows and now.stamp = asked.stamp`;

/** By the month's ends, which the partitions and their index understand. */
function isOfMonth(tier: SealedTier, row: "asked" | "ready"): SQL {
  const month = sql.raw(`${row}.month`);
  return sql`tier.device_number = ${sql.raw(`${row}.number`)} and tier.position = ${sql.raw(`${row}.position`)}
    and tier.bucket >= ${bucketOfDay(tier, month)}
    and tier.bucket < ${bucketOfDay(tier, sql`(${month} + interval '1 month')::date`)}`;
}

const bucketOfDay = (tier: SealedTier, day: SQL): SQL =>
  sql`(${day} - 'epoch'::date) * ${sql.raw(String(BUCKET_MS["1d"] / BUCKET_MS[tier]))}`;
