import { type SQL, sql } from "drizzle-orm";
import type { KeptGuess } from "../devices/placement/guesses.ts";
import { type Db, devicesLock } from "../kernel/db.queries.ts";
import { byteaText } from "../kernel/statements.queries.ts";
import type { Findings } from "./judge-household.ts";
import type { FoundFault } from "./kinds/sensor-fault.ts";

/**
 * Remembered only while what they were derived from stands: `version` is the number that the facts came with.
 */
export async function storeDeadband(
  db: Db,
  deviceId: string,
  version: number,
  bands: readonly { position: number; low: number; high: number }[],
): Promise<void> {
  const kept = bands.map(({ position, low, high }) => ({ position, low: String(low), high: String(high) }));
  await db.query(
    sql`select store_deadband(${deviceId}, ${version}::integer, ${JSON.stringify(kept)}::jsonb)`,
  );
}

/**
 * A home that this tick alone judges until its lease ends. `asked` counts who has asked for a check so far.
 */
export type ClaimedCheck = { householdId: string; asked: number };

/**
 * Leases up to `limit` homes that are due but for `except`, those waiting longest first; two ticks never get the same one, and one
 * that somebody is just writing is passed over.
 */
export async function claimDueChecks(
  db: Db,
  { dueBy, leaseUntil, limit, except }: { dueBy: Date; leaseUntil: Date; limit: number; except: string[] },
): Promise<ClaimedCheck[]> {
  return await db.mutate<ClaimedCheck>(sql`
    update household_checks due_check set due_at = ${leaseUntil.toISOString()}::timestamptz
    from (
      select household_id from household_checks where due_at <= ${dueBy.toISOString()}::timestamptz
        and household_id not in (select jsonb_array_elements_text(${JSON.stringify(except)}::jsonb))
      order by due_at limit ${limit}::integer for update skip locked
    ) due
    where due_check.household_id = due.household_id
    returning due_check.household_id as "householdId", due_check.asked`);
}

/** How many homes are due by a moment that nobody is judging. */
export async function countDueChecks(db: Db, dueBy: Date): Promise<number> {
  const rows = await db.query<{ due: number }>(sql`
    select count(*)::integer as due from household_checks where due_at <= ${dueBy.toISOString()}::timestamptz`);
  return rows[0]?.due ?? 0;
}

type SettledCheck = ClaimedCheck & { dueAt: Date } & Partial<Pick<Findings, "outdoor">>;

/**
 * Sets when each is due next, but for those that somebody has asked for since they were claimed: they stay
 * due.
 */
export const settleChecks = (checks: SettledCheck[]): SQL => sql`
  with ours as (
    -- Whoever holds one is asking for it, and will claim it next: it must not find it in our hands.
    select household_id, asked, due_at from household_checks
    where household_id = any(array(
      select "householdId" from jsonb_to_recordset(${JSON.stringify(checks)}::jsonb) as wanted ("householdId" text)))
    for update skip locked)
  update household_checks due_check set outdoor = coalesce(wanted.outdoor, due_check.outdoor),
    due_at = case when ours.asked = wanted.asked then wanted."dueAt" else ours.due_at end
  from ours join jsonb_to_recordset(${JSON.stringify(checks)}::jsonb)
    as wanted ("householdId" text, asked integer, "dueAt" timestamptz, outdoor jsonb)
    on wanted."householdId" = ours.household_id
  where due_check.household_id = ours.household_id`;

/** Makes the home due at once, whenever its next check was. */
export async function requestCheck(db: Db, householdId: string): Promise<void> {
  await db.query(sql`select request_check(${householdId})`);
}

/** What a check of a home has brought beside changes, and when the next one is due. */
type KeptCheck = ClaimedCheck & { findings: Findings; dueAt: Date };

/** Keeps all of it in one call, and nothing of it if that fails. */
export async function keepJudged(db: Db, homes: KeptCheck[]): Promise<void> {
  if (homes.length === 0) return;
  const checks = homes.map(({ householdId, asked, dueAt, findings: { outdoor } }) => ({
    householdId,
    asked,
    dueAt,
    outdoor,
  }));
  const faults = homes.flatMap(({ findings }) => findings.faults);
  const guesses = homes.flatMap(({ findings }) => findings.guesses);
  const sensorIds = [faults, guesses].flatMap((rows) => rows.map(({ sensorId }) => sensorId));
  await db("repeatable", (queries) =>
    queries.batch([
      // Devices before sensors, as an ingest takes them; due checks last, which are never waited for.
      queries.execute(devicesLock({ sensorIds })),
      queries.execute(rememberFaults(faults)),
      queries.execute(rememberGuesses(guesses)),
      queries.execute(settleChecks(checks)),
    ]),
  );
}

/** What a study found wrong with sensors, or no longer finds. */
const rememberFaults = (found: FoundFault[]): SQL => sql`
  update sensors set fault = found.fault, faulty_since = 'epoch'::timestamptz + found.since * interval '1 millisecond'
  from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as found ("sensorId" text, fault text, since float8)
  where sensors.id = found."sensorId" and sensors.fault is distinct from found.fault`;

/** Guesses that rest on a reading of then: they stay when the reading is another. */
const rememberGuesses = (guesses: KeptGuess[]): SQL => sql`
  update sensors set placement_guess = kept.guess
  from jsonb_to_recordset(${JSON.stringify(guesses)}::jsonb) as kept ("sensorId" text, guess jsonb)
  where sensors.id = kept."sensorId"`;

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
