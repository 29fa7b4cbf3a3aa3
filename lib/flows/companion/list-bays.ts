import { type ShownBay, shownBay } from "../../domain/mood/shown-bay.ts";
import type { Clock } from "../../ports.ts";
import { listBays as findBays } from "../../store/companion/bay-facts.ts";
import type { Db } from "../../store/db.ts";

/** Lists the bays with their moods, oldest first. */
export async function listBays(
  { db, clock }: { db: Db; clock: Clock },
  householdId: string,
): Promise<{ bays: ShownBay[] }> {
  const bays = await findBays(db, householdId);
  const now = clock();
  return { bays: bays.map((bay) => shownBay(bay, now)) };
}
