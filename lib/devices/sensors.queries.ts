import { type SQL, sql } from "drizzle-orm";
import type { BareTemperatureUnit, Placement, UnitSource } from "../../schema/vocabulary.ts";
import { type Db, devicesLock, underLock } from "../kernel/db.queries.ts";
import { logFrom, movedFrom } from "../people/activity.queries.ts";
import type { ActivityEntry } from "../people/activity.ts";
import { type DeviceJson, devicesJson, homeDevice } from "./devices.queries.ts";
import { eachSensor } from "./home-device.ts";

const TEMPERATURE = sql`sensor.kind = 'temperature' and sensor.unit in ('°F', '°C')`;

/** Sensors whose unit may be corrected. Without a stored source, only °F: the sender may have stated °C. */
const IS_BARE = sql`(sensor.unit_source in ('assumed', 'siblings', 'settled') or (sensor.unit_source is null and sensor.unit = '°F'))`;

/** Undefined fields keep their value. A placement of null returns to the guess from names and readings. */
export type SensorEdit = {
  id: string;
  label?: string | undefined;
  visible?: boolean | undefined;
  placement?: Placement | null | undefined;
};

type SensorsEdited = { ok: true; updated: number } | { ok: false; missing: string };

/** Edits sensors, all or none: if one id isn't the home's, nothing changes. */
export async function editSensors(db: Db, entry: ActivityEntry, edits: SensorEdit[]): Promise<SensorsEdited> {
  const { householdId } = entry;
  const row = await underLock<{ missing: string | null; updated: number }>(
    db,
    devicesLock({ householdId, sensorIds: edits.map(({ id }) => id) }),
    sql`
      with edit as (
        select value->>'id' as id, value->>'label' as label, (value->>'visible')::boolean as visible,
          value ? 'placement' as is_placed, value->>'placement' as placement, ordinal
        from jsonb_array_elements(${JSON.stringify(edits)}::jsonb) with ordinality as t (value, ordinal)),
      own as (
        select sensor.id from sensors sensor join devices device on device.id = sensor.device_id
        where device.household_id = ${householdId} and sensor.id in (select id from edit)),
      missing as (
        select edit.id from edit where edit.id not in (select id from own) order by ordinal limit 1),
      before as (select * from sensors where id in (select id from own)),
      changed as (
        update sensors sensor
        set label = coalesce(edit.label, sensor.label), visible = coalesce(edit.visible, sensor.visible),
          placement = case when edit.is_placed then edit.placement else sensor.placement end
        from edit where sensor.id = edit.id and not exists (select from missing)
        returning sensor.*),
      moved as (${movedFrom("changed")}),
      act as (select 1 from moved limit 1),
      logged as (${logFrom("act", entry)})
      select (select id from missing) as missing, (select count(*)::integer from changed) as updated`,
  );
  const { missing = null, updated = 0 } = row ?? {};
  return missing === null ? { ok: true, updated } : { ok: false, missing };
}

type SensorChoice = {
  householdId: string;
  /** Empty chooses all sensors. */
  sensorIds: string[];
  deviceId: string | null;
  key: string | null;
};

/** Finds the home's sensors that a query for readings selects; null if the home has no such device. */
export async function chooseSensors(db: Db, { householdId, sensorIds, deviceId, key }: SensorChoice) {
  const sensors = sql`(${sensorIds.length === 0} or sensor.id in (
      select jsonb_array_elements_text(${JSON.stringify(sensorIds)}::jsonb)))
    and sensor.key = coalesce(${key}, sensor.key)`;
  const [home] = await db.query<{ devices: DeviceJson[] }>(sql`
    select ${devicesJson(sql`device.id = coalesce(${deviceId}, device.id)`, { sensors })} as devices
    from households home where home.id = ${householdId}`);
  const devices = (home?.devices ?? []).map(homeDevice);
  return deviceId !== null && devices.length === 0 ? null : eachSensor(devices);
}

/** One sensor together with its device's sensors of unknown unit, or all bare temperatures of a device. */
type BareSensors = { householdId: string } & ({ sensorId: string } | { deviceId: string });

const chosen = (which: BareSensors): SQL =>
  "sensorId" in which
    ? sql`(sensor.id = ${which.sensorId} or sensor.unit_source in ('assumed', 'siblings'))`
    : sql`true`;

const deviceOf = (which: BareSensors): SQL =>
  "sensorId" in which
    ? sql`device.id = (select device_id from sensors where id = ${which.sensorId})`
    : sql`device.id = ${which.deviceId}`;

/** Returns the source of the named sensor's unit; null if the home has no such temperature sensor or device. */
export async function findUnitSource(db: Db, which: BareSensors) {
  const named = "sensorId" in which ? which.sensorId : null;
  const [row] = await db.query<{ source: UnitSource | null }>(sql`
    select (select coalesce(sensor.unit_source, case sensor.unit when '°C' then 'sender' end) from sensors sensor
        where sensor.id = ${named}) as source
    from devices device where device.household_id = ${which.householdId} and ${deviceOf(which)}
      and (${named === null} or exists (
        select from sensors sensor where sensor.id = ${named} and ${TEMPERATURE}))`);
  return row ?? null;
}

/**
 * Sets the unit of bare temperatures (sent without a unit). This also applies to their history: values are stored as
 * sent, and only the sensor's unit gives them a meaning. Forgets what was learned under another unit. Returns how many
 * sensors changed; of two concurrent calls, the second changes nothing.
 */
export async function settleUnits(
  db: Db,
  which: BareSensors,
  unit: BareTemperatureUnit,
  entry: ActivityEntry,
): Promise<number> {
  const { householdId } = which;
  const lock = devicesLock(
    "sensorId" in which
      ? { householdId, sensorIds: [which.sensorId] }
      : { householdId, deviceIds: [which.deviceId] },
  );
  const statement = sql`
  with settled as (
    update sensors sensor set
      unit = ${unit}, unit_source = 'settled',
      placement_guess = case when sensor.unit = ${unit} then sensor.placement_guess end,
      week_floor = case when sensor.unit = ${unit} then sensor.week_floor end,
      week_floor_at = case when sensor.unit = ${unit} then sensor.week_floor_at end
    from devices device
    where device.household_id = ${which.householdId} and ${deviceOf(which)} and sensor.device_id = device.id
      and ${TEMPERATURE} and ${IS_BARE} and ${chosen(which)}
      and (sensor.unit, sensor.unit_source) is distinct from (${unit}, 'settled')
    returning sensor.id),
  act as (select 1 from settled limit 1),
  logged as (${logFrom("act", entry)})
  select count(*)::integer as settled from settled`;
  const row = await underLock<{ settled: number }>(db, lock, statement);
  return row?.settled ?? 0;
}
