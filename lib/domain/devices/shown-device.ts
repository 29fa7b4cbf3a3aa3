import type { DeviceStatus, DeviceType, SensorKind } from "../../../schema/vocabulary.ts";
import { deviceStatus } from "../device-status.ts";
import type { HomeDevice, HomeSensor } from "./home-device.ts";

/** As the management API shows it; times are ISO 8601, UTC. */
export type ShownDevice = {
  id: string;
  name: string;
  space: string;
  type: DeviceType;
  enabled: boolean;
  battery_pct: number | null;
  rssi: number | null;
  last_seen_at: string | null;
  status: DeviceStatus;
  created_at: string;
  sensors: ShownSensor[];
};

export type ShownSensor = {
  id: string;
  key: string;
  label: string;
  kind: SensorKind;
  unit: string | null;
  visible: boolean;
  value_num: number | null;
  value_bool: boolean | null;
  recorded_at: string | null;
};

export const shownDevice = (device: HomeDevice, now: Date): ShownDevice => ({
  id: device.id,
  name: device.name,
  space: device.space,
  type: device.type,
  enabled: device.enabled,
  battery_pct: device.batteryPct,
  rssi: device.rssi,
  last_seen_at: device.lastSeenAt?.toISOString() ?? null,
  status: deviceStatus(device, now),
  created_at: device.createdAt.toISOString(),
  sensors: device.sensors.map(shownSensor),
});

const shownSensor = (sensor: HomeSensor): ShownSensor => ({
  id: sensor.id,
  key: sensor.key,
  label: sensor.label,
  kind: sensor.kind,
  unit: sensor.unit,
  visible: sensor.visible,
  value_num: sensor.value,
  value_bool: sensor.isState && sensor.value !== null ? sensor.value !== 0 : null,
  recorded_at: sensor.recordedAt?.toISOString() ?? null,
});
