import { type Room, roomsOf } from "../../domain/home-page/cards.ts";
import { type DeviceNote, deviceNotes } from "../../domain/home-page/device-notes.ts";
import type { PageHome } from "../../domain/home-page/page-home.ts";
import { type Standing, standingOf } from "../../domain/home-page/standing.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import type { Clock } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { findHomePage } from "../../store/home-page.ts";
import { lastDayOf } from "./last-day.ts";

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
