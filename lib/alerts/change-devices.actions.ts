import type { BareTemperatureUnit } from "../../schema/vocabulary.ts";
import type { DeviceChange, SensorAnswer } from "../../schema/wire/devices.ts";
import { shownDevice } from "../devices/device.ts";
import { editDevice, removeDevice } from "../devices/device-changes.queries.ts";
import { changeSensors, showSensor } from "../devices/devices.actions.ts";
import { findUnitSource, type SensorEdit, settleUnits } from "../devices/sensors.queries.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import type { CoreServices } from "../kernel/services.actions.ts";
import { type Acting, entryBy } from "../people/activity.ts";
import { endUnspoken } from "./reconcile.actions.ts";

/** Deletes a device with all its readings, and a pull device's feed. Ends the device's alerts. */
export async function deleteDevice(services: CoreServices, acting: Acting, deviceId: string) {
  const entry = entryBy(acting, services.clock(), "device_deleted", deviceId);
  if (!(await removeDevice(services.db, entry))) return refuse("not_found");
  await endUnspoken(services, acting.householdId);
  return done({ ok: true });
}

/** Changes a device. Disabling it ends its alerts. A unit for its bare temperatures also applies to past readings. */
export async function changeDevice(services: CoreServices, acting: Acting, id: string, edit: DeviceChange) {
  if (edit.flat_temperature_unit !== undefined) {
    // Settled first: if the device doesn't exist, nothing is changed.
    const unit = `°${edit.flat_temperature_unit}` as const;
    const settled = await settleUnit(services, acting, { deviceId: id }, unit);
    if (!settled.ok) return settled;
  }
  const said = Object.entries(edit).filter(
    (field): field is [string, string | boolean | null] => field[1] !== undefined,
  );
  const now = services.clock();
  const entry = entryBy(acting, now, "device_changed", id, Object.fromEntries(said));
  const device = await editDevice(services.db, entry, edit);
  if (device === null) return refuse("not_found");
  if (edit.enabled === false) await endUnspoken(services, acting.householdId);
  return done({ device: shownDevice(device, now) });
}

/**
 * Answers "Is Study at 21 °F or 21 °C?": corrects the sensor's unit, including the readings so far, and ends the
 * alerts that came of the wrong one. A sender has one scale, so the answer applies to every sensor of the device
 * with the same question; an answer for a device applies to all its bare temperatures. A room that is really cold
 * is evaluated again at once.
 */
export async function settleUnit(
  services: CoreServices,
  acting: Acting,
  of: { sensorId: string } | { deviceId: string },
  unit: BareTemperatureUnit,
): Promise<Outcome<{ settled: number }>> {
  const { householdId } = acting;
  const which = { householdId, ...of };
  const found = await findUnitSource(services.db, which);
  if (found === null) return refuse("sensorId" in of ? "unit_is_given" : "not_found");
  if (found.source === "sender") return refuse("unit_is_given");
  const entry = entryBy(acting, services.clock(), "sensors_changed", null, { unit });
  const settled = await settleUnits(services.db, which, unit, entry);
  if (settled > 0) await endUnspoken(services, householdId);
  return done({ settled });
}

/** Changes to one sensor: those that a bulk change allows, and the unit of its bare numbers. */
type SensorGiven = Omit<SensorEdit, "id"> & { unit?: BareTemperatureUnit | undefined };

/** Changes one sensor. */
export async function changeSensor(
  services: CoreServices,
  acting: Acting,
  id: string,
  { unit, ...change }: SensorGiven,
): Promise<Outcome<SensorAnswer>> {
  const known = await showSensor(services, acting.householdId, id);
  if (!known.ok) return known;
  if (unit !== undefined) {
    const settled = await settleUnit(services, acting, { sensorId: id }, unit);
    if (!settled.ok) return settled;
  }
  const changed = await changeSensors(services, acting, [{ id, ...change }]);
  if (changed.ok) return showSensor(services, acting.householdId, id);
  return changed.problem.name === "not_found" ? refuse("not_found") : changed;
}
