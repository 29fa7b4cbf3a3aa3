import type { AlertRecord } from "../../domain/alerts/shown-alert.ts";
import type { ChartRange } from "../../domain/home-page/chart-series.ts";
import type { PageHome } from "../../domain/home-page/page-home.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import type { Clock } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { findHomePage } from "../../store/home-page.ts";
import { listSensorAlerts } from "../../store/sensor-alerts.ts";
import { chartOf } from "./chart-points.ts";
import { type SensorPage, sensorOf } from "./show-family-sensor.ts";

export type OwnSensorPage = SensorPage<PageHome> & { alerts: AlertRecord[] };

/** One sensor with its past and its alerts. */
export async function showSensorPage(
  { db, clock }: { db: Db; clock: Clock },
  { householdId, sensorId, range }: { householdId: string; sensorId: string; range: ChartRange },
): Promise<Outcome<OwnSensorPage>> {
  const now = clock();
  const home = await findHomePage(db, householdId, now);
  const found = home === null ? null : sensorOf(home.devices, sensorId);
  if (home === null || found === null) return refuse("not_found");
  const [chart, alerts] = await Promise.all([
    chartOf(db, { ...found, range, now }),
    listSensorAlerts(db, { householdId, sensorId }),
  ]);
  return done({ home, ...found, chart, alerts, now });
}
