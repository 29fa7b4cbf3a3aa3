import { sql } from "drizzle-orm";
import type { ActivityEntry } from "../../domain/activity.ts";
import type { Overrides } from "../../domain/alerts/settings.ts";
import type { Db } from "../db.ts";
import { changeLogged } from "../logged-change.ts";

export async function findHomeAlertSettings(db: Db, householdId: string): Promise<Overrides | null> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ alert_settings: Overrides }>(sql`
      select alert_settings from households where id = ${householdId}`),
  );
  return rows[0]?.alert_settings ?? null;
}

/** False where the home is gone. */
export async function saveHomeAlertSettings(
  db: Db,
  settings: Overrides,
  entry: ActivityEntry,
): Promise<boolean> {
  const update = sql`
    update households set alert_settings = ${JSON.stringify(settings)}::jsonb
    where id = ${entry.householdId} returning id`;
  return await changeLogged(db, update, entry);
}

/** False where the household has not got the sensor. */
export async function saveSensorAlertSettings(
  db: Db,
  sensorId: string,
  settings: Overrides,
  entry: ActivityEntry,
): Promise<boolean> {
  const update = sql`
    update sensors sensor set alert_settings = ${JSON.stringify(settings)}::jsonb
    from devices device
    where sensor.id = ${sensorId} and device.id = sensor.device_id and device.household_id = ${entry.householdId}
    returning sensor.id`;
  return await changeLogged(db, update, entry);
}
