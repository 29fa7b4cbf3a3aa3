import { type SQL, sql } from "drizzle-orm";
import type { BareTemperatureUnit, UnitSource } from "../../schema/vocabulary.ts";
import { commitWithEnds, type Ends, type WithEnds } from "../alerts/incidents.queries.ts";
import type { Db } from "../kernel/db.queries.ts";
import { logFrom } from "../people/activity.queries.ts";
import type { ActivityEntry } from "../people/activity.ts";

/** One sensor, with all of its device whose unit nobody has said; or all bare temperatures of a device. */
type BareSensors = { householdId: string } & ({ sensorId: string } | { deviceId: string });

/** `source` of the sensor that is named; undefined where a device is. */
type FoundUnits = { deviceId: string; source: UnitSource | null | undefined; otherIds: string[] };

const TEMPERATURE = sql`sensor.kind = 'temperature' and sensor.unit in ('°F', '°C')`;

/** A sensor of before this was noted may have been marked °C; what was read as °F is what people correct. */
const IS_BARE = sql`(sensor.unit_source in ('assumed', 'siblings', 'settled') or (sensor.unit_source is null and sensor.unit = '°F'))`;

const chosen = (which: BareSensors): SQL =>
  "sensorId" in which
    ? sql`(sensor.id = ${which.sensorId} or sensor.unit_source in ('assumed', 'siblings'))`
    : sql`true`;

const deviceOf = (which: BareSensors): SQL =>
  "sensorId" in which
    ? sql`device.id = (select device_id from sensors where id = ${which.sensorId})`
    : sql`device.id = ${which.deviceId}`;

/** What would get another unit; null where there is no such temperature or device in the home. */
export async function findBareUnits(
  db: Db,
  which: BareSensors,
  unit: BareTemperatureUnit,
): Promise<FoundUnits | null> {
  const named = "sensorId" in which ? which.sensorId : null;
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ device_id: string; named: UnitSource | null; is_there: boolean; others: string[] }>(sql`
      select device.id as device_id,
        (select coalesce(sensor.unit_source, case sensor.unit when '°C' then 'sender' end) from sensors sensor
          where sensor.id = ${named}) as named,
        ${named === null} or exists (
          select from sensors sensor where sensor.id = ${named} and ${TEMPERATURE}) as is_there,
        array(select sensor.id from sensors sensor where sensor.device_id = device.id and ${TEMPERATURE}
          and ${IS_BARE} and ${chosen(which)} and sensor.unit <> ${unit}) as others
      from devices device where device.household_id = ${which.householdId} and ${deviceOf(which)}`),
  );
  const [row] = rows;
  if (row === undefined || !row.is_there) return null;
  return { deviceId: row.device_id, source: named === null ? undefined : row.named, otherIds: row.others };
}

/**
 * The bare temperatures have this unit from now on, and so has all that they have said so far: values are stored as they
 * were sent, so that a sensor's unit alone tells what they mean. What was learned in another unit is forgotten. Answers
 * how many sensors it has changed; of two at once the second finds nothing to change.
 */
export async function settleUnits(
  db: Db,
  which: BareSensors,
  unit: BareTemperatureUnit,
  entry: ActivityEntry,
  ends: Ends,
): Promise<WithEnds<number>> {
  const [row] = await commitWithEnds<{ ended: boolean; settled: number }>(
    db,
    ends,
    (isEnded) => sql`
      with settled as (
        update sensors sensor set
          unit = ${unit}, unit_source = 'settled',
          placement_guess = case when sensor.unit = ${unit} then sensor.placement_guess end,
          week_floor = case when sensor.unit = ${unit} then sensor.week_floor end,
          week_floor_at = case when sensor.unit = ${unit} then sensor.week_floor_at end,
          tau_hours = case when sensor.unit = ${unit} then sensor.tau_hours end
        from devices device
        where device.household_id = ${which.householdId} and ${deviceOf(which)} and sensor.device_id = device.id
          and ${TEMPERATURE} and ${IS_BARE} and ${chosen(which)} and ${isEnded}
          and (sensor.unit, sensor.unit_source) is distinct from (${unit}, 'settled')
        returning sensor.id),
      act as (select 1 from settled limit 1),
      logged as (${logFrom("act", entry)})
      select ${isEnded} as ended, (select count(*)::integer from settled) as settled`,
  );
  return row?.ended ? { outcome: "done", value: row.settled } : { outcome: "open" };
}
