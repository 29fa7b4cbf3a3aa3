import { type SQL, sql } from "drizzle-orm";
import type { AlertKind } from "../../schema/vocabulary.ts";
import type { PlacedDevice, PlacedSensor, PlacementGuess } from "../devices/placement/placement.ts";
import { type Db, devicesLock, underLock } from "../kernel/db.queries.ts";
import { filledPages } from "../kernel/shards.ts";
import { byteaText } from "../kernel/statements.queries.ts";
import type { IngestFacts, Series, Span, TickFacts, TickSensor, WeekFloor } from "./facts.ts";
import { factsAsMeant } from "./sensor-truth.ts";
import { ALERT_LIMITS } from "./settings.ts";

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

/** Two arrays, because an array of pairs costs the database more than reading the rows. */
type Row = { sensor_id: string; snapshots: number; times: number[]; readings: number[] };

/** Of a device with more snapshots, which may post every second, one a minute is read: no rule needs more. */
const SNAPSHOTS_MAX = 3_600;
const OFTEN_SENSORS_PAGE = 50;

/**
 * Returns the sensors' readings since `from`, oldest first; where there are very many, the newest of each minute. They
 * are hours old at most, so snapshots have them.
 */
export async function listSeries(db: Db, sensors: TickSensor[], from: Date): Promise<Map<string, Series>> {
  const since = sql`${from.toISOString()}::timestamptz`;
  const own = sql`select recorded_at as at, "values"[place.position] as value from snapshots
    where device_number = place.number`;
  const newest = sql`${own} and recorded_at >= ${since} order by recorded_at desc limit ${SNAPSHOTS_MAX}::integer`;
  const rows = await readSeries(db, sensors, newest);
  const cut = new Set(
    rows.filter(({ snapshots }) => snapshots === SNAPSHOTS_MAX).map(({ sensor_id }) => sensor_id),
  );
  const eachMinute = sql`
    select one.* from generate_series(${since}, ${since} + interval '${sql.raw(String(ALERT_LIMITS.tickSeriesHours + 1))} hours', '1 minute') minute
    cross join lateral (
      ${own} and recorded_at >= minute and recorded_at < minute + interval '1 minute'
        and "values"[place.position] is not null
      order by recorded_at desc limit 1) one`;
  const often = sensors.filter(({ id }) => cut.has(id));
  for (const some of filledPages(often, OFTEN_SENSORS_PAGE, () => 1))
    rows.push(...(await readSeries(db, some, eachMinute)));
  return new Map(rows.map((row) => [row.sensor_id, seriesOf(row)]));
}

/** `readings` selects `at` and `value` of a `place`. Each sensor is looked up by the index, or whole days would be read. */
async function readSeries(db: Db, sensors: TickSensor[], readings: SQL): Promise<Row[]> {
  if (sensors.length === 0) return [];
  const places = JSON.stringify(
    sensors.map(({ id, deviceNumber, position }) => ({ id, number: deviceNumber, position })),
  );
  return await db.query<Row>(sql`
    select place.id as sensor_id, series.* from jsonb_to_recordset(${places}::jsonb)
      as place (id text, number integer, position smallint)
    cross join lateral (
      select count(*)::integer as snapshots,
        coalesce(json_agg(epoch_ms(at) order by at) filter (where value is not null), '[]') as times,
        coalesce(json_agg(value order by at) filter (where value is not null), '[]') as readings
      from (${readings}) reading) series`);
}

const seriesOf = ({ times, readings }: Row): Series =>
  times.map((at, index) => ({ at, value: readings[index] ?? Number.NaN }));

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
 * since `from`. Cold in a sensor's first two days is normal for its place, so no cold span.
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
      where kind = 'temperature' and (week_floor_at is null or week_floor_at < ${staleBy.toISOString()}::timestamptz)
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
