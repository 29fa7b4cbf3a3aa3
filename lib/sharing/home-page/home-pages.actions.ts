import type { RoomChange } from "../../../schema/wire/account/household.ts";
import type { AlertRecord } from "../../alerts/shown-alert.ts";
import { listSensorAlerts } from "../../alerts/timeline/timeline.queries.ts";
import { isDrillDue } from "../../emergency/drill.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import type { Services } from "../../kernel/services.actions.ts";
import type { HomeFacts } from "../../people/home-facts.queries.ts";
import { saveRooms } from "../../people/households.queries.ts";
import type { Acting, Member } from "../../people/items.ts";
import { holderOf } from "../../people/sessions.actions.ts";
import { lastDayOf, type Room, roomsOf } from "./cards.ts";
import { chartOf } from "./chart-points.actions.ts";
import type { ChartRange } from "./chart-series.ts";
import { type SensorPage, sensorOf } from "./family-pages.actions.ts";
import { findHomePage, findOwnPage } from "./home-page.queries.ts";
import type { PageHome } from "./page-home.ts";
import { type DrawnRoom, drawnRooms, movedRoom, settingsOf } from "./room-order.ts";
import { type DeviceNote, deviceNotes, type Standing, standingOf } from "./standing.ts";

export type HomePage = { home: PageHome; standing: Standing; rooms: Room[]; notes: DeviceNote[]; now: Date };
/** `home`: what every page says of it. `isDrillDue`: whether the home may be offered one. */
type OpenedHomePage = {
  member: Member;
  home: HomeFacts | null;
  page: HomePage;
  isDrillDue: boolean;
};

/** What a home's own people see, with whoever holds the session; in one call. */
export async function openHomePage(
  { db, clock }: Pick<Services, "db" | "clock">,
  token: string,
): Promise<Outcome<OpenedHomePage>> {
  const now = clock();
  const found = await findOwnPage(db, token, now);
  const member = holderOf(found?.session ?? null, now);
  if (found === null || !member.ok) return refuse("sign_in_first");
  const { home, facts, lastDrill } = found;
  const rooms = roomsOf(home, lastDayOf(home, found.lastDay), now);
  const page = { home, standing: standingOf(home, now), rooms, notes: deviceNotes(home, now), now };
  return done({ member: member.value, home: facts, page, isDrillDue: isDrillDue(lastDrill, now) });
}

export type OwnSensorPage = SensorPage<PageHome> & { alerts: AlertRecord[] };

/** One sensor with its past and its alerts. */
export async function showSensorPage(
  { db, clock }: Pick<Services, "db" | "clock">,
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

type Ports = Pick<Services, "db" | "clock">;

/** The rooms of a home as its pages draw them, in their order. */
export async function showRooms({ db, clock }: Ports, householdId: string): Promise<Outcome<DrawnRoom[]>> {
  const home = await findHomePage(db, householdId, clock());
  return home === null ? refuse("not_found") : done(drawnRooms(home.devices, home.rooms));
}

/**
 * Moves a room or draws it otherwise. Of two changes at once the last one counts, and a room that has gone
 * meanwhile is none to move.
 */
export async function arrangeRoom(
  ports: Ports,
  { householdId, actor }: Acting,
  { room, move, by, icon }: RoomChange,
): Promise<Outcome<DrawnRoom[]>> {
  const shown = await showRooms(ports, householdId);
  if (!shown.ok) return shown;
  const rooms = shown.value;
  const places = by ?? (move === undefined ? 0 : move === "up" ? -1 : 1);
  const moved = movedRoom(rooms, room, places);
  const next = moved.map((each) =>
    each.name === room && icon !== undefined ? { ...each, icon, isChosen: true } : each,
  );
  await saveRooms(ports.db, { householdId, actor, now: ports.clock() }, settingsOf(next));
  return done(next);
}
