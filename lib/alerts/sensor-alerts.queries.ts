import { and, desc, eq } from "drizzle-orm";
import { LIMITS } from "../../schema/limits.ts";
import { alerts } from "../../schema/tables/alert.ts";
import type { Db } from "../kernel/db.queries.ts";
import { ALERT } from "./list.queries.ts";
import type { AlertRecord } from "./shown-alert.ts";

/** The last episodes about one sensor, newest first. */
export async function listSensorAlerts(
  db: Db,
  { householdId, sensorId }: { householdId: string; sensorId: string },
): Promise<AlertRecord[]> {
  return await db("repeatable", (queries) =>
    queries
      .select(ALERT)
      .from(alerts)
      .where(and(eq(alerts.householdId, householdId), eq(alerts.sensorId, sensorId)))
      .orderBy(desc(alerts.openedAt), desc(alerts.id))
      .limit(LIMITS.sensorPageAlertsMax),
  );
}
