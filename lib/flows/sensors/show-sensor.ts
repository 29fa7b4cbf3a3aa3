import { type ShownSensor, shownDevice } from "../../domain/devices/shown-device.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import type { Clock } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { findDeviceOfSensor } from "../../store/devices.ts";

export type SensorOfDevice = ShownSensor & { device_id: string };

/** One sensor with its latest value, and the device that it belongs to. */
export async function showSensor(
  { db, clock }: { db: Db; clock: Clock },
  householdId: string,
  sensorId: string,
): Promise<Outcome<{ sensor: SensorOfDevice }>> {
  const device = await findDeviceOfSensor(db, householdId, sensorId);
  if (device === null) return refuse("not_found");
  const sensor = shownDevice(device, clock()).sensors.find(({ id }) => id === sensorId);
  return sensor === undefined ? refuse("not_found") : done({ sensor: { ...sensor, device_id: device.id } });
}
