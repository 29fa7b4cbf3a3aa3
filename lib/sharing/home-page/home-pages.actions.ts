import type { RoomChange } from "../../../schema/wire/account/household.ts";
import type { TimelineEntry } from "../../../schema/wire/timeline.ts";
import type { AlertRecord } from "../../alerts/shown-alert.ts";
import { eachSensor, type SensorOfDevice, sensorOf } from "../../devices/home-device.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import type { CoreServices } from "../../kernel/services.actions.ts";
import { HOUR_MS, MINUTE_MS } from "../../kernel/time.ts";
import { type Acting, actBy, type Member } from "../../people/activity.ts";
import { type HomeFacts, saveRooms } from "../../people/households.queries.ts";
import { holderOf } from "../../people/sessions.actions.ts";
import { findAlertPage, type PageStory } from "../alerts/timeline.queries.ts";
import { timelineOf } from "../alerts/timeline.ts";
import { findFamilyPage, findSharedPage } from "../shared-page.queries.ts";
import { drawnDayOf, type Room, roomsOf } from "./cards.ts";
import { findHomePage, findOwnPage } from "./home-page.queries.ts";
import { type DrawnRoom, drawnRooms, movedRoom, type PageHome, settingsOf } from "./page-home.ts";
import { type Chart, chartOf } from "./show-workbench.actions.ts";
import { type ChartSpan, spanOf } from "./workbench.ts";

/** The time that an alert's chart shows before and after the alert. */
const BEFORE_MS = 6 * HOUR_MS;
const AFTER_MS = HOUR_MS;

/** Returns the page behind a share link, in one call. */
export async function showFamilyPage({ db, clock }: CoreServices, token: string) {
  const now = clock();
  const found = await findFamilyPage(db, token, now);
  if (found === null) return refuse("not_found");
  const { home, card } = found;
  const rooms = roomsOf(home, drawnDayOf(home, found.lastDay, now), now);
  return done({ home, rooms, card, now });
}

/** Returns one sensor's chart for a share link, in two calls. A `live` link always shows the last 24 hours. */
export async function showFamilySensor(
  { db, clock }: CoreServices,
  { token, sensorId, range }: { token: string; sensorId: string; range: string | undefined },
) {
  const now = clock();
  const home = await findSharedPage(db, token, now);
  if (home === null) return refuse("not_found");
  const found = sensorOf(home.devices, sensorId);
  if (found === null) return refuse("not_found");
  const span = spanOf(home.scope === "live" ? "24h" : range, now);
  return done({ home, ...found, chart: await chartOf(db, [found], span, now), now });
}

export type AlertPage = PageStory & {
  timeline: TimelineEntry[];
  /** The sensors of the alert, from before to shortly after it; null if it is about no sensor and no device. */
  chart: Chart | null;
  now: Date;
};

/** Returns an alert's page: its reasons, its timeline and the readings around it. */
export async function showAlertPage(services: CoreServices, ask: { householdId: string; alertId: string }) {
  const now = services.clock();
  const page = await findAlertPage(services.db, ask);
  if (page === null) return refuse("not_found");
  const about = sensorsAbout(page);
  const chart =
    about.length === 0 ? null : await chartOf(services.db, about, spanAround(page.alert, now), now);
  return done<AlertPage>({ ...page, timeline: timelineOf(page), chart, now });
}

/** Returns the alert's sensor or, for an alert about a device, all visible sensors of the device. */
const sensorsAbout = ({ alert, home }: PageStory): SensorOfDevice[] =>
  eachSensor(home.devices).filter(({ sensor, device }) =>
    alert.sensorId === null ? device.id === alert.deviceId && sensor.visible : sensor.id === alert.sensorId,
  );

const spanAround = ({ openedAt, closedAt }: AlertRecord, now: Date): ChartSpan => ({
  from: new Date(openedAt - BEFORE_MS),
  to: new Date(Math.min(now.getTime() + MINUTE_MS, (closedAt ?? Number.POSITIVE_INFINITY) + AFTER_MS)),
  range: null,
});

/** `home`: the facts that every page shows of the home. */
export type OpenedHomePage = {
  member: Member;
  home: HomeFacts | null;
  page: { home: PageHome; rooms: Room[]; now: Date };
};

/** Returns the signed-in member and their home's page, in one call. */
export async function openHomePage({ db, clock }: CoreServices, token: string) {
  const now = clock();
  const found = await findOwnPage(db, token, now);
  const member = holderOf(found?.session ?? null, now);
  if (found === null || !member.ok) return refuse("sign_in_first");
  const { home, facts } = found;
  const rooms = roomsOf(home, drawnDayOf(home, found.lastDay, now), now);
  return done({ member: member.value, home: facts, page: { home, rooms, now } });
}

/** Returns the rooms of a home in the order of its pages. */
export async function showRooms({ db }: CoreServices, householdId: string): Promise<Outcome<DrawnRoom[]>> {
  const home = await findHomePage(db, householdId);
  return home === null ? refuse("not_found") : done(drawnRooms(home.devices, home.rooms));
}

/** Moves a room or changes its icon. The last of two concurrent changes wins. A room that is gone isn't moved. */
export async function arrangeRoom(services: CoreServices, acting: Acting, { room, move, icon }: RoomChange) {
  const shown = await showRooms(services, acting.householdId);
  if (!shown.ok) return shown;
  const rooms = shown.value;
  const moved = move === undefined ? rooms : movedRoom(rooms, room, move);
  const next = moved.map((each) =>
    each.name === room && icon !== undefined ? { ...each, icon, isChosen: true } : each,
  );
  await saveRooms(services.db, actBy(acting, services.clock()), settingsOf(next));
  return done(next);
}
