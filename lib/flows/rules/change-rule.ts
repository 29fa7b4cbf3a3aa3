import { LIMITS } from "../../../schema/limits.ts";
import type { Acting } from "../../domain/acting.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import {
  type RuleRecord,
  type RuleWish,
  ruleSettings,
  type ShownRule,
  shownRule,
} from "../../domain/rules/rule-settings.ts";
import { editRule } from "../../store/alerts/rule-changes.ts";
import { findRule } from "../../store/alerts/rules.ts";
import type { JudgePorts } from "../alerts/commit-judgement.ts";
import { closeRule } from "./close-rule.ts";

/**
 * A limit that has moved counts from the next reading on; a rule that is switched off ends its episode now.
 */
export async function changeRule(
  ports: JudgePorts,
  acting: Acting,
  ruleId: string,
  wish: RuleWish,
): Promise<Outcome<{ rule: ShownRule }>> {
  const changed = await commitEdit(ports, acting, ruleId, wish);
  if (!changed.ok) return changed;
  if (!changed.value.settings.enabled) await closeRule(ports, acting.householdId, ruleId);
  return done({ rule: shownRule(changed.value) });
}

/** Two that change different fields at once both get what they want: the second looks again. */
async function commitEdit(
  { db, clock }: JudgePorts,
  { householdId, actor }: Acting,
  ruleId: string,
  wish: RuleWish,
): Promise<Outcome<RuleRecord>> {
  for (let attempt = 0; attempt < LIMITS.ruleChangeAttemptsMax; attempt += 1) {
    const found = await findRule(db, householdId, ruleId);
    if (found === null) return refuse("not_found");
    const { rule, sensor } = found;
    const settings = ruleSettings(rule.settings, wish, sensor ?? rule.settings.limit);
    if (!settings.ok) return settings;
    const { name, enabled } = settings.value;
    const act = { householdId, at: clock(), actor, subject: ruleId, details: { name, enabled } };
    const entry = { ...act, action: "rule_changed" as const };
    const edited = await editRule(db, { rule, settings: settings.value, entry });
    if (edited !== null) return done(edited);
  }
  return refuse("changed_meanwhile");
}
