import type { Mood } from "../../schema/vocabulary.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import type { CoreServices } from "../kernel/services.actions.ts";
import { HOUR_MS } from "../kernel/time.ts";
import type { Acting, ActingMember, Member } from "../people/items.ts";
import {
  findBay,
  listBays as findBays,
  deleteBay as removeBay,
  setOverride,
  changeBay as storeChange,
} from "./bays.queries.ts";
import { bayMood, type ShownBay, type ShownMood, shownBay } from "./mood/bay-mood.ts";

/** Its pucks stay registered. */
export async function deleteBay(
  { db, clock }: CoreServices,
  acting: Acting,
  bayId: string,
): Promise<Outcome<{ ok: true }>> {
  return (await removeBay(db, acting, bayId, clock())) ? done({ ok: true }) : refuse("not_found");
}

/** Lists the bays with their moods, oldest first. */
export async function listBays({ db, clock }: CoreServices, reader: Member): Promise<{ bays: ShownBay[] }> {
  const bays = await findBays(db, reader.householdId);
  const now = clock();
  return { bays: bays.map((bay) => shownBay(bay, reader, now)) };
}

/** How a bay feels now, and why. */
export async function showMood(
  { db, clock }: CoreServices,
  reader: Member,
  bayId: string,
): Promise<Outcome<{ bay_id: string } & ShownMood>> {
  const bay = await findBay(db, reader.householdId, bayId);
  return bay === null ? refuse("not_found") : done({ bay_id: bayId, ...bayMood(bay, reader, clock()) });
}

/** `hours` null lasts until it is cleared; `mood` null clears. */
type Override = { bayId: string; mood: Mood | null; hours: number | null };

export async function overrideMood(
  services: CoreServices,
  { member, actor }: ActingMember,
  { bayId, mood, hours }: Override,
): Promise<Outcome<{ bay_id: string } & ShownMood>> {
  const now = services.clock();
  const until = mood === null || hours === null ? null : new Date(now.getTime() + hours * HOUR_MS);
  const acting = { householdId: member.householdId, actor };
  const wasThere = await setOverride(services.db, { acting, bayId, mood, until, now });
  return wasThere ? await showMood(services, member, bayId) : refuse("not_found");
}

/** What is undefined stays; null is the whole home, and all sensors of the space. */
type BayChange = {
  bayId: string;
  name: string | undefined;
  sensorIds: string[] | null | undefined;
  space: string | null | undefined;
};

export async function changeBay(
  { db, clock }: CoreServices,
  { member, actor }: ActingMember,
  change: BayChange,
): Promise<Outcome<{ bay: ShownBay }>> {
  const now = clock();
  const acting = { householdId: member.householdId, actor };
  const changed = await storeChange(db, { acting, ...change, now });
  if (changed.outcome === "foreign")
    return refuse("not_found", `No sensor "${changed.sensorId}" in this home`);
  const bay = changed.outcome === "unknown" ? null : await findBay(db, member.householdId, change.bayId);
  return bay === null ? refuse("not_found") : done({ bay: shownBay(bay, member, now) });
}
