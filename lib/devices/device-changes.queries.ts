import { and, eq, sql } from "drizzle-orm";
import { devices } from "../../schema/tables/device.ts";
import type { DeviceChange } from "../../schema/wire/devices.ts";
import { historyOf } from "../history/cut.queries.ts";
import { type Db, devicesLock, underLock } from "../kernel/db.queries.ts";
import { fieldsOf, queryBuilder } from "../kernel/statements.queries.ts";
import { addLogged, changeLogged, logFrom, movedFrom } from "../people/activity.queries.ts";
import type { ActivityEntry } from "../people/activity.ts";
import { type DeviceJson, homeDevice, LISTED_DEVICE_JSON } from "./devices.queries.ts";
import { DEVICE_LIMITS } from "./limits.ts";

/**
 * Edits a device. A pull device's feed gets the same name, and is polled only while the device is enabled. Returns null
 * if the home has no such device.
 */
export async function editDevice(db: Db, entry: ActivityEntry<string>, edit: DeviceChange) {
  const isDevice = isOwn(entry);
  // The edit may be empty, but an update needs at least one column.
  const set = { name: sql`${devices.name}`, ...fieldsOf(devices, edit) };
  const statement = sql`
    with before as ${queryBuilder.select().from(devices).where(isDevice)},
    device as ${queryBuilder.update(devices).set(set).where(isDevice).returning()},
    feed as (
      update pull_feeds feed set name = device.name, enabled = device.enabled,
        updated_at = ${entry.at.toISOString()}::timestamptz
      from device where feed.device_id = device.id),
    moved as (${movedFrom("device")}),
    logged as (${logFrom("moved", entry)})
    select ${LISTED_DEVICE_JSON} as device from device`;
  const lock = devicesLock({ householdId: entry.householdId, deviceIds: [entry.subject] });
  const row = await underLock<{ device: DeviceJson }>(db, lock, statement);
  return row === undefined ? null : homeDevice(row.device);
}

const isOwn = ({ householdId, subject }: ActivityEntry<string>) =>
  and(eq(devices.id, subject), eq(devices.householdId, householdId));

/** Replaces an ingest key; the old one stops working at this commit. False if the home has no such push device. */
export async function replaceIngestKey(db: Db, entry: ActivityEntry<string>, key: KeptIngestKey) {
  const rotated = queryBuilder
    .update(devices)
    .set(key)
    .where(and(isOwn(entry), eq(devices.type, "push")))
    .returning({ id: devices.id });
  return await changeLogged(db, rotated, entry);
}

/**
 * Removes a device with its feed, probes and history. Returns false if it doesn't exist.
 * The lock comes first, so that a reading in flight is stored before history is cut, and the next one finds no device.
 */
export async function removeDevice(db: Db, entry: ActivityEntry<string>): Promise<boolean> {
  const removed = queryBuilder
    .delete(devices)
    .where(isOwn(entry))
    .returning({ id: devices.id, number: devices.number });
  // The lock waits for posts in flight, so the statement sees and removes all that they stored.
  const lock = sql`
    select 1 from devices where id = ${entry.subject} and household_id = ${entry.householdId} for update`;
  const statement = sql`
  with removed as ${removed},
  ${historyOf("removed")},
  probe as (
    delete from probes probe using pull_feeds feed, removed
    where feed.device_id = removed.id and probe.household_id = feed.household_id
      and probe.feed_id = feed.id),
  logged as (${logFrom("removed", entry)})
  select id from removed`;
  return (await underLock(db, lock, statement)) !== undefined;
}

/** The stored forms of an ingest key. `sealedIngestKey` is null if the installation has no key vault. */
export type KeptIngestKey = {
  ingestKeyHash: Uint8Array;
  sealedIngestKey: string | null;
  calloutIngestKey: string;
  calloutUntil: Date;
};

type NewDevice = KeptIngestKey & { id: string; name: string; space: string };

/** Adds a push device; returns false if the home has reached its limit. */
export const makeDevice = (db: Db, device: NewDevice, entry: ActivityEntry): Promise<boolean> =>
  addLogged(db, devices, { ...device, type: "push" }, { max: DEVICE_LIMITS.householdDevicesMax, entry });
