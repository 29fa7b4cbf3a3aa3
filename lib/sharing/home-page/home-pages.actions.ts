import { listSensorAlerts } from "../../alerts/sensor-alerts.queries.ts";
import type { AlertRecord } from "../../alerts/shown-alert.ts";
import type { Db } from "../../kernel/db.queries.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import type { Clock } from "../../kernel/ports.ts";
import { type Room, roomsOf } from "./cards.ts";
import { chartOf } from "./chart-points.actions.ts";
import type { ChartRange } from "./chart-series.ts";
import { type SensorPage, sensorOf } from "./family-pages.actions.ts";
import { findHomePage } from "./home-page.queries.ts";
import { lastDayOf } from "./last-day.actions.ts";
import type { PageHome } from "./page-home.ts";
import { type DeviceNote, deviceNotes, type Standing, standingOf } from "./standing.ts";

export type HomePage = { home: PageHome; standing: Standing; rooms: Room[]; notes: DeviceNote[]; now: Date };

/** What a home's own people see, in two calls. */
export async function showHomePage(
  { db, clock }: { db: Db; clock: Clock },
  householdId: string,
): Promise<Outcome<HomePage>> {
  const now = clock();
  const home = await findHomePage(db, householdId, now);
  if (home === null) return refuse("not_found");
  const rooms = roomsOf(home, await lastDayOf(db, home, now), now);
  return done({ home, standing: standingOf(home, now), rooms, notes: deviceNotes(home, now), now });
}

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
