import { type SQL, sql } from "drizzle-orm";
import type { Place } from "../domain/cursor.ts";
import type { ListedDevice } from "../domain/devices/home-device.ts";
import type { Db } from "./db.ts";
import { LISTED_DEVICE_JSON, type ListedDeviceJson, listedDevice } from "./device-rows.ts";

/** A device and its place in the household's order, which is that of making. */
export type PlacedDevice = { device: ListedDevice; place: Place };

type PageRow = { id: string; created_us: string; device: ListedDeviceJson };

/** `limit` devices after a place in the order. */
export async function listDevicePage(
  db: Db,
  ask: { householdId: string; after: Place | null; limit: number },
): Promise<PlacedDevice[]> {
  const { after } = ask;
  const isAfter =
    after === null
      ? sql`true`
      : sql`(device.created_at, device.id) > ('epoch'::timestamptz + ${after.atMicroseconds}::bigint * interval '1 microsecond', ${after.id})`;
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<PageRow>(sql`
      select device.id, (extract(epoch from device.created_at) * 1000000)::bigint::text as created_us,
        ${LISTED_DEVICE_JSON} as device
      from devices device
      where device.household_id = ${ask.householdId} and ${isAfter}
      order by device.created_at, device.id
      limit ${ask.limit}`),
  );
  return rows.map((row) => ({
    device: listedDevice(row.device),
    place: { atMicroseconds: row.created_us, id: row.id },
  }));
}

/** Null alike for an unknown device and another household's. */
export const findDevice = (db: Db, householdId: string, deviceId: string): Promise<ListedDevice | null> =>
  findOne(db, householdId, sql`device.id = ${deviceId}`);

/** The device that a sensor belongs to. */
export const findDeviceOfSensor = (
  db: Db,
  householdId: string,
  sensorId: string,
): Promise<ListedDevice | null> =>
  findOne(db, householdId, sql`device.id = (select device_id from sensors where id = ${sensorId})`);

async function findOne(db: Db, householdId: string, which: SQL): Promise<ListedDevice | null> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ device: ListedDeviceJson }>(sql`
      select ${LISTED_DEVICE_JSON} as device from devices device
      where ${which} and device.household_id = ${householdId}`),
  );
  return rows[0] === undefined ? null : listedDevice(rows[0].device);
}
