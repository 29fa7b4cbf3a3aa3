import type { Acting } from "../../domain/acting.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import { removeDevice } from "../../store/device-changes.ts";
import { type EndPorts, endWithOwner } from "../alerts/end-with-owner.ts";

/** A device with everything that it ever read; its alerts end, and a pull device's feed goes with it. */
export async function deleteDevice(
  ports: EndPorts,
  { householdId, actor }: Acting,
  deviceId: string,
): Promise<Outcome<{ ok: true }>> {
  const owners = { householdId, deviceIds: [deviceId], keeps: [] };
  const removed = await endWithOwner(ports, owners, "removed", (ends) => {
    const act = { householdId, at: ends.now, actor, subject: deviceId };
    return removeDevice(ports.db, { deviceId, entry: { ...act, action: "device_deleted" } }, ends);
  });
  if (removed === null) return refuse("changed_meanwhile");
  return removed ? done({ ok: true }) : refuse("not_found");
}
