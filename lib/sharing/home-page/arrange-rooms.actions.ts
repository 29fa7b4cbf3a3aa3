import type { RoomChange } from "../../../schema/wire/account/household.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import type { Services } from "../../kernel/services.actions.ts";
import { saveRooms } from "../../people/households.queries.ts";
import type { Acting } from "../../people/items.ts";
import { findHomePage } from "./home-page.queries.ts";
import { type DrawnRoom, drawnRooms, movedRoom, settingsOf } from "./room-order.ts";

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
  { room, move, icon }: RoomChange,
): Promise<Outcome<DrawnRoom[]>> {
  const shown = await showRooms(ports, householdId);
  if (!shown.ok) return shown;
  const rooms = shown.value;
  const moved = move === undefined ? rooms : movedRoom(rooms, room, move === "up" ? -1 : 1);
  const next = moved.map((each) =>
    each.name === room && icon !== undefined ? { ...each, icon, isChosen: true } : each,
  );
  await saveRooms(ports.db, { householdId, actor, now: ports.clock() }, settingsOf(next));
  return done(next);
}
