import { bayMood, type ShownMood } from "../../domain/mood/bay-mood.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import type { Clock } from "../../ports.ts";
import { findBay } from "../../store/companion/bay-facts.ts";
import type { Db } from "../../store/db.ts";

export type BayPlace = { householdId: string; bayId: string };

/** How a bay feels now, and why. */
export async function showMood(
  { db, clock }: { db: Db; clock: Clock },
  { householdId, bayId }: BayPlace,
): Promise<Outcome<{ bay_id: string } & ShownMood>> {
  const bay = await findBay(db, householdId, bayId);
  return bay === null ? refuse("not_found") : done({ bay_id: bayId, ...bayMood(bay, clock()) });
}
