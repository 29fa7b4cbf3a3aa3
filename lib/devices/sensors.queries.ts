import { sql } from "drizzle-orm";
import type { Placement } from "../../schema/vocabulary.ts";
import type { Db } from "../kernel/db.queries.ts";
import { devicesLock, underLock } from "../kernel/under-lock.queries.ts";
import { logFrom, movedFrom } from "../people/activity.queries.ts";
import type { ActivityEntry } from "../people/activity.ts";
import type { ReadingSensor } from "../readings/api-reading.ts";

/** What is undefined stays; a placement of null is as its name and readings suggest. */
export type SensorEdit = {
  id: string;
  label?: string | undefined;
  visible?: boolean | undefined;
  placement?: Placement | null | undefined;
};

type SensorsEdited = { ok: true; updated: number } | { ok: false; missing: string };

/** All or nothing: one id that is not the household's and nothing has changed. */
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
  /** None: all of them. */
  sensorIds: string[];
  deviceId: string | null;
  key: string | null;
};

/** The household's sensors that a query for readings means; null where it has not got the device. */
export async function chooseSensors(db: Db, choice: SensorChoice): Promise<ReadingSensor[] | null> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ has_device: boolean; sensors: ReadingSensor[] }>(sql`
      select exists (select from devices where household_id = ${choice.householdId}
          and id = coalesce(${choice.deviceId}, id)) as has_device,
        (select coalesce(json_agg(json_build_object('sensorId', sensor.id, 'key', sensor.key,
          'label', sensor.label, 'kind', sensor.kind, 'unit', sensor.unit,
          'unitAssumed', sensor.unit_source is not distinct from 'assumed', 'isState', sensor.is_state,
          'deviceNumber', device.number, 'position', sensor.position,
          'deviceId', device.id, 'deviceName', device.name, 'space', device.space)), '[]')
        from devices device join sensors sensor on sensor.device_id = device.id
        where device.household_id = ${choice.householdId} and device.id = coalesce(${choice.deviceId}, device.id)
          and (${choice.sensorIds.length === 0} or sensor.id in (
            select jsonb_array_elements_text(${JSON.stringify(choice.sensorIds)}::jsonb)))
          and sensor.key = coalesce(${choice.key}, sensor.key)) as sensors`),
  );
  const [row] = rows;
  return row === undefined || (choice.deviceId !== null && !row.has_device) ? null : row.sensors;
}
