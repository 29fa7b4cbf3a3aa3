import type { PageDevice, PageSensor } from "../../domain/home-page/page-home.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import { DAY_MS } from "../../domain/time.ts";
import type { Clock } from "../../ports.ts";
import { type AlertStory, findAlertPage } from "../../store/alert-page.ts";
import type { Db } from "../../store/db.ts";
import { type Chart, chartOf } from "./chart-points.ts";
import { sensorOf } from "./show-family-sensor.ts";

export type AlertPage = AlertStory & {
  /** The sensor that it is about, with its last day or week; null where it is about none. */
  shown: { device: PageDevice; sensor: PageSensor; chart: Chart } | null;
  now: Date;
};

/** One alert with why it was judged so, who was told and the readings around it, in two calls. */
export async function showAlertPage(
  { db, clock }: { db: Db; clock: Clock },
  ask: { householdId: string; alertId: string },
): Promise<Outcome<AlertPage>> {
  const now = clock();
  const story = await findAlertPage(db, { ...ask, now });
  if (story === null) return refuse("not_found");
  const found = story.alert.sensorId === null ? null : sensorOf(story.home.devices, story.alert.sensorId);
  if (found === null) return done({ ...story, shown: null, now });
  const range = now.getTime() - story.alert.openedAt.getTime() < DAY_MS ? "24h" : "7d";
  return done({ ...story, shown: { ...found, chart: await chartOf(db, { ...found, range, now }) }, now });
}
