import { ID_PREFIXES } from "../../../schema/vocabulary.ts";
import type { Acting } from "../../domain/acting.ts";
import { type ShownDevice, shownDevice } from "../../domain/devices/shown-device.ts";
import { newId } from "../../domain/id.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import type { Clock } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { type Made, makeDevice } from "../../store/new-device.ts";
import { secretHash } from "../../store/secret-hash.ts";
import { type IngestKeyPorts, newIngestKey } from "./new-ingest-key.ts";

export type CreateDevicePorts = IngestKeyPorts & { db: Db; clock: Clock; baseUrl: string };

/** `space` may be empty; `idempotencyKey` is good for a day. */
export type CreateDevice = { name: string; space: string; idempotencyKey: string | null };

/** The only answer that holds the key. */
export type DeviceWithKey = { device: ShownDevice; ingest_key: string; ingest_url: string };

/** A push device and its key; a repeated call with the same `Idempotency-Key` gets the same two again. */
export async function createDevice(
  ports: CreateDevicePorts,
  { householdId, actor }: Acting,
  { name, space, idempotencyKey }: CreateDevice,
): Promise<Outcome<DeviceWithKey>> {
  const now = ports.clock();
  const id = newId(ID_PREFIXES.device, ports.random);
  const { ingestKey, kept } = await newIngestKey(ports, id, now);
  const device = shownDevice(
    { ...BLANK, id, name, space, createdAt: now, sensors: [], batteryDays: [], feed: null },
    now,
  );
  const made = await makeDevice(ports.db, {
    ...{ id, householdId, name, space, key: kept, now },
    receipt: await receiptOf(ports, idempotencyKey, device, ingestKey),
    entry: { householdId, at: now, actor, action: "device_created", subject: id, details: { name, space } },
  });
  if (made.outcome === "full") return refuse("too_many_devices");
  return made.outcome === "made" ? done(withKey(ports, device, ingestKey)) : repeated(ports, made);
}

const BLANK = {
  type: "push",
  enabled: true,
  contactTrueMeans: null,
  batteryPct: null,
  rssi: null,
  lastSeenAt: null,
  usualIntervalMs: null,
} as const;

export const withKey = (
  { baseUrl }: { baseUrl: string },
  device: ShownDevice,
  ingestKey: string,
): DeviceWithKey => ({ device, ingest_key: ingestKey, ingest_url: `${baseUrl}/api/ingest/${ingestKey}` });

async function receiptOf(
  { serverVault }: CreateDevicePorts,
  idempotencyKey: string | null,
  device: ShownDevice,
  ingestKey: string,
) {
  if (idempotencyKey === null) return null;
  return {
    keyHash: await secretHash(idempotencyKey),
    bodyHash: await secretHash(JSON.stringify([device.name, device.space])),
    answer: device,
    sealedSecret: await serverVault.seal("idempotent-answer", device.id, ingestKey),
  };
}

async function repeated(
  ports: CreateDevicePorts,
  known: Extract<Made, { outcome: "known" }>,
): Promise<Outcome<DeviceWithKey>> {
  if (!known.sameBody) return refuse("idempotency_mismatch");
  const device = known.answer as ShownDevice;
  const opened = await ports.serverVault.open("idempotent-answer", device.id, known.sealedSecret ?? "");
  return opened === null ? refuse("idempotent_answer_gone") : done(withKey(ports, device, opened.text));
}
