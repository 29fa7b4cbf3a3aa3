import { type SQL, sql } from "drizzle-orm";
import type { ActivityEntry } from "../../domain/activity.ts";
import type { Overrides } from "../../domain/alerts/settings.ts";
import { logFrom, movedFrom } from "../activity.ts";
import type { Db } from "../db.ts";

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
  const own = sql`id = ${entry.householdId}`;
  const to = sql`${JSON.stringify(settings)}::jsonb`;
  const update = sql`update households set alert_settings = ${to} where ${own} returning id, alert_settings`;
  return await saveLogged(
    db,
    { update, before: sql`select id, alert_settings from households where ${own}` },
    entry,
  );
}

/** False where the household has not got the sensor. */
export async function saveSensorAlertSettings(
  db: Db,
  sensorId: string,
  settings: Overrides,
  entry: ActivityEntry,
): Promise<boolean> {
  const own = sql`sensor.id = ${sensorId} and device.id = sensor.device_id
    and device.household_id = ${entry.householdId}`;
  const update = sql`
    update sensors sensor set alert_settings = ${JSON.stringify(settings)}::jsonb from devices device
    where ${own} returning sensor.id, sensor.alert_settings`;
  const before = sql`select sensor.id, sensor.alert_settings from sensors sensor, devices device where ${own}`;
  return await saveLogged(db, { update, before }, entry);
}

/** Whether there is such a row; logged where the settings are others than `before`. */
async function saveLogged(
  db: Db,
  { update, before }: { update: SQL; before: SQL },
  entry: ActivityEntry,
): Promise<boolean> {
  const { rows } = await db("once", (queries) =>
    queries.execute(sql`
      with before as (${before}), changed as (${update}), ${movedFrom("changed")},
      logged as (${logFrom("moved", entry)})
      select id from changed`),
  );
  return rows.length > 0;
}
