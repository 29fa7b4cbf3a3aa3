import { commitJudgement, type JudgePorts } from "./commit-judgement.actions.ts";
import { bandsToKeep } from "./deadband/deadband.ts";
import { requestCheck, storeDeadband } from "./due-checks.queries.ts";
import { leavesToTick } from "./due-evaluation.ts";
import { findIngestFacts } from "./facts.queries.ts";
import type { IngestFacts } from "./facts.ts";
import { judgeSensors } from "./judge-sensors.ts";

/**
 * Judges what a push has just moved, before it is acknowledged, and asks for a tick where there is more to
 * find. Answers whether anything is to be told.
 */
export async function judgeIngest(ports: JudgePorts, facts: IngestFacts): Promise<boolean> {
  const sensorIds = facts.sensors.map(({ id }) => id);
  const { isToTell, hasMoved } = await commitJudgement(ports, {
    householdId: facts.household.id,
    facts,
    judge: (current, now) => judgeSensors(current, "ingest", now),
    reload: () => findIngestFacts(ports.db, facts.device.id, sensorIds),
  });
  // A state that has moved makes its home due by itself.
  if (hasMoved) return isToTell;
  if (leavesToTick(facts, ports.clock().getTime())) await requestCheck(ports.db, facts.household.id);
  else await keepDeadband(ports, facts);
  return isToTell;
}

/** Has the next posts of the same kind not be judged any more, until something changes. */
async function keepDeadband({ db, clock }: JudgePorts, facts: IngestFacts): Promise<void> {
  const { id, deadbandVersion } = facts.device;
  const bands = bandsToKeep(facts, clock().getTime());
  if (bands.length > 0 && deadbandVersion !== undefined) await storeDeadband(db, id, deadbandVersion, bands);
}
