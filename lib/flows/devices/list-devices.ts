import { LIMITS } from "../../../schema/limits.ts";
import type { DeviceList } from "../../../schema/wire/devices.ts";
import type { PageQuery } from "../../../schema/wire/paging.ts";
import { pageOf, placeOf } from "../../domain/cursor.ts";
import { type ShownDevice, shownDevice } from "../../domain/devices/shown-device.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import type { Clock } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { findDevice, listDevicePage } from "../../store/devices.ts";

export type DevicePage = DeviceList;

export type ListDevices = PageQuery;

export async function listDevices(
  ports: { db: Db; clock: Clock },
  householdId: string,
  { cursor, limit = LIMITS.pageDefault }: ListDevices,
): Promise<Outcome<DevicePage>> {
  const after = cursor === undefined ? null : placeOf(cursor);
  if (cursor !== undefined && after === null) return refuse("bad_cursor");
  const rows = await listDevicePage(ports.db, { householdId, after, limit: limit + 1 });
  const { page, nextCursor } = pageOf(rows, limit, ({ place }) => place);
  const now = ports.clock();
  return done({ devices: page.map(({ device }) => shownDevice(device, now)), next_cursor: nextCursor });
}

export async function showDevice(
  ports: { db: Db; clock: Clock },
  householdId: string,
  deviceId: string,
): Promise<Outcome<{ device: ShownDevice }>> {
  const device = await findDevice(ports.db, householdId, deviceId);
  return device === null ? refuse("not_found") : done({ device: shownDevice(device, ports.clock()) });
}
