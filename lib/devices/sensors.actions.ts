import type { SensorAnswer } from "../../schema/wire/devices.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import type { CoreServices } from "../kernel/services.actions.ts";
import { entryBy } from "../people/activity.ts";
import type { Acting } from "../people/items.ts";
import { shownDevice } from "./device.ts";
import { findDeviceOfSensor } from "./devices.queries.ts";
import { editSensors, type SensorEdit } from "./sensors.queries.ts";

/** One sensor with its latest value, and the device that it belongs to. */
export async function showSensor(
  { db, clock }: CoreServices,
  householdId: string,
  sensorId: string,
): Promise<Outcome<SensorAnswer>> {
  const device = await findDeviceOfSensor(db, householdId, sensorId);
  if (device === null) return refuse("not_found");
  const sensor = shownDevice(device, clock()).sensors.find(({ id }) => id === sensorId);
  return sensor === undefined ? refuse("not_found") : done({ sensor: { ...sensor, device_id: device.id } });
}

/** All of them or, where one id is not the household's, none. */
export async function changeSensors(
  services: CoreServices,
  acting: Acting,
  edits: SensorEdit[],
): Promise<Outcome<{ ok: true; updated: number }>> {
  const ids = edits.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) return refuse("invalid_request", `The sensor "${twice}" is named twice`);
  const entry = entryBy(acting, services.clock(), "sensors_changed", null, { sensors: edits.length });
  const edited = await editSensors(services.db, entry, edits);
  return edited.ok ? done(edited) : refuse("not_found", `The sensor "${edited.missing}" is not found`);
}
