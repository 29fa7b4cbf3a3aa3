import { sql } from "drizzle-orm";
import type { Db } from "../db.ts";
import { byteaText, secretHash } from "../secret-hash.ts";

/**
 * Remembers which known sensors of a device have said nothing but that they are unplugged, in a body that is
 * refused, and has their home looked at. An unknown key changes nothing.
 */
export async function noteUnplugged(db: Db, ingestKey: string, keys: string[], now: Date): Promise<void> {
  const keyHash = byteaText(await secretHash(ingestKey));
  await db("repeatable", (queries) =>
    queries.execute(sql`
      with noted as (
        update sensors sensor set faulty_at = least(${now.toISOString()}::timestamptz, clock_timestamp())
        from (
          -- The device before its sensors, as an ingest takes them.
          select id, household_id from devices where ingest_key_hash = ${keyHash}::bytea for no key update) device
        where sensor.device_id = device.id and sensor.faulty_at is null
          and sensor.key in (select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))
        returning device.household_id)
      select ask_for_look(household_id) from (select distinct household_id from noted) home`),
  );
}
