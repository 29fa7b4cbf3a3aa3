import { LIMITS } from "../../../schema/limits.ts";
import { ID_PREFIXES } from "../../../schema/vocabulary.ts";
import type { Acting } from "../../domain/acting.ts";
import { newId } from "../../domain/id.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import {
  newRuleSettings,
  type RuleWish,
  type ShownRule,
  shownRule,
} from "../../domain/rules/rule-settings.ts";
import type { Clock, Random } from "../../ports.ts";
import { addRule } from "../../store/alerts/rule-changes.ts";
import { findWatchedSensor } from "../../store/alerts/watched-sensor.ts";
import type { Db } from "../../store/db.ts";

const FULL = `Too many rules: ${LIMITS.householdRulesMax} at most in a home`;

/** Judged from the sensor's next reading on. */
export async function createRule(
  { db, clock, random }: { db: Db; clock: Clock; random: Random },
  { householdId, actor }: Acting,
  sensorId: string,
  wish: RuleWish,
): Promise<Outcome<{ rule: ShownRule }>> {
  const sensor = await findWatchedSensor(db, householdId, sensorId);
  if (sensor === null) return refuse("not_found", `The sensor "${sensorId}" is not found`);
  const settings = newRuleSettings(wish, sensor);
  if (!settings.ok) return settings;
  const id = newId(ID_PREFIXES.rule, random);
  const details = { name: settings.value.name, sensor_id: sensorId };
  const act = { householdId, at: clock(), actor, subject: id, details };
  const entry = { ...act, action: "rule_created" as const };
  const rule = await addRule(db, { id, sensorId, settings: settings.value, entry });
  return rule === null ? refuse("too_many", FULL) : done({ rule: shownRule(rule) });
}
