import type { Acting } from "../../domain/acting.ts";
import type { EndReason } from "../../domain/alerts/end-owned.ts";
import { type ShownDevice, shownDevice } from "../../domain/devices/shown-device.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import type { Owners } from "../../store/alerts/owned.ts";
import { type DeviceEdit, editDevice } from "../../store/device-changes.ts";
import { findDevice } from "../../store/devices.ts";
import { type EndPorts, endWithOwner } from "../alerts/end-with-owner.ts";
import { settleUnit } from "../sensors/settle-unit.ts";

/**
 * Switching a device off or moving it to another space ends its alerts: what they say is no longer so. A unit for its bare
 * temperatures holds for what they have said so far, too.
 */
export async function changeDevice(
  ports: EndPorts,
  { householdId, actor }: Acting,
  deviceId: string,
  edit: DeviceEdit,
): Promise<Outcome<{ device: ShownDevice }>> {
  if (edit.flatTemperatureUnit !== undefined) {
    // Mended first: where the device is not there, nothing is.
    const unit = `°${edit.flatTemperatureUnit}` as const;
    const settled = await settleUnit(ports, { householdId, actor }, { deviceId }, unit);
    if (!settled.ok) return settled;
  }
  const ending = await whatEnds(ports, householdId, deviceId, edit);
  const owners: Owners = { householdId, deviceIds: ending === null ? [] : [deviceId], keeps: [] };
  if (ending === "moved") owners.keeps = ["outage"];
  const said = Object.entries(edit).filter(
    (field): field is [string, string | boolean | null] => field[1] !== undefined,
  );
  const edited = await endWithOwner(ports, owners, ending ?? "disabled", async (ends) => {
    const act = { householdId, at: ends.now, actor, subject: deviceId, details: Object.fromEntries(said) };
    const changed = await editDevice(
      ports.db,
      { deviceId, entry: { ...act, action: "device_changed" } },
      edit,
      ends,
    );
    return changed.outcome === "open" ? changed : { outcome: "done", value: { device: changed.value } };
  });
  if (edited === null) return refuse("changed_meanwhile");
  const { device } = edited;
  return device === null ? refuse("not_found") : done({ device: shownDevice(device, ports.clock()) });
}

/** Null where its alerts go on. A device that stays silent does so wherever it is. */
async function whatEnds(
  { db }: EndPorts,
  householdId: string,
  deviceId: string,
  { enabled, space }: DeviceEdit,
): Promise<EndReason | null> {
  if (enabled === false) return "disabled";
  if (space === undefined) return null;
  const device = await findDevice(db, householdId, deviceId);
  return device === null || device.space === space ? null : "moved";
}
