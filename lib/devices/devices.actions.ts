import { LIMITS } from "../../schema/limits.ts";
import { ID_PREFIXES, SECRET_TYPES } from "../../schema/vocabulary.ts";
import type { Device, DeviceList, DeviceWithKey, NewDevice } from "../../schema/wire/devices.ts";
import type { PageQuery } from "../../schema/wire/paging.ts";
import { pageOf, placeOf } from "../kernel/cursor.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import { newId, newSecret } from "../kernel/secret.ts";
import type { CoreServices, Services } from "../kernel/services.actions.ts";
import { secretHash } from "../kernel/statements.queries.ts";
import { MINUTE_MS } from "../kernel/time.ts";
import { entryBy } from "../people/activity.ts";
import type { Acting } from "../people/items.ts";
import { shownDevice } from "./device.ts";
import { type KeptIngestKey, makeDevice } from "./device-changes.queries.ts";
import { findDevice, listDevicePage } from "./devices.queries.ts";
import { DEVICE_LIMITS } from "./limits.ts";

/** A device's new key, and the forms in which it may be kept: the callout's is gone after half an hour. */
export async function newIngestKey(
  { random, serverVault, keyVault }: Services,
  deviceId: string,
  now: Date,
): Promise<{ ingestKey: string; kept: KeptIngestKey }> {
  const ingestKey = newSecret(SECRET_TYPES.ingestKey, random);
  const kept = {
    ingestKeyHash: await secretHash(ingestKey),
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
