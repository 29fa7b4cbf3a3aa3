import { LIMITS } from "../../schema/limits.ts";
import { ID_PREFIXES, SECRET_TYPES } from "../../schema/vocabulary.ts";
import type {
  Device,
  DeviceChange,
  DeviceList,
  DeviceWithKey,
  NewDevice,
} from "../../schema/wire/devices.ts";
import type { PageQuery } from "../../schema/wire/paging.ts";
import { forgetStates } from "../alerts/commit-changes.queries.ts";
import { endUnspoken } from "../alerts/commit-judgement.actions.ts";
import { pageOf, placeOf } from "../kernel/cursor.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import { newId, newSecret, secretHint } from "../kernel/secret.ts";
import type { CoreServices, Services } from "../kernel/services.actions.ts";
import { secretHash } from "../kernel/statements.queries.ts";
import { MINUTE_MS } from "../kernel/time.ts";
import { entryBy } from "../people/activity.ts";
import type { Acting } from "../people/items.ts";
import { shownDevice } from "./device.ts";
import { editDevice, type KeptIngestKey, makeDevice, removeDevice } from "./device-changes.queries.ts";
import { findDevice, listDevicePage } from "./devices.queries.ts";
import { DEVICE_LIMITS } from "./limits.ts";
import { settleUnit } from "./sensors.actions.ts";

/** A device's new key, and the forms in which it may be kept: the callout's is gone after half an hour. */
export async function newIngestKey(
  { random, serverVault, keyVault }: Services,
  deviceId: string,
  now: Date,
): Promise<{ ingestKey: string; kept: KeptIngestKey }> {
  const ingestKey = newSecret(SECRET_TYPES.ingestKey, random);
  const kept = {
    ingestKeyHash: await secretHash(ingestKey),
    ingestKeyHint: secretHint(ingestKey),
    sealedIngestKey: keyVault === null ? null : await keyVault.seal("ingest-key", deviceId, ingestKey),
    calloutIngestKey: await serverVault.seal("ingest-key-callout", deviceId, ingestKey),
    calloutUntil: new Date(now.getTime() + DEVICE_LIMITS.calloutMinutes * MINUTE_MS),
  };
  return { ingestKey, kept };
}

/** A push device and its key. */
export async function createDevice(
  services: Services,
  acting: Acting,
  { name, space }: NewDevice,
): Promise<Outcome<DeviceWithKey>> {
  const now = services.clock();
  const id = newId(ID_PREFIXES.device, services.random);
  const { ingestKey, kept } = await newIngestKey(services, id, now);
  const entry = entryBy(acting, now, "device_created", id, { name, space });
  if (!(await makeDevice(services.db, { ...kept, id, name, space }, entry)))
    return refuse("too_many_devices");
  const made = await showDevice(services, acting.householdId, id);
  return made.ok ? done(withKey(services, made.value.device, ingestKey)) : made;
}

export const withKey = (
  { baseUrl }: { baseUrl: string },
  device: Device,
  ingestKey: string,
): DeviceWithKey => ({ device, ingest_key: ingestKey, ingest_url: `${baseUrl}/api/ingest/${ingestKey}` });

/** A device with everything that it ever read; its alerts end, and a pull device's feed goes with it. */
export async function deleteDevice(
  services: CoreServices,
  acting: Acting,
  deviceId: string,
): Promise<Outcome<{ ok: true }>> {
  const { householdId } = acting;
  const entry = entryBy(acting, services.clock(), "device_deleted", deviceId);
  const subjects = await removeDevice(services.db, entry);
  if (subjects === null) return refuse("not_found");
  await endUnspoken(services, householdId);
  await forgetStates(services.db, householdId, subjects);
  return done({ ok: true });
}

/**
 * Switching a device off ends its alerts. A unit for its bare temperatures holds for what they have said so far, too.
 */
export async function changeDevice(
  services: CoreServices,
  acting: Acting,
  deviceId: string,
  edit: DeviceChange,
): Promise<Outcome<{ device: Device }>> {
  if (edit.flat_temperature_unit !== undefined) {
    // Mended first: where the device is not there, nothing is.
    const unit = `°${edit.flat_temperature_unit}` as const;
    const settled = await settleUnit(services, acting, { deviceId }, unit);
    if (!settled.ok) return settled;
  }
  const said = Object.entries(edit).filter(
    (field): field is [string, string | boolean | null] => field[1] !== undefined,
  );
  const now = services.clock();
  const entry = entryBy(acting, now, "device_changed", deviceId, Object.fromEntries(said));
  const device = await editDevice(services.db, entry, edit);
  if (device === null) return refuse("not_found");
  if (edit.enabled === false) await endUnspoken(services, acting.householdId);
  return done({ device: shownDevice(device, now) });
}

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

export async function showDevice(
  services: CoreServices,
  householdId: string,
  deviceId: string,
): Promise<Outcome<{ device: Device }>> {
  const device = await findDevice(services.db, householdId, deviceId);
  return device === null ? refuse("not_found") : done({ device: shownDevice(device, services.clock()) });
}
