import type { Acting } from "../../domain/acting.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import { removeRule, stopRule } from "../../store/alerts/rule-changes.ts";
import { findRule } from "../../store/alerts/rules.ts";
import type { JudgePorts } from "../alerts/commit-judgement.ts";
import { closeRule } from "./close-rule.ts";

/**
 * Stops the rule, ends its episode, removes it: in this order, so that a crash in between leaves a rule that
 * is off and can be deleted again, and never an episode without one.
 */
export async function deleteRule(
  ports: JudgePorts,
  { householdId, actor }: Acting,
  ruleId: string,
): Promise<Outcome<{ ok: true }>> {
  const found = await findRule(ports.db, householdId, ruleId);
  if (found === null) return refuse("not_found");
  const now = ports.clock();
  if (!(await stopRule(ports.db, { householdId, ruleId, now }))) return refuse("not_found");
  await closeRule(ports, householdId, ruleId);
  const details = { name: found.rule.settings.name, sensor_id: found.rule.sensorId };
  const act = { householdId, at: now, actor, subject: ruleId, details };
  const isRemoved = await removeRule(ports.db, ruleId, { ...act, action: "rule_deleted" });
  return isRemoved ? done({ ok: true }) : refuse("changed_meanwhile");
}
