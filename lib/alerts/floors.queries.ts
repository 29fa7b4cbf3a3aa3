import { sql } from "drizzle-orm";
import type { PlacedDevice, PlacedSensor, PlacementGuess } from "../devices/placement/placement.ts";
import { type Db, devicesLock, underLock } from "../kernel/db.queries.ts";
import type { WeekFloor } from "./heating/week-floor.ts";

/**
 * A thermometer's week: the lowest reading of each hour, in its own unit, and when its home's heating was
 * off, or for a fortnight at most may have been; with what says where it is. `known`: the floor that it has.
 */
export type SensorWeek = PlacedSensor & {
  sensorId: string;
  device: PlacedDevice;
  deviceNumber: number;
  position: number;
  lows: { at: number; value: number }[];
  coldSpans: { from: number; to: number }[];
  known: WeekFloor | null;
};

/** A question that nobody answers for longer is about a home that is kept colder now. */
const ASKED_DAYS = 14;

/**
 * The weeks of up to `limit` thermometers whose floor was worked out longest ago, and before `staleBy`. Each
 * one's snapshots are found by the index.
 */
export async function listStaleWeeks(
  db: Db,
  { from, staleBy, limit }: { from: Date; staleBy: Date; limit: number },
): Promise<SensorWeek[]> {
  const since = sql`${from.toISOString()}::timestamptz`;
  return await db.query<SensorWeek>(sql`
    select sensor.id as "sensorId", sensor.unit, sensor.kind, sensor.label, sensor.placement,
      sensor.placement_guess as "placementGuess", device.latest_values[sensor.position] as value,
      json_build_object('name', device.name, 'space', device.space) as device,
      device.number as "deviceNumber", sensor.position, week.lows, coalesce(cold.spans, '[]') as "coldSpans",
      sensor.week_floor as known
    from (
      select id, unit, kind, label, placement, placement_guess, device_id, position, week_floor, week_floor_at
      from sensors
      where kind = 'temperature' and (week_floor_at is null or week_floor_at < ${staleBy.toISOString()}::timestamptz)
      order by week_floor_at nulls first limit ${limit}::integer) sensor
    join devices device on device.id = sensor.device_id
    cross join lateral (
      select coalesce(json_agg(json_build_object('at', hour * 3600000, 'value', low) order by hour), '[]') as lows
      from (
        select floor(extract(epoch from recorded_at) / 3600)::bigint as hour, min("values"[sensor.position]) as low
        from snapshots where device_number = device.number and recorded_at >= ${since}
          and "values"[sensor.position] is not null
        group by 1) hours) week
    cross join lateral (
      select json_agg(json_build_object('from', epoch_ms(opened_at - interval '3 hours'),
        'to', epoch_ms(least(coalesce(closed_at, now()), opened_at + make_interval(days => ${ASKED_DAYS}))
          + interval '3 hours'))) as spans
      from alerts where household_id = device.household_id and kind = 'heating_stopped'
        and (severity = 'critical' or closed_at is null)
        and coalesce(closed_at, now()) >= ${since}) cold`);
}

/** `guess`: where its week says it is; null where it says nothing. */
type LearnedWeek = { sensorId: string; weekFloor: WeekFloor; guess: PlacementGuess | null };

/**
 * Each guess is for an owner to confirm: what is placed, or applied already by its name and its reading,
 * stays.
 */
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
