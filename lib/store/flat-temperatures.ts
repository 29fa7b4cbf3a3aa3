import { sql } from "drizzle-orm";
import type { ActivityEntry } from "../domain/activity.ts";
import { logFrom } from "./activity.ts";
import type { Db } from "./db.ts";

/**
 * From now on the device's bare temperatures are °C, and those that it has sent so far were: values are stored as they
 * were sent, so that a sensor's unit alone tells what they mean. False where there is no such device.
 */
export async function readAsCelsius(
  db: Db,
  { deviceId, entry }: { deviceId: string; entry: ActivityEntry },
): Promise<boolean> {
  const { rows } = await db("once", (queries) =>
    queries.execute<{ id: string }>(sql`
      with device as (
        update devices set flat_temperature_unit = 'C'
        where id = ${deviceId} and household_id = ${entry.householdId} and flat_temperature_unit = 'F'
        returning id),
      relabelled as (
        update sensors set unit = '°C' from device
        where sensors.device_id = device.id and sensors.kind = 'temperature' and sensors.unit = '°F'),
      logged as (${logFrom("device", entry)})
      select id from devices where id = ${deviceId} and household_id = ${entry.householdId}`),
  );
  return rows.length > 0;
}
