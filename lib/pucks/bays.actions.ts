import type { Mood } from "../../schema/vocabulary.ts";
import type { BayMood, Bay as ShownBay } from "../../schema/wire/companion.ts";
import { done, doneIf, type Outcome, refuse } from "../kernel/outcome.ts";
import type { CoreServices } from "../kernel/services.actions.ts";
import { HOUR_MS } from "../kernel/time.ts";
import type { Acting, ActingMember, Member } from "../people/items.ts";
import { findBays, type KeptBay, deleteBay as removeBay, setOverride } from "./bays.queries.ts";
import { bayMood, type MoodHome, type MoodReader } from "./mood.ts";

/** Its pucks stay registered. */
export async function deleteBay(
  { db, clock }: CoreServices,
  acting: Acting,
  bayId: string,
): Promise<Outcome<{ ok: true }>> {
  return doneIf(await removeBay(db, acting, bayId, clock()));
}

type Reader = MoodReader & Pick<Member, "householdId">;

const shownBay = (bay: KeptBay, home: MoodHome, reader: Reader, now: Date): ShownBay => ({
  ...bayMood(bay, home, reader, now),
  name: bay.name,
  space: bay.space,
  created_at: bay.createdAt.toISOString(),
});

/** Lists the bays with their moods, oldest first. */
export async function listBays({ db, clock }: CoreServices, reader: Reader): Promise<{ bays: ShownBay[] }> {
  const { bays, home } = await findBays(db, reader.householdId);
  const now = clock();
  return { bays: home === null ? [] : bays.map((bay) => shownBay(bay, home, reader, now)) };
}

/** How a bay feels now, and why. */
export async function showMood(
  { db, clock }: CoreServices,
  reader: Reader,
  bayId: string,
): Promise<Outcome<BayMood>> {
  const { bays, home } = await findBays(db, reader.householdId);
  const bay = bays.find((each) => each.bayId === bayId);
  return bay === undefined || home === null ? refuse("not_found") : done(bayMood(bay, home, reader, clock()));
}

/** `hours` null lasts until it is cleared; `mood` null clears. */
type Override = { bayId: string; mood: Mood | null; hours: number | null };

export async function overrideMood(
  services: CoreServices,
  { member, actor }: ActingMember,
  { bayId, mood, hours }: Override,
): Promise<Outcome<BayMood>> {
  const now = services.clock();
  const until = mood === null || hours === null ? null : new Date(now.getTime() + hours * HOUR_MS);
  const acting = { householdId: member.householdId, actor };
  const wasThere = await setOverride(services.db, { acting, bayId, mood, until, now });
  return wasThere ? await showMood(services, member, bayId) : refuse("not_found");
}
