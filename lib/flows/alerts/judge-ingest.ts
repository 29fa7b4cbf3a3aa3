import type { IngestFacts } from "../../domain/alerts/facts.ts";
import { judgeSensors } from "../../domain/alerts/judge-sensors.ts";
import { findIngestFacts } from "../../store/alerts/ingest-facts.ts";
import { commitJudgement, type JudgePorts } from "./commit-judgement.ts";

/** Judges what a push has just moved, before it is acknowledged. Answers whether anything is to be told. */
export function judgeIngest(ports: JudgePorts, facts: IngestFacts): Promise<boolean> {
  const sensorIds = facts.sensors.map(({ id }) => id);
  return commitJudgement(ports, {
    householdId: facts.household.id,
    facts,
    judge: (current, now) => judgeSensors(current, "ingest", now),
    reload: () => findIngestFacts(ports.db, facts.device.id, sensorIds),
  });
}
