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
import { endWithOwner } from "../alerts/commit-judgement.actions.ts";
import type { EndReason } from "../alerts/decide/decide.ts";
import type { Owners } from "../alerts/incidents.queries.ts";
import { pageOf, placeOf } from "../kernel/cursor.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import { newId, newSecret, secretHint } from "../kernel/secret.ts";
import type { CoreServices, Services } from "../kernel/services.actions.ts";
import { secretHash } from "../kernel/statements.queries.ts";
import { MINUTE_MS } from "../kernel/time.ts";
import type { Acting } from "../people/items.ts";
import { shownDevice } from "./device.ts";
import {
  type EditedDevice,
  editedDevice,
  type KeptIngestKey,
  makeDevice,
  removedDevice,
} from "./device-changes.queries.ts";
import { findDevice, listDevicePage, listedDevice } from "./devices.queries.ts";
import { DEVICE_LIMITS } from "./limits.ts";
import { settleUnit } from "./sensors.actions.ts";

/** `space` may be empty. */
/** A device's new key, and the forms in which it may be kept: the callout's is gone after half an hour. */
export async function newIngestKey(
  { random, serverVault, keyVault }: Services,
  deviceId: string,
  now: Date,
): Promise<{ ingestKey: string; kept: KeptIngestKey }> {
  const ingestKey = newSecret(SECRET_TYPES.ingestKey, random);
  const kept = {
    hash: await secretHash(ingestKey),
    hint: secretHint(ingestKey),
    sealed: keyVault === null ? null : await keyVault.seal("ingest-key", deviceId, ingestKey),
    callout: await serverVault.seal("ingest-key-callout", deviceId, ingestKey),
    calloutUntil: new Date(now.getTime() + DEVICE_LIMITS.calloutMinutes * MINUTE_MS),
  };
  return { ingestKey, kept };
}

/** A push device and its key. */
export async function createDevice(
  services: Services,
  { householdId, actor }: Acting,
  { name, space }: NewDevice,
): Promise<Outcome<DeviceWithKey>> {
  const now = services.clock();
  const id = newId(ID_PREFIXES.device, services.random);
  const { ingestKey, kept } = await newIngestKey(services, id, now);
  const device = shownDevice(
    { ...BLANK, id, name, space, createdAt: now, sensors: [], batteryDays: [], feed: null },
    now,
  );
  const made = await makeDevice(services.db, {
    id,
    householdId,
    name,
    space,
    key: kept,
    now,
    entry: { householdId, at: now, actor, action: "device_created", subject: id, details: { name, space } },
  });
  return made ? done(withKey(services, device, ingestKey)) : refuse("too_many_devices");
}

const BLANK = {
  // It is shown without what is kept of it.
  number: 0,
  alertSettings: {},
  type: "push",
  enabled: true,
  contactTrueMeans: null,
  flatTemperatureUnit: "F",
  batteryPct: null,
  rssi: null,
  lastSeenAt: null,
  usualIntervalMs: null,
  clockOffsetSeconds: null,
} as const;

export const withKey = (
  { baseUrl }: { baseUrl: string },
  device: Device,
  ingestKey: string,
): DeviceWithKey => ({ device, ingest_key: ingestKey, ingest_url: `${baseUrl}/api/ingest/${ingestKey}` });

/** A device with everything that it ever read; its alerts end, and a pull device's feed goes with it. */
export async function deleteDevice(
  services: CoreServices,
  { householdId, actor }: Acting,
  deviceId: string,
): Promise<Outcome<{ ok: true }>> {
  const owners = { householdId, deviceIds: [deviceId], keeps: [] };
  const ended = await endWithOwner<{ removed: boolean }>(services, owners, "removed", (isEnded, at) => {
    const act = { householdId, at, actor, subject: deviceId };
    return removedDevice({ deviceId, entry: { ...act, action: "device_deleted" } }, isEnded);
  });
  if (ended === null) return refuse("changed_meanwhile");
  return ended.row?.removed ? done({ ok: true }) : refuse("not_found");
}

/**
 * Switching a device off or moving it to another space ends its alerts: what they say is no longer so. A unit for its bare
 * temperatures holds for what they have said so far, too.
 */
export async function changeDevice(
  services: CoreServices,
  { householdId, actor }: Acting,
  deviceId: string,
  edit: DeviceChange,
): Promise<Outcome<{ device: Device }>> {
  if (edit.flat_temperature_unit !== undefined) {
    // Mended first: where the device is not there, nothing is.
    const unit = `°${edit.flat_temperature_unit}` as const;
    const settled = await settleUnit(services, { householdId, actor }, { deviceId }, unit);
    if (!settled.ok) return settled;
  }
  const ending = await whatEnds(services, householdId, deviceId, edit);
  const owners: Owners = { householdId, deviceIds: ending === null ? [] : [deviceId], keeps: [] };
  if (ending === "moved") owners.keeps = ["outage"];
  const said = Object.entries(edit).filter(
    (field): field is [string, string | boolean | null] => field[1] !== undefined,
  );
  const edited = await endWithOwner<EditedDevice>(services, owners, ending ?? "disabled", (isEnded, at) => {
    const act = { householdId, at, actor, subject: deviceId, details: Object.fromEntries(said) };
    return editedDevice({ deviceId, entry: { ...act, action: "device_changed" } }, edit, isEnded);
  });
  if (edited === null) return refuse("changed_meanwhile");
  const device = edited.row?.device ?? null;
  return device === null
    ? refuse("not_found")
    : done({ device: shownDevice(listedDevice(device), services.clock()) });
}

/** Null where its alerts go on. A device that stays silent does so wherever it is. */
async function whatEnds(
  { db }: CoreServices,
  householdId: string,
  deviceId: string,
  { enabled, space }: DeviceChange,
): Promise<EndReason | null> {
  if (enabled === false) return "disabled";
  if (space === undefined) return null;
  const device = await findDevice(db, householdId, deviceId);
  return device === null || device.space === space ? null : "moved";
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
