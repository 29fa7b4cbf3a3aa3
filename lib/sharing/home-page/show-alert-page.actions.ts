import type { TimelineEntry } from "../../../schema/wire/timeline.ts";
import { type AlertStory, findAlertPage } from "../../alerts/alert-page.queries.ts";
import { findStory } from "../../alerts/timeline/timeline.queries.ts";
import { timelineOf } from "../../alerts/timeline/timeline.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import type { Services } from "../../kernel/services.actions.ts";
import { DAY_MS } from "../../kernel/time.ts";
import { type Chart, chartOf } from "./chart-points.actions.ts";
import { sensorOf } from "./family-pages.actions.ts";
import type { PageDevice, PageSensor } from "./page-home.ts";

export type AlertPage = AlertStory & {
  timeline: TimelineEntry[];
  /** The sensor that it is about, with its last day or week; null where it is about none. */
  shown: { device: PageDevice; sensor: PageSensor; chart: Chart } | null;
  now: Date;
};

/** One alert with why it was judged so, everything that happened and the readings around it. */
export async function showAlertPage(
  { db, clock }: Pick<Services, "db" | "clock">,
  ask: { householdId: string; alertId: string },
): Promise<Outcome<AlertPage>> {
  const now = clock();
  const [page, told] = await Promise.all([
    findAlertPage(db, { ...ask, now }),
    findStory(db, ask.householdId, ask.alertId),
  ]);
  if (page === null || told === null) return refuse("not_found");
  const story = { ...page, timeline: timelineOf(told.story) };
  const found = story.alert.sensorId === null ? null : sensorOf(story.home.devices, story.alert.sensorId);
  if (found === null) return done({ ...story, shown: null, now });
  const range = now.getTime() - story.alert.openedAt.getTime() < DAY_MS ? "24h" : "7d";
  return done({ ...story, shown: { ...found, chart: await chartOf(db, { ...found, range, now }) }, now });
}
