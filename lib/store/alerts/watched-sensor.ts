import { sql } from "drizzle-orm";
import type { SensorKind } from "../../../schema/vocabulary.ts";
import type { Overrides } from "../../domain/alerts/settings.ts";
import type { Db } from "../db.ts";

/** A sensor with what its alerts are judged by: the household's settings, its device's and its own. */
export type WatchedSensor = {
  id: string;
  deviceId: string;
  deviceNumber: number;
  position: number;
  label: string;
  kind: SensorKind;
  unit: string | null;
  isState: boolean;
  layers: { household: Overrides; device: Overrides; sensor: Overrides };
};

/** Null alike for an unknown sensor and another household's. */
export async function findWatchedSensor(
  db: Db,
  householdId: string,
  sensorId: string,
): Promise<WatchedSensor | null> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ sensor: WatchedSensor }>(sql`
      select json_build_object('id', sensor.id, 'deviceId', device.id, 'deviceNumber', device.number,
        'position', sensor.position, 'label', sensor.label, 'kind', sensor.kind, 'unit', sensor.unit,
        'isState', sensor.is_state, 'layers', json_build_object('household', home.alert_settings,
          'device', device.alert_settings, 'sensor', sensor.alert_settings)) as sensor
      from sensors sensor join devices device on device.id = sensor.device_id
      join households home on home.id = device.household_id
      where sensor.id = ${sensorId} and home.id = ${householdId}`),
  );
  return rows[0]?.sensor ?? null;
}
