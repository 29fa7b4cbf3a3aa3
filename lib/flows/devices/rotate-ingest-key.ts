import type { Acting } from "../../domain/acting.ts";
import { shownDevice } from "../../domain/devices/shown-device.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import { replaceIngestKey } from "../../store/device-changes.ts";
import { type CreateDevicePorts, type DeviceWithKey, withKey } from "./create-device.ts";
import { newIngestKey } from "./new-ingest-key.ts";

/** A new key for a push device; the old one is refused from now on. */
export async function rotateIngestKey(
  ports: CreateDevicePorts,
  { householdId, actor }: Acting,
  deviceId: string,
): Promise<Outcome<DeviceWithKey>> {
  const now = ports.clock();
  const { ingestKey, kept } = await newIngestKey(ports, deviceId, now);
  const entry = { householdId, at: now, actor, action: "ingest_key_rotated", subject: deviceId } as const;
  const rotated = await replaceIngestKey(ports.db, { deviceId, entry }, kept);
  switch (rotated.outcome) {
    case "rotated":
      return done(withKey(ports, shownDevice(rotated.device, now), ingestKey));
    case "not_push":
      return refuse("not_a_push_device");
    case "not_found":
      return refuse("not_found");
    default:
      return rotated satisfies never;
  }
}
