import type { Mood } from "../../../schema/vocabulary.ts";
import type { Acting } from "../../domain/acting.ts";
import type { ShownMood } from "../../domain/mood/bay-mood.ts";
import { type Outcome, refuse } from "../../domain/outcome.ts";
import { HOUR_MS } from "../../domain/time.ts";
import type { Clock } from "../../ports.ts";
import { setOverride } from "../../store/companion/bays.ts";
import type { Db } from "../../store/db.ts";
import { showMood } from "./show-mood.ts";

/** `hours` null lasts until it is cleared; `mood` null clears. */
export type Override = { bayId: string; mood: Mood | null; hours: number | null };

export async function overrideMood(
  ports: { db: Db; clock: Clock },
  acting: Acting,
  { bayId, mood, hours }: Override,
): Promise<Outcome<{ bay_id: string } & ShownMood>> {
  const now = ports.clock();
  const until = mood === null || hours === null ? null : new Date(now.getTime() + hours * HOUR_MS);
  const wasThere = await setOverride(ports.db, { acting, bayId, mood, until, now });
  return wasThere ? await showMood(ports, { householdId: acting.householdId, bayId }) : refuse("not_found");
}
