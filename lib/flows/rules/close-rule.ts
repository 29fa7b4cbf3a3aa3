import { closeEpisodeOf } from "../../domain/rules/close-episode.ts";
import { findRuleState } from "../../store/alerts/rules.ts";
import { commitJudgement, type JudgePorts } from "../alerts/commit-judgement.ts";

/**
 * Ends the open episode of a rule that is switched off, without waiting for a reading that may never come.
 */
export async function closeRule(ports: JudgePorts, householdId: string, ruleId: string): Promise<void> {
  const reload = () => findRuleState(ports.db, householdId, ruleId);
  const facts = await reload();
  if (facts === null) return;
  await commitJudgement(ports, { householdId, facts, judge: closeEpisodeOf, reload });
}
