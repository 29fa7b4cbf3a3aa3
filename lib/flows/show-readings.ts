import type { Resolution, TemperatureUnit } from "../../schema/vocabulary.ts";
import { done, type Outcome, refuse } from "../domain/outcome.ts";
import { coarsestOf } from "../domain/readings/bucket-fields.ts";
import { type HistoryReading, historyReadings } from "../domain/share/readings.ts";
import { shareWindow } from "../domain/share/window.ts";
import type { Clock } from "../ports.ts";
import type { Db } from "../store/db.ts";
import { listReadings } from "../store/readings.ts";
import { findSharedHome } from "../store/share.ts";

export type ShowReadings = {
  token: string;
  from: Date | undefined;
  to: Date | undefined;
  /** One sensor key, or all. */
  key: string | undefined;
  limit: number;
  resolution: Resolution;
  unit: TemperatureUnit | null;
};

export type Readings = {
  name: string;
  from: string;
  to: string;
  resolution: Resolution;
  readings: HistoryReading[];
};

export async function showReadings(
  ports: { db: Db; clock: Clock },
  ask: ShowReadings,
): Promise<Outcome<Readings>> {
  const now = ports.clock();
  const home = await findSharedHome(ports.db, ask.token, now);
  if (home === null) return refuse("not_found");
  const window = shareWindow(home.scope, ask, now);
  const { limit, resolution } = ask;
  const sensors = home.sensors.filter((sensor) => ask.key === undefined || sensor.key === ask.key);
  const stored = await listReadings(ports.db, { sensors, ...window, now, limit, resolution });
  return done({
    name: home.name,
    from: window.from.toISOString(),
    to: window.to.toISOString(),
    resolution: coarsestOf(stored, resolution),
    readings: historyReadings(stored, sensors, ask.unit),
  });
}
