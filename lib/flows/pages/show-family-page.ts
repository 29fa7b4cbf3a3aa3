import { type Room, roomsOf } from "../../domain/home-page/cards.ts";
import type { SharedPageHome } from "../../domain/home-page/page-home.ts";
import { type Standing, standingOf } from "../../domain/home-page/standing.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import type { Clock } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { findSharedPage } from "../../store/shared-page.ts";
import { lastDayOf } from "./last-day.ts";

export type FamilyPage = { home: SharedPageHome; standing: Standing; rooms: Room[]; now: Date };

/** What a family sees through its link, in two calls. */
export async function showFamilyPage(
  { db, clock }: { db: Db; clock: Clock },
  token: string,
): Promise<Outcome<FamilyPage>> {
  const now = clock();
  const home = await findSharedPage(db, token, now);
  if (home === null) return refuse("not_found");
  const rooms = roomsOf(home, await lastDayOf(db, home, now), now);
  return done({ home, standing: standingOf(home, now), rooms, now });
}
