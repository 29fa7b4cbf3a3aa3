import type { Acting } from "../../domain/acting.ts";
import { type ShownDevice, shownDevice } from "../../domain/devices/shown-device.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import type { Clock } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { type DeviceEdit, editDevice } from "../../store/device-changes.ts";

export async function changeDevice(
  ports: { db: Db; clock: Clock },
  { householdId, actor }: Acting,
  deviceId: string,
  edit: DeviceEdit,
): Promise<Outcome<{ device: ShownDevice }>> {
  const now = ports.clock();
  const said = Object.entries(edit).filter(
    (field): field is [string, string | boolean] => field[1] !== undefined,
  );
  const device = await editDevice(
    ports.db,
    {
      deviceId,
      entry: {
        ...{ householdId, at: now, actor, action: "device_changed", subject: deviceId },
        details: Object.fromEntries(said),
      },
    },
    edit,
  );
  return device === null ? refuse("not_found") : done({ device: shownDevice(device, now) });
}
