import type { ChartRange } from "../../domain/home-page/chart-series.ts";
import type { PageDevice, PageSensor, SharedPageHome } from "../../domain/home-page/page-home.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import type { Clock } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { findSharedPage } from "../../store/shared-page.ts";
import { type Chart, chartOf } from "./chart-points.ts";

export type SensorPage<Home = SharedPageHome> = {
  home: Home;
  device: PageDevice;
  sensor: PageSensor;
  chart: Chart;
  now: Date;
};

/**
 * One sensor's chart through a link, in two calls; a live link shows the last 24 hours, whatever is asked.
 */
export async function showFamilySensor(
  { db, clock }: { db: Db; clock: Clock },
  { token, sensorId, range }: { token: string; sensorId: string; range: ChartRange },
): Promise<Outcome<SensorPage>> {
  const now = clock();
  const home = await findSharedPage(db, token, now);
  if (home === null) return refuse("not_found");
  const found = sensorOf(home.devices, sensorId);
  if (found === null) return refuse("not_found");
  const shown = home.scope === "live" ? "24h" : range;
  return done({ home, ...found, chart: await chartOf(db, { ...found, range: shown, now }), now });
}

export function sensorOf(
  devices: readonly PageDevice[],
  sensorId: string,
): { device: PageDevice; sensor: PageSensor } | null {
  for (const device of devices) {
    const sensor = device.sensors.find(({ id }) => id === sensorId);
    if (sensor !== undefined) return { device, sensor };
  }
  return null;
}
