import { getTableName, type SQL, sql } from "drizzle-orm";
import * as historyTables from "../../schema/tables/history.ts";
import type { Db } from "../kernel/db.queries.ts";
import type { UtcDay } from "./buckets.ts";
import type { StoredPlan } from "./retention.ts";
import { CHUNK_TABLES } from "./tables.queries.ts";

export type HomeToCut = StoredPlan & { id: string };

/** Lists homes whose history hasn't been cut today, in the order of their ids. */
export const listHomesToCut = (db: Db, today: UtcDay, limit: number): Promise<HomeToCut[]> =>
  db.query<HomeToCut>(sql`
    select id, plan, epoch_ms(trial_ends_at) as "trialEndsAtMs", epoch_ms(downgraded_at) as "downgradedAtMs"
    from households where history_cut_on is distinct from ${today}::date
    order by id limit ${limit}::integer`);

/** For each kind of rows, the day before which a home's rows are deleted; null deletes none. */
export type HistoryCut = { id: string } & Record<"raw" | "quarters" | "hours" | "carried", UtcDay | null>;

/** The kinds of rows to cut: `carried` are runs of quarter hours, the others chunks of a sensor's day. */
export const CUT_KINDS = ["chunks", "quarters", "hours", "carried"] as const;
export type CutRows = Record<(typeof CUT_KINDS)[number], number>;

export const NOTHING_CUT: CutRows = { chunks: 0, quarters: 0, hours: 0, carried: 0 };

/** Deletes up to `limit` rows of each kind. Marks the homes as done for today once no kind has more. */
export async function cutHomes(db: Db, ask: { cuts: HistoryCut[]; today: UtcDay; limit: number }) {
  const rows = await db.query<CutRows>(sql`
    with cut as (
      select * from jsonb_to_recordset(${JSON.stringify(ask.cuts)}::jsonb)
        as cut (id text, raw date, quarters date, hours date, carried date)),
    place as (
      select device.number, sensor.position, cut.raw, cut.quarters, cut.hours,
        (cut.carried - 'epoch'::date) * 96 as carried
      from cut join devices device on device.household_id = cut.id
      join sensors sensor on sensor.device_id = device.id),
    chunk as (${oldRows(CHUNK_TABLES.raw, "day", sql`day < place.raw`, ask.limit)}),
    quarter as (${oldRows(CHUNK_TABLES["15m"], "day", sql`day < place.quarters`, ask.limit)}),
    hour as (${oldRows(CHUNK_TABLES["1h"], "day", sql`day < place.hours`, ask.limit)}),
    carried as (${oldRows(sql`carried_values`, "from_bucket", sql`from_bucket < place.carried and to_bucket < place.carried`, ask.limit)}),
    counted as (
      select (select count(*) from chunk)::integer as chunks, (select count(*) from quarter)::integer as quarters,
        (select count(*) from hour)::integer as hours, (select count(*) from carried)::integer as carried),
    done as (
      update households set history_cut_on = ${ask.today}::date from counted
      where id in (select id from cut) and greatest(chunks, quarters, hours, carried) < ${ask.limit}::integer)
    select * from counted`);
  return rows[0] ?? NOTHING_CUT;
}

/** Deletes old rows sensor by sensor, so that the index finds them: most homes have none. */
function oldRows(name: SQL, key: string, isOld: SQL, limit: number): SQL {
  const at = sql.identifier(key);
  return sql`
    delete from ${name} kept using (
      select old.* from place cross join lateral (
        select device_number, position, ${at} from ${name}
        where device_number = place.number and position = place.position and ${isOld}
        order by ${at} limit ${limit}::integer) old
      limit ${limit}::integer) old
    where kept.device_number = old.device_number and kept.position = old.position and kept.${at} = old.${at}
    returning 1`;
}

/** Drops monthly partitions that end at or before a day, of readings or of quarter hours. Returns how many. */
export async function dropMonths(db: Db, tier: "raw" | "15m", before: UtcDay): Promise<number> {
  const table = { raw: "history_chunks", "15m": "history_15m_chunks" }[tier];
  const rows = await db.query<{ dropped: number }>(
    sql`select drop_history_months(${table}::regclass, ${before}::date) as dropped`,
  );
  return rows[0]?.dropped ?? 0;
}

/** All tables with a device's history. Found by their column, so that erasing includes future tables. */
const TABLES = Object.values(historyTables)
  .filter((table) => "deviceNumber" in table)
  .map((table) => getTableName(table));

/** CTEs that delete the whole history of the devices whose `number` is in the CTE `of`. */
export const historyOf = (of: string): SQL =>
  sql.join(
    TABLES.map(
      (table) => sql`${sql.identifier(`of_${table}`)} as (
        delete from ${sql.identifier(table)} using ${sql.identifier(of)}
        where device_number = ${sql.identifier(of)}.number)`,
    ),
    sql`, `,
  );

/** Erases the history of up to `devicesMax` devices of deleted homes. Returns how many. */
export async function eraseHistory(db: Db, devicesMax: number): Promise<number> {
  const rows = await db.query(sql`
    with due as (
      select number from removed_devices order by removed_at, number limit ${devicesMax} for update skip locked),
    ${historyOf("due")}
    delete from removed_devices using due where removed_devices.number = due.number returning 1`);
  return rows.length;
}
