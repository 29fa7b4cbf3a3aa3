import { ID_PREFIXES } from "../../../schema/vocabulary.ts";
import type { NewDevice, DeviceWithKey as WireDeviceWithKey } from "../../../schema/wire/devices.ts";
import type { Acting } from "../../domain/acting.ts";
import { type ShownDevice, shownDevice } from "../../domain/devices/shown-device.ts";
import { newId } from "../../domain/id.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import type { Clock } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { makeDevice } from "../../store/new-device.ts";
import { type IngestKeyPorts, newIngestKey } from "./new-ingest-key.ts";

export type CreateDevicePorts = IngestKeyPorts & { db: Db; clock: Clock; baseUrl: string };

/** `space` may be empty. */
export type CreateDevice = NewDevice;

/** The only answer that holds the key. */
export type DeviceWithKey = WireDeviceWithKey;

/** A push device and its key. */
export async function createDevice(
  ports: CreateDevicePorts,
  { householdId, actor }: Acting,
  { name, space }: CreateDevice,
): Promise<Outcome<DeviceWithKey>> {
  const now = ports.clock();
  const id = newId(ID_PREFIXES.device, ports.random);
  const { ingestKey, kept } = await newIngestKey(ports, id, now);
  const device = shownDevice(
    { ...BLANK, id, name, space, createdAt: now, sensors: [], batteryDays: [], feed: null },
    now,
  );
  const made = await makeDevice(ports.db, {
    id,
    householdId,
    name,
    space,
    key: kept,
    now,
    entry: { householdId, at: now, actor, action: "device_created", subject: id, details: { name, space } },
  });
  return made ? done(withKey(ports, device, ingestKey)) : refuse("too_many_devices");
}

const BLANK = {
  type: "push",
  enabled: true,
  contactTrueMeans: null,
  batteryPct: null,
  rssi: null,
  lastSeenAt: null,
  usualIntervalMs: null,
  clockOffsetSeconds: null,
} as const;

export const withKey = (
  { baseUrl }: { baseUrl: string },
  device: ShownDevice,
  ingestKey: string,
): DeviceWithKey => ({ device, ingest_key: ingestKey, ingest_url: `${baseUrl}/api/ingest/${ingestKey}` });
