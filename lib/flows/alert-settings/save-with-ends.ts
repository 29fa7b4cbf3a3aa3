import { LIMITS } from "../../../schema/limits.ts";
import { ID_PREFIXES } from "../../../schema/vocabulary.ts";
import { switchedOff } from "../../domain/alert-settings/switched-off.ts";
import { endOwned } from "../../domain/alerts/end-owned.ts";
import type { TickFacts } from "../../domain/alerts/tick-facts.ts";
import { newId } from "../../domain/id.ts";
import { type Outcome, refuse } from "../../domain/outcome.ts";
import type { SettingsEnds, SettingsSaved } from "../../store/alerts/alert-settings.ts";
import { findOpen, type OpenEpisodes } from "../../store/alerts/owned.ts";
import { findTickFacts } from "../../store/alerts/tick-facts.ts";
import type { EndPorts } from "../alerts/end-with-owner.ts";

/** `after`: the facts as they are once it is saved. */
export type Saving = {
  after: (facts: TickFacts) => TickFacts;
  commit: (ends: SettingsEnds) => Promise<SettingsSaved>;
};

/**
 * Saves alert settings and ends what they switch off, in one commit. An alert that moves meanwhile is looked
 * at again. A reading that came before and is still being judged may open one by the settings of before: its
 * state makes the home due, so that the next tick ends it, as the save would have done a moment later.
 */
export async function saveWithEnds<T>(
  { db, clock, random }: EndPorts,
  householdId: string,
  saved: Outcome<T>,
  { after, commit }: Saving,
): Promise<Outcome<T>> {
  for (let attempt = 0; attempt < LIMITS.judgeAttemptsMax; attempt += 1) {
    const now = clock();
    const open = await findOpen(db, householdId);
    const facts = open === null || open.episodes.length === 0 ? null : await findTickFacts(db, householdId);
    const changes = open === null || facts === null ? [] : endsOf(open, after(facts), now);
    const identified = changes.map((change) => ({ ...change, alertId: newId(ID_PREFIXES.alert, random) }));
    const outcome = await commit({ changes: identified, now });
    if (outcome !== "open") return outcome === "saved" ? saved : refuse("not_found");
  }
  return refuse("changed_meanwhile");
}

const endsOf = ({ episodes, quiet }: OpenEpisodes, facts: TickFacts, now: Date) =>
  endOwned(switchedOff(episodes, facts), quiet, "disabled", now.getTime());
