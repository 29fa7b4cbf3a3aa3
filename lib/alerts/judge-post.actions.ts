import type { CoreServices } from "../kernel/services.actions.ts";
import { requestCheck, storeDeadband } from "./commit-changes.queries.ts";
import { commitJudgement } from "./commit-judgement.actions.ts";
import { bandsToKeep } from "./deadband/deadband.ts";
import { findIngestFacts } from "./facts.queries.ts";
import type { IngestFacts } from "./facts.ts";
import { judgePost, leavesToTick } from "./judge-sensors.ts";

/**
 * Evaluates what a push has just changed, before it is acknowledged, and marks the home as due if there is more to
 * find. Returns true if something has to be notified.
 */
export async function judgeIngest(services: CoreServices, facts: IngestFacts): Promise<boolean> {
  const sensorIds = facts.sensors.map(({ id }) => id);
  const { isToTell, hasMoved } = await commitJudgement(services, {
    householdId: facts.household.id,
    facts,
    judge: judgePost,
    reload: () => findIngestFacts(services.db, facts.device.id, sensorIds),
  });
  // A trigger on states makes the home due if one has changed.
  if (hasMoved) return isToTell;
  if (leavesToTick(facts, services.clock().getTime())) await requestCheck(services.db, facts.household.id);
  else await keepDeadband(services, facts);
  return isToTell;
}

/** Stores deadbands: posts within them are not evaluated until something changes. */
async function keepDeadband({ db, clock }: CoreServices, facts: IngestFacts): Promise<void> {
  const { id, deadbandVersion } = facts.device;
  const bands = bandsToKeep(facts, clock().getTime());
  if (bands.length > 0 && deadbandVersion !== undefined) await storeDeadband(db, id, deadbandVersion, bands);
}
