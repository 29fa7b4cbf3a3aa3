import { sql } from "drizzle-orm";
import type { FoundFault } from "../../domain/alerts/judge-faults.ts";
import type { Rhythm } from "../../domain/alerts/rhythm.ts";
import type { KeptGuess } from "../../domain/placement/kept-guesses.ts";
import type { Db } from "../db.ts";
import { byteaText, secretHash } from "../secret-hash.ts";

/** What a study found wrong with sensors, or no longer finds. */
export async function rememberFaults(db: Db, found: FoundFault[]): Promise<void> {
  if (found.length === 0) return;
  await db("repeatable", (queries) =>
    queries.execute(sql`
      update sensors set fault = found.fault, faulty_since = 'epoch'::timestamptz + found.since * interval '1 millisecond'
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as found ("sensorId" text, fault text, since float8)
      where sensors.id = found."sensorId" and sensors.fault is distinct from found.fault`),
  );
}

/** Guesses that rest on a reading of then: they stay when the reading is another. */
export async function rememberGuesses(db: Db, guesses: KeptGuess[]): Promise<void> {
  if (guesses.length === 0) return;
  await db("repeatable", (queries) =>
    queries.execute(sql`
      update sensors set placement_guess = kept.guess
      from jsonb_to_recordset(${JSON.stringify(guesses)}::jsonb) as kept ("sensorId" text, guess jsonb)
      where sensors.id = kept."sensorId"`),
  );
}

export type LearnedRhythm = { deviceId: string; rhythm: Rhythm };

/** How regularly devices are heard. */
export async function rememberRhythms(db: Db, learned: LearnedRhythm[]): Promise<void> {
  if (learned.length === 0) return;
  await db("repeatable", (queries) =>
    queries.execute(sql`
      update devices set rhythm = learned.rhythm
      from jsonb_to_recordset(${JSON.stringify(learned)}::jsonb) as learned ("deviceId" text, rhythm jsonb)
      where devices.id = learned."deviceId"`),
  );
}

/**
 * Remembers which known sensors of a device have said nothing but that they are unplugged, in a body that is refused,
 * and has their home looked at. An unknown key changes nothing.
 */
export async function noteUnplugged(db: Db, ingestKey: string, keys: string[], now: Date): Promise<void> {
  const keyHash = byteaText(await secretHash(ingestKey));
  await db("repeatable", (queries) =>
    queries.execute(sql`
      with noted as (
        update sensors sensor set faulty_at = least(${now.toISOString()}::timestamptz, clock_timestamp())
        from devices device
        where device.ingest_key_hash = ${keyHash}::bytea and sensor.device_id = device.id and sensor.faulty_at is null
          and sensor.key in (select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))
        returning device.household_id)
      select ask_for_look(household_id) from (select distinct household_id from noted) home`),
  );
}
