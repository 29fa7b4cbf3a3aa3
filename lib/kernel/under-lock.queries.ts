import { type SQL, sql } from "drizzle-orm";
import type { Db } from "./db.queries.ts";

/** Serializes changes that count what one user has or does. */
export const userLock = (userId: string): SQL =>
  sql`select 1 from users where id = ${userId} for no key update`;

/** Serializes changes that count what one household has. Readings go on meanwhile. */
export const householdLock = (householdId: string): SQL =>
  sql`select 1 from households where id = ${householdId} for no key update`;

/**
 * Locks devices, named by themselves or by sensors of theirs. Whoever changes several of them, or their
 * sensors, begins with this: devices are taken by their ids, and each before its sensors, so that no two wait
 * for each other.
 */
export const devicesLock = ({ householdId, deviceIds = [], sensorIds = [] }: LockedDevices): SQL => sql`
  select 1 from devices where household_id = coalesce(${householdId ?? null}, household_id) and id in (
    select jsonb_array_elements_text(${JSON.stringify(deviceIds)}::jsonb)
    union select device_id from sensors
    where id in (select jsonb_array_elements_text(${JSON.stringify(sensorIds)}::jsonb)))
  order by id for no key update`;

/** Of one household where that is given. */
type LockedDevices = { householdId?: string; deviceIds?: string[]; sensorIds?: string[] };

/**
 * Locks subjects without a row. Every caller names them in the same order, so that no two wait for each
 * other.
 */
export const nameLock = (names: string[]): SQL => sql`
  select pg_advisory_xact_lock(hashtextextended(name, 0))
  from jsonb_array_elements_text(${JSON.stringify(names)}::jsonb) as name`;

/**
 * Runs `statement` in one transaction behind `lock`: it begins when the transaction before has committed, and
 * so counts what that one added. One HTTP call; gives the statement's first row.
 */
export async function underLock<Row extends Record<string, unknown>>(
  db: Db,
  lock: SQL,
  statement: SQL,
  kind: "repeatable" | "once" = "once",
): Promise<Row | undefined> {
  const [, result] = await db(kind, (queries) =>
    queries.batch([queries.execute(lock), queries.execute<Row>(statement)]),
  );
  return result.rows[0];
}
