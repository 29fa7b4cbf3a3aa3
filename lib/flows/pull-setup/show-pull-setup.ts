import { done, type Outcome } from "../../domain/outcome.ts";
import { type ShownSetup, shownSetup } from "../../domain/pull-setup/shown-setup.ts";
import type { Db } from "../../store/db.ts";
import { loadPullSetup } from "../../store/pull-setup.ts";

/** The household's feeds and probes as they are, in the order of making. */
export async function showPullSetup({ db }: { db: Db }, householdId: string): Promise<Outcome<ShownSetup>> {
  return done(shownSetup(await loadPullSetup(db, householdId), { feeds: [], probes: [] }));
}
