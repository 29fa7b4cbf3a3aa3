import { and, eq, sql } from "drizzle-orm";
import { devices } from "../../schema/tables/device.ts";
import type { ActivityEntry } from "../domain/activity.ts";
import { logFrom } from "./activity.ts";
import { commitWithEnds, type Ends, type WithEnds } from "./alerts/owned.ts";
import type { Db } from "./db.ts";

/** Whether the device's bare temperatures are taken for °F; null where there is no such device. */
export async function isReadAsFahrenheit(
  db: Db,
  householdId: string,
  deviceId: string,
): Promise<boolean | null> {
  const [device] = await db("repeatable", (queries) =>
    queries
      .select({ unit: devices.flatTemperatureUnit })
      .from(devices)
      .where(and(eq(devices.id, deviceId), eq(devices.householdId, householdId))),
  );
  return device === undefined ? null : device.unit === "F";
}

/**
 * Reads the device's bare temperatures as °C, those that it has sent so far included: values are stored as
 * they were sent, so that a sensor's unit alone tells what they mean. False where there is no such device.
 */
export async function readAsCelsius(
  db: Db,
  { deviceId, entry }: { deviceId: string; entry: ActivityEntry },
  ends: Ends,
): Promise<WithEnds<boolean>> {
  const [row] = await commitWithEnds<{ ended: boolean; is_there: boolean }>(
    db,
    ends,
    (isEnded) => sql`
      with device as (
        update devices set flat_temperature_unit = 'C'
        where id = ${deviceId} and household_id = ${entry.householdId} and flat_temperature_unit = 'F' and ${isEnded}
        returning id),
      relabelled as (
        update sensors set unit = '°C' from device
        where sensors.device_id = device.id and sensors.kind = 'temperature' and sensors.unit = '°F'),
      logged as (${logFrom("device", entry)})
      select ${isEnded} as ended, exists (
        select from devices where id = ${deviceId} and household_id = ${entry.householdId}) as is_there`,
  );
  return row?.ended ? { outcome: "done", value: row.is_there } : { outcome: "open" };
}
