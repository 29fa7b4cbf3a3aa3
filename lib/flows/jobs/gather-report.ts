import { cityPeriod } from "../../domain/city/city-period.ts";
import type { ReportKind } from "../../domain/cron/report-periods.ts";
import type { DigestFacts } from "../../domain/digest/facts.ts";
import {
  alertFacts,
  batteryFacts,
  forecastLow,
  homeOf,
  type ReportSpan,
  reportSpan,
  sensorFacts,
  warningOf,
} from "../../domain/digest/gather.ts";
import type { Clock, Forecast } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { findHomeFacts, type HomeFacts, type ReportHome } from "../../store/digest-facts.ts";
import { sumReadings } from "../../store/digest-sums.ts";

export type GatherPorts = { db: Db; clock: Clock; forecast: Forecast };

/** All that a report tells of a home, but for its reader's links; null for a home that is gone. */
export async function gatherReport(
  ports: GatherPorts,
  { home, kind, tick }: { home: ReportHome; kind: ReportKind; tick: Date },
): Promise<Omit<DigestFacts, "links"> | null> {
  const span = reportSpan(kind, tick.getTime(), home.timeZone);
  const { period, before } = span;
  const known = await findHomeFacts(ports.db, home.id, { fromMs: before.fromMs, toMs: period.toMs });
  if (known === null) return null;
  const nowMs = ports.clock().getTime();
  const [sensors, hours] = await Promise.all([
    sensorsOf(ports.db, home, known, span),
    home.place === null ? null : ports.forecast(home.place),
  ]);
  return {
    kind,
    period,
    periodBefore: before,
    home: homeOf(home),
    sensors,
    ...alertFacts(known.alerts, span),
    batteries: batteryFacts(known.batteries, nowMs),
    forecastLow: forecastLow(hours, nowMs),
    city: cityPeriod(known.cityDays, period),
  };
}

async function sensorsOf(
  db: Db,
  home: ReportHome,
  known: HomeFacts,
  span: ReportSpan,
): Promise<DigestFacts["sensors"]> {
  const warned = known.sensors.map((sensor) => ({ sensor, warning: warningOf(home.settings, sensor) }));
  const places = warned.map(({ sensor: { id, number, position }, warning }) => ({
    id,
    number,
    position,
    warning,
  }));
  const sums = new Map((await sumReadings(db, places, span)).map((sum) => [sum.id, sum]));
  const days = span.dayStarts.length;
  return warned.map(({ sensor, warning }) => sensorFacts(sensor, sums.get(sensor.id), { warning, days }));
}
