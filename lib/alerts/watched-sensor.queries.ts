import { sql } from "drizzle-orm";
import type { ContactMeaning, SensorKind } from "../../schema/vocabulary.ts";
import { LEARNED_FROST_JSON } from "../devices/devices.queries.ts";
import type { PlacedDevice, PlacedSensor } from "../devices/placement/placement.ts";
import { placementLayer, type SettingsLayers } from "../devices/placement/sensor-settings.ts";
import type { Db } from "../kernel/db.queries.ts";

/**
 * A sensor with what its alerts are judged by: its home's settings, its placement's, its device's and its
 * own.
 */
export type WatchedSensor = {
  id: string;
  deviceId: string;
  deviceNumber: number;
  position: number;
  label: string;
  kind: SensorKind;
  unit: string | null;
  isState: boolean;
  trueMeans: ContactMeaning | null;
  layers: SettingsLayers;
};

type Row = Omit<WatchedSensor, "layers"> &
  Required<PlacedSensor> & { device: PlacedDevice; layers: Omit<SettingsLayers, "placement"> };

/** Null alike for an unknown sensor and another household's. */
export async function findWatchedSensor(
  db: Db,
  householdId: string,
  sensorId: string,
): Promise<WatchedSensor | null> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ sensor: Row }>(sql`
      select json_build_object('id', sensor.id, 'deviceId', device.id, 'deviceNumber', device.number,
        'position', sensor.position, 'label', sensor.label, 'kind', sensor.kind, 'unit', sensor.unit,
        'isState', sensor.is_state, 'trueMeans', coalesce(device.contact_true_means, sensor.true_means),
        'placement', sensor.placement, 'placementGuess', sensor.placement_guess, 'weekFloor', ${LEARNED_FROST_JSON},
        'value', device.latest_values[sensor.position],
        'device', json_build_object('name', device.name, 'space', device.space), 'layers', json_build_object('household', home.alert_settings,
          'device', device.alert_settings, 'sensor', sensor.alert_settings)) as sensor
      from sensors sensor join devices device on device.id = sensor.device_id
      join households home on home.id = device.household_id
      where sensor.id = ${sensorId} and home.id = ${householdId}`),
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { device, placement, placementGuess, value, weekFloor, layers, ...sensor } = row.sensor;
  const placed = { ...sensor, placement, placementGuess, value, weekFloor };
  return { ...sensor, layers: { ...layers, placement: placementLayer(layers.household, placed, device) } };
}
