import type { Acting } from "../../domain/acting.ts";
import { type ShownBay, shownBay } from "../../domain/mood/shown-bay.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import type { Clock } from "../../ports.ts";
import { findBay } from "../../store/companion/bay-facts.ts";
import { chooseSensors as storeChoice } from "../../store/companion/bays.ts";
import type { Db } from "../../store/db.ts";

/** What is undefined stays; null is the whole home, and all sensors of the space. */
export type SensorChoice = {
  bayId: string;
  sensorIds: string[] | null | undefined;
  space: string | null | undefined;
};

export async function chooseSensors(
  { db, clock }: { db: Db; clock: Clock },
  acting: Acting,
  choice: SensorChoice,
): Promise<Outcome<{ bay: ShownBay }>> {
  const now = clock();
  const chosen = await storeChoice(db, { acting, ...choice, now });
  if (chosen.outcome === "foreign") return refuse("not_found", `No sensor "${chosen.sensorId}" in this home`);
  const bay = chosen.outcome === "unknown" ? null : await findBay(db, acting.householdId, choice.bayId);
  return bay === null ? refuse("not_found") : done({ bay: shownBay(bay, now) });
}
