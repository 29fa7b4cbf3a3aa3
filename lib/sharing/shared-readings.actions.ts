import type { Resolution, TemperatureUnit } from "../../schema/vocabulary.ts";
import type { SharedLatest, SharedReadings } from "../../schema/wire/shared-home.ts";
import { sensorPlace } from "../devices/home-device.ts";
import { listReadings } from "../history/readings.queries.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import type { CoreServices } from "../kernel/services.actions.ts";
import { coarsestOf } from "../readings/api-reading.ts";
import { findSharedHome } from "./share-links.queries.ts";
import { historyReadings, latest, shareWindow, visibleSensors } from "./shared-readings.ts";

type ShowLatest = { token: string; unit: TemperatureUnit | null };

export async function showLatest(services: CoreServices, ask: ShowLatest): Promise<Outcome<SharedLatest>> {
  const now = services.clock();
  const home = await findSharedHome(services.db, ask.token, now);
  return home === null ? refuse("not_found") : done(latest(home, now, ask.unit));
}

type ShowReadings = {
  token: string;
  from: Date | undefined;
  to: Date | undefined;
  /** One sensor key, or all. */
  key: string | undefined;
  limit: number;
  resolution: Resolution;
  unit: TemperatureUnit | null;
};

export async function showReadings(
  services: CoreServices,
  ask: ShowReadings,
): Promise<Outcome<SharedReadings>> {
  const now = services.clock();
  const home = await findSharedHome(services.db, ask.token, now);
  if (home === null) return refuse("not_found");
  const window = shareWindow(home.scope, ask, now);
  const { limit, resolution } = ask;
  const sensors = visibleSensors(home).filter(
    ({ sensor }) => ask.key === undefined || sensor.key === ask.key,
  );
  const stored = await listReadings(services.db, {
    sensors: sensors.map(sensorPlace),
    ...window,
    now,
    limit,
    resolution,
  });
  return done({
    name: home.name,
    from: window.from.toISOString(),
    to: window.to.toISOString(),
    resolution: coarsestOf(stored, resolution),
    readings: historyReadings(stored, sensors, ask.unit),
  });
}
