import { LIMITS } from "../../schema/limits.ts";
import { ID_PREFIXES, SECRET_TYPES } from "../../schema/vocabulary.ts";
import type { Device, DeviceList, NewDevice } from "../../schema/wire/devices.ts";
import type { PageQuery } from "../../schema/wire/text.ts";
import { pageOf, placeOf } from "../kernel/cursor.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import { newId, newSecret } from "../kernel/secret.ts";
import type { CoreServices, Services } from "../kernel/services.actions.ts";
import { secretHash } from "../kernel/statements.queries.ts";
import { MINUTE_MS } from "../kernel/time.ts";
import { type Acting, entryBy } from "../people/activity.ts";
import { shownDevice } from "./device.ts";
import { makeDevice } from "./device-changes.queries.ts";
import { findDevice, findDeviceOfSensor, listDevicePage } from "./devices.queries.ts";
import { DEVICE_LIMITS } from "./limits.ts";
import { editSensors, type SensorEdit } from "./sensors.queries.ts";

/** Creates an ingest key and its stored forms. The callout, which shows the key, expires after half an hour. */
export async function newIngestKey({ random, serverVault, keyVault }: Services, deviceId: string, now: Date) {
  const ingestKey = newSecret(SECRET_TYPES.ingestKey, random);
  const kept = {
    ingestKeyHash: await secretHash(ingestKey),
    sealedIngestKey: keyVault === null ? null : await keyVault.seal("ingest-key", deviceId, ingestKey),
    calloutIngestKey: await serverVault.seal("ingest-key-callout", deviceId, ingestKey),
    calloutUntil: new Date(now.getTime() + DEVICE_LIMITS.calloutMinutes * MINUTE_MS),
  };
  return { ingestKey, kept };
}

/** Creates a push device with its ingest key. */
export async function createDevice(services: Services, acting: Acting, { name, space }: NewDevice) {
  const now = services.clock();
  const id = newId(ID_PREFIXES.device, services.random);
  const { ingestKey, kept } = await newIngestKey(services, id, now);
  const entry = entryBy(acting, now, "device_created", id, { name, space });
  if (!(await makeDevice(services.db, { ...kept, id, name, space }, entry)))
    return refuse("too_many_devices");
  const made = await showDevice(services, acting.householdId, id);
  return made.ok ? done(withKey(services, made.value.device, ingestKey)) : made;
}

export const withKey = ({ baseUrl }: { baseUrl: string }, device: Device, ingestKey: string) => ({
  device,
  ingest_key: ingestKey,
  ingest_url: `${baseUrl}/api/ingest/${ingestKey}`,
});

export async function listDevices(
  services: CoreServices,
  householdId: string,
  { cursor, limit = LIMITS.pageDefault }: PageQuery,
): Promise<Outcome<DeviceList>> {
  const after = cursor === undefined ? null : placeOf(cursor);
  if (cursor !== undefined && after === null) return refuse("bad_cursor");
  const rows = await listDevicePage(services.db, { householdId, after, limit: limit + 1 });
  const { page, nextCursor } = pageOf(rows, limit, ({ place }) => place);
  const now = services.clock();
  return done({ devices: page.map(({ device }) => shownDevice(device, now)), next_cursor: nextCursor });
}

export async function showDevice(services: CoreServices, householdId: string, deviceId: string) {
  const device = await findDevice(services.db, householdId, deviceId);
  return device === null ? refuse("not_found") : done({ device: shownDevice(device, services.clock()) });
}

/** Returns a sensor with its latest value and the id of its device. */
export async function showSensor({ db, clock }: CoreServices, householdId: string, sensorId: string) {
  const device = await findDeviceOfSensor(db, householdId, sensorId);
  if (device === null) return refuse("not_found");
  const sensor = shownDevice(device, clock()).sensors.find(({ id }) => id === sensorId);
  return sensor === undefined ? refuse("not_found") : done({ sensor: { ...sensor, device_id: device.id } });
}

/** Edits several sensors. Changes none of them if one id isn't the home's. */
export async function changeSensors(services: CoreServices, acting: Acting, edits: SensorEdit[]) {
  const ids = edits.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) return refuse("invalid_request", `The sensor "${twice}" is named twice`);
  const entry = entryBy(acting, services.clock(), "sensors_changed", null, { sensors: edits.length });
  const edited = await editSensors(services.db, entry, edits);
  return edited.ok ? done(edited) : refuse("not_found", `The sensor "${edited.missing}" is not found`);
}
