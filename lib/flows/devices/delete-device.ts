import type { Acting } from "../../domain/acting.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import type { Clock } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { removeDevice } from "../../store/device-changes.ts";

/** A device with everything that it ever read; a pull device's feed goes with it. */
export async function deleteDevice(
  ports: { db: Db; clock: Clock },
  { householdId, actor }: Acting,
  deviceId: string,
): Promise<Outcome<{ ok: true }>> {
  const entry = {
    householdId,
    at: ports.clock(),
    actor,
    action: "device_deleted",
    subject: deviceId,
  } as const;
  const removed = await removeDevice(ports.db, { deviceId, entry });
  return removed ? done({ ok: true }) : refuse("not_found");
}
