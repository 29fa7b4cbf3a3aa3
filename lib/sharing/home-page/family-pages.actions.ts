import type { TimelineEntry } from "../../../schema/wire/timeline.ts";
import { findAlertPage, type PageStory } from "../../alerts/alert-page.queries.ts";
import { findStory } from "../../alerts/timeline/timeline.queries.ts";
import { timelineOf } from "../../alerts/timeline/timeline.ts";
import type { CardFacts } from "../../emergency/card.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import type { Services } from "../../kernel/services.actions.ts";
import { DAY_MS } from "../../kernel/time.ts";
import { findFamilyPage, findSharedPage } from "../shared-page.queries.ts";
import { lastDayOf, type Room, roomsOf } from "./cards.ts";
import { type Chart, chartOf } from "./chart-points.actions.ts";
import type { ChartRange } from "./chart-series.ts";
import type { PageDevice, PageSensor, SharedPageHome } from "./page-home.ts";
import { type Standing, standingOf } from "./standing.ts";

/** `card` is null where the home's people keep it to themselves. */
export type FamilyPage = {
  home: SharedPageHome;
  standing: Standing;
  rooms: Room[];
  card: CardFacts | null;
  now: Date;
};

/** What a family sees through its link, in one call. */
export async function showFamilyPage(
  { db, clock }: Pick<Services, "db" | "clock">,
  token: string,
): Promise<Outcome<FamilyPage>> {
  const now = clock();
  const found = await findFamilyPage(db, token, now);
  if (found === null) return refuse("not_found");
  const { home, card } = found;
  const rooms = roomsOf(home, lastDayOf(home, found.lastDay), now);
  return done({ home, standing: standingOf(home, now), rooms, card, now });
}

export type SharedStanding = { home: SharedPageHome; standing: Standing; now: Date };

/** How the home is, in one call, for what stands on other sites. */
export async function showSharedStanding(
  { db, clock }: Pick<Services, "db" | "clock">,
  token: string,
): Promise<Outcome<SharedStanding>> {
  const now = clock();
  const home = await findSharedPage(db, token, now);
  return home === null ? refuse("not_found") : done({ home, standing: standingOf(home, now), now });
}

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
  { db, clock }: Pick<Services, "db" | "clock">,
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

export type AlertPage = PageStory & {
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
