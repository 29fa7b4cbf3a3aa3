import { sql } from "drizzle-orm";
import type { Db } from "../kernel/db.queries.ts";
import { byteaText } from "../kernel/statements.queries.ts";

/**
 * Stores which known sensors of a device only reported that they are unplugged, in a refused body, and marks their
 * home as due. An unknown key changes nothing.
 */
export async function noteUnplugged(db: Db, hash: Uint8Array, keys: string[], now: Date): Promise<void> {
  const keyHash = byteaText(hash);
  await db.query(sql`
    with noted as (
      update sensors sensor set faulty_at = least(${now.toISOString()}::timestamptz, clock_timestamp())
      from (
        -- The device before its sensors, as an ingest takes them.
        select id, household_id from devices where ingest_key_hash = ${keyHash}::bytea for no key update) device
      where sensor.device_id = device.id and sensor.faulty_at is null
        and sensor.key in (select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))
      returning device.household_id)
    select request_check(household_id) from (select distinct household_id from noted) home`);
}
