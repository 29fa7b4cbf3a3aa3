import type { BareTemperatureUnit } from "../../schema/vocabulary.ts";
import type { SensorAnswer } from "../../schema/wire/devices.ts";
import { endUnspoken } from "../alerts/commit-judgement.actions.ts";
import { utcDayOf } from "../history/buckets.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import type { CoreServices } from "../kernel/services.actions.ts";
import { DAY_MS } from "../kernel/time.ts";
import { entryBy } from "../people/activity.ts";
import type { Acting } from "../people/items.ts";
import { shownDevice } from "./device.ts";
import { findDeviceOfSensor, noteBatteries } from "./devices.queries.ts";
import { DEVICE_LIMITS } from "./limits.ts";
import { editSensors, findUnitSource, type SensorEdit, settleUnits } from "./sensors.queries.ts";

/** A little longer than a fit goes back. */
const KEPT_DAYS = DEVICE_LIMITS.batteryFitDays + 3;

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

/** What a sensor may be given by its id: what many may, and the unit of its bare numbers. */
type SensorGiven = Omit<SensorEdit, "id"> & { unit?: BareTemperatureUnit | undefined };

/** One of them, by its id. */
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

/**
 * Keeps one battery a device and UTC day, the last of it. Yesterday's too: the day's last hour is over when
 * the first run after it begins. Page by page, each with the deletion of its own old days.
 */
export async function keepBatteries({ db, clock }: CoreServices): Promise<{ batteries: number }> {
  const nowMs = clock().getTime();
  const days = { from: utcDayOf(nowMs - DAY_MS), to: utcDayOf(nowMs) };
  const keptFrom = utcDayOf(nowMs - KEPT_DAYS * DAY_MS);
  let batteries = 0;
  for (let page = 0, after = 0; page < DEVICE_LIMITS.batteryPagesMax; page += 1) {
    const noted = await noteBatteries(db, { after, limit: DEVICE_LIMITS.batteryPageDevices, days, keptFrom });
    batteries += noted.batteries;
    if (noted.last === null) break;
    after = noted.last;
  }
  return { batteries };
}
