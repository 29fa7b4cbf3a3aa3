import { sql } from "drizzle-orm";
import { LIMITS } from "../../schema/limits.ts";
import type { AlertRecord } from "../domain/alerts/shown-alert.ts";
import { ALERT_JSON, type AlertJson, alertRecord } from "./alerts/alert-rows.ts";
import type { Db } from "./db.ts";

/** The last episodes about one sensor, newest first. */
export async function listSensorAlerts(
  db: Db,
  { householdId, sensorId }: { householdId: string; sensorId: string },
): Promise<AlertRecord[]> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ alert: AlertJson }>(sql`
      select ${ALERT_JSON} as alert from alerts alert
      where alert.household_id = ${householdId} and alert.sensor_id = ${sensorId}
      order by alert.opened_at desc, alert.id desc limit ${LIMITS.sensorPageAlertsMax}`),
  );
  return rows.map(({ alert }) => alertRecord(alert));
}
