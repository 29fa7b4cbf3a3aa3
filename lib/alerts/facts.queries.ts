import { type SQL, sql } from "drizzle-orm";
import type { AlertKind } from "../../schema/vocabulary.ts";
import type { PlacedDevice, PlacedSensor, PlacementGuess } from "../devices/placement/placement.ts";
import { type Db, devicesLock, underLock } from "../kernel/db.queries.ts";
import { byteaText } from "../kernel/statements.queries.ts";
import type { IngestFacts, Span, TickFacts, WeekFloor } from "./facts.ts";
import { factsAsMeant } from "./sensor-truth.ts";

/** Translates the result of the SQL function `ingest_facts` for the rules (`factsAsMeant`). */
export const ingestFactsAsMeant = (facts: IngestFacts): IngestFacts => ({
  ...facts,
  sensors: facts.sensors.map(factsAsMeant),
});

/** Returns the facts of the one `device` that matches, with its matching `sensor` rows; null if it is gone. */
async function findFacts(db: Db, isMeant: SQL, ofSensors: SQL): Promise<IngestFacts | null> {
  const [row] = await db.query<{ facts: IngestFacts | null }>(sql`
    select ingest_facts(row(device.*)::devices, array(
      select sensor.position from sensors sensor where sensor.device_id = device.id and ${ofSensors}
    ), device.latest_values) as facts
    from devices device where ${isMeant}`);
  return row === undefined || row.facts === null ? null : ingestFactsAsMeant(row.facts);
}

/** For all sensors of the key's device. A repeated request needs them, since the first may not have been evaluated. */
export const findFactsOfKey = (db: Db, hash: Uint8Array): Promise<IngestFacts | null> =>
  findFacts(db, sql`device.ingest_key_hash = ${byteaText(hash)}::bytea`, sql`true`);

/** Returns the facts of a device with some of its sensors. */
export const findIngestFacts = (db: Db, deviceId: string, sensorIds: string[]): Promise<IngestFacts | null> =>
  findFacts(
    db,
    sql`device.id = ${deviceId}`,
    sql`sensor.id in (select jsonb_array_elements_text(${JSON.stringify(sensorIds)}::jsonb))`,
  );

const tickFactsAsMeant = (facts: TickFacts): TickFacts => ({
  ...facts,
  devices: facts.devices.map(({ device, sensors }) => ({ device, sensors: sensors.map(factsAsMeant) })),
});

/** Returns homes as they stand now, in the order of their ids, without those that are gone. */
export async function listTickFacts(db: Db, householdIds: string[]): Promise<TickFacts[]> {
  if (householdIds.length === 0) return [];
  const rows = await db.query<{ facts: TickFacts }>(sql`
    select tick_facts(home.id) as facts from households home
    where home.id in (select jsonb_array_elements_text(${JSON.stringify(householdIds)}::jsonb))
    order by home.id`);
  return rows.map(({ facts }) => tickFactsAsMeant(facts));
}

export async function findTickFacts(db: Db, householdId: string): Promise<TickFacts | null> {
  const [facts = null] = await listTickFacts(db, [householdId]);
  return facts;
}

/** Returns when our own ticks started, in epoch ms: in a gap between them, a silent device proves nothing. */
export async function listTicks(db: Db, since: Date): Promise<number[]> {
  const rows = await db.query<{ at: number }>(sql`
    select epoch_ms(started_at) as at from job_runs
    where job = 'collect-history' and started_at >= ${since.toISOString()}::timestamptz order by started_at`);
  return rows.map(({ at }) => at);
}

/**
 * A temperature sensor to learn the usual temperatures of: the facts of its placement, its stored floor (`known`), and
 * its cold spans: when the home's heating was off or its own freeze alert is open, for two weeks at most.
 */
export type StaleSensor = PlacedSensor & {
  sensorId: string;
  device: PlacedDevice;
  deviceNumber: number;
  position: number;
  coldSpans: (Span & { kind: AlertKind })[];
  known: WeekFloor | null;
};

/** A cold span counts for this many days at most; after that, the home is simply kept colder. */
const COLD_DAYS = 14;

/**
 * Returns up to `limit` temperature sensors whose floor was computed longest ago, before `staleBy`, with their cold spans
 * since `from`. One without a floor counts as computed a day before it was created. Cold in a sensor's first two days is
 * normal for its place, so no cold span.
 */
export async function listStaleSensors(
  db: Db,
  { from, staleBy, limit }: { from: Date; staleBy: Date; limit: number },
): Promise<StaleSensor[]> {
  return await db.query<StaleSensor>(sql`
    select sensor.id as "sensorId", sensor.unit, sensor.kind, sensor.label, sensor.placement,
      sensor.placement_guess as "placementGuess", device.latest_values[sensor.position] as value,
      json_build_object('name', device.name, 'space', device.space) as device,
      device.number as "deviceNumber", sensor.position, coalesce(cold.spans, '[]') as "coldSpans",
      sensor.week_floor as known
    from (
      select * from sensors
      where kind = 'temperature'
        and coalesce(week_floor_at, created_at - interval '1 day') <= ${staleBy.toISOString()}::timestamptz
      order by week_floor_at nulls first limit ${limit}::integer) sensor
    join devices device on device.id = sensor.device_id
    cross join lateral (
      select json_agg(json_build_object('kind', kind, 'from', epoch_ms(opened_at - interval '3 hours'),
        'to', epoch_ms(least(coalesce(closed_at, now()), opened_at + make_interval(days => ${COLD_DAYS}))
          + interval '3 hours'))) as spans
      from alerts where household_id = device.household_id
        and coalesce(closed_at, now()) >= ${from.toISOString()}::timestamptz
        and (kind = 'heating_stopped' and (severity = 'critical' or closed_at is null)
          or kind = 'freeze' and sensor_id = sensor.id and closed_at is null
            and opened_at >= sensor.created_at + interval '2 days')) cold`);
}

/** `guess`: the placement that the week suggests; null for none. */
type LearnedWeek = { sensorId: string; weekFloor: WeekFloor; guess: PlacementGuess | null };

/** Stores floors and guesses. The owner confirms a guess; a placement, or a guess that already applies, stays. */
export async function rememberWeeks(db: Db, learned: LearnedWeek[], now: Date): Promise<void> {
  if (learned.length === 0) return;
  const lock = devicesLock({ sensorIds: learned.map(({ sensorId }) => sensorId) });
  await underLock(
    db,
    lock,
    sql`
      update sensors set week_floor = learned."weekFloor", week_floor_at = ${now.toISOString()}::timestamptz,
        placement_guess = case
          when sensors.placement is null and (sensors.placement_guess->>'isApplied')::boolean is not true
          then nullif(learned.guess, 'null'::jsonb) else sensors.placement_guess end
      from jsonb_to_recordset(${JSON.stringify(learned)}::jsonb) as learned (
        "sensorId" text, "weekFloor" jsonb, guess jsonb)
      where sensors.id = learned."sensorId"`,
    "repeatable",
  );
}
