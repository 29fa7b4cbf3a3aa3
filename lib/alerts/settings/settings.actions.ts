import { LIMITS } from "../../../schema/limits.ts";
import { ESCALATION_GROUPS, ID_PREFIXES } from "../../../schema/vocabulary.ts";
import type { AlertSettingsAnswer } from "../../../schema/wire/alert-settings.ts";
import type { Escalation, EscalationChange } from "../../../schema/wire/escalation.ts";
import type { RuleChange } from "../../../schema/wire/rules.ts";
import type { PageQuery } from "../../../schema/wire/text.ts";
import { pageOf, placeOf } from "../../kernel/cursor.ts";
import { done, type Outcome, refuse, refuseField } from "../../kernel/outcome.ts";
import { newId } from "../../kernel/secret.ts";
import type { CoreServices } from "../../kernel/services.actions.ts";
import { type Acting, entryBy } from "../../people/activity.ts";
import { DEFAULT_ESCALATION, type EscalationStep } from "../escalation.ts";
import { endUnspoken } from "../reconcile.actions.ts";
import { ALERT_LIMITS } from "../settings.ts";
import {
  addRule,
  editRule,
  findEscalation,
  findLayers,
  findReachable,
  findRule,
  findWatchedSensor,
  listRulePage,
  removeRule,
  saveAlertSettings,
  saveEscalation,
} from "./settings.queries.ts";
import {
  judgeSettings,
  newRuleSettings,
  overridesOf,
  ruleSettings,
  type ShownOverrides,
  shownRule,
  shownSettings,
} from "./settings.ts";

/**
 * Replaces the overrides of the home (`sensorId` null) or of a sensor, from the next evaluation on. Ends alerts that
 * they disable.
 */
export async function changeAlertSettings(
  services: CoreServices,
  acting: Acting,
  sensorId: string | null,
  wishes: ShownOverrides,
): Promise<Outcome<AlertSettingsAnswer>> {
  const { householdId } = acting;
  const layers = await findLayers(services.db, householdId, sensorId);
  if (layers === null) return refuse("not_found");
  const settings = overridesOf(wishes);
  const judged = judgeSettings([...layers.slice(0, -1), settings]);
  if (!judged.ok) return judged;
  const details = { kinds: Object.keys(wishes).join(", ") };
  const subject = sensorId ?? householdId;
  const entry = entryBy(acting, services.clock(), "alert_settings_changed", subject, details);
  if (!(await saveAlertSettings(services.db, { sensorId, settings }, entry))) return refuse("not_found");
  // A concurrent reading may still open an alert by the old settings: that makes the home due, and the next tick ends
  // it.
  await endUnspoken(services, householdId);
  return judged;
}

export async function showAlertSettings({ db }: CoreServices, householdId: string, sensorId: string | null) {
  const layers = await findLayers(db, householdId, sensorId);
  return layers === null ? refuse("not_found") : done(shownSettings(layers));
}

const shown = (steps: readonly EscalationStep[] | null): Escalation => ({
  steps: (steps ?? DEFAULT_ESCALATION).map(({ whom, channels, afterMinutes }) => ({
    whom,
    channels: channels === null ? null : [...channels],
    after_minutes: afterMinutes,
  })),
  is_default: steps === null,
});

/** Returns the home's escalation: who is notified next while nobody has acknowledged an urgent alert. */
export async function showEscalation({ db }: CoreServices, householdId: string) {
  return done(shown(await findEscalation(db, householdId)));
}

/** Replaces the home's escalation steps. Alerts whose escalation is under way keep the old ones. */
export async function changeEscalation({ db, clock }: CoreServices, acting: Acting, wish: EscalationChange) {
  const { householdId } = acting;
  const steps = wish.steps?.map(({ whom, channels, after_minutes }) => ({
    whom,
    channels,
    afterMinutes: after_minutes,
  }));
  const named = (steps ?? []).filter(({ whom }) => !ESCALATION_GROUPS.some((group) => group === whom));
  if (named.length > 0) {
    const reachable = await findReachable(db, householdId);
    const stranger = steps?.findIndex((step) => named.includes(step) && !reachable.has(step.whom)) ?? -1;
    if (stranger >= 0)
      return refuseField(`steps.${stranger}.whom`, "must be a group, a member or a contact of this home");
  }
  const details = { steps: steps?.length ?? null };
  await saveEscalation(
    db,
    steps ?? null,
    entryBy(acting, clock(), "escalation_changed", householdId, details),
  );
  return done(shown(steps ?? null));
}

const FULL = `Too many rules: ${ALERT_LIMITS.householdRulesMax} at most in a home`;

/** Creates a custom rule, which is evaluated from the sensor's next reading on. */
export async function createRule(services: CoreServices, acting: Acting, sensorId: string, wish: RuleChange) {
  const { db, clock, random } = services;
  const watched = await findWatchedSensor(db, acting.householdId, sensorId);
  if (watched === null) return refuse("not_found", `The sensor "${sensorId}" is not found`);
  const settings = newRuleSettings(wish, watched.sensor);
  if (!settings.ok) return settings;
  const id = newId(ID_PREFIXES.rule, random);
  const details = { name: settings.value.name, sensor_id: sensorId };
  const entry = entryBy(acting, clock(), "rule_created", id, details);
  const rule = await addRule(db, { id, sensorId, settings: settings.value, entry });
  return rule === null ? refuse("too_many", FULL) : done({ rule: shownRule(rule) });
}

/**
 * Changes a custom rule. A new limit applies from the next reading on; disabling it ends its alert now. If two
 * requests change different fields at once, both succeed: the second reads again.
 */
export async function changeRule(services: CoreServices, acting: Acting, ruleId: string, wish: RuleChange) {
  const { db, clock } = services;
  for (let attempt = 0; attempt < ALERT_LIMITS.ruleChangeAttemptsMax; attempt += 1) {
    const found = await findRule(db, acting.householdId, ruleId);
    if (found === null) return refuse("not_found");
    const { rule, sensor } = found;
    const settings = ruleSettings(rule.settings, wish, sensor ?? rule.settings.limit);
    if (!settings.ok) return settings;
    const { name, enabled } = settings.value;
    const entry = entryBy(acting, clock(), "rule_changed", ruleId, { name, enabled });
    const edited = await editRule(db, { rule, settings: settings.value, entry });
    if (edited === null) continue;
    if (!enabled) await endUnspoken(services, acting.householdId);
    return done({ rule: shownRule(edited) });
  }
  return refuse("changed_meanwhile");
}

/** Deletes a custom rule and ends its open alert. After a crash in between, the next tick ends the alert. */
export async function deleteRule(services: CoreServices, acting: Acting, ruleId: string) {
  const found = await findRule(services.db, acting.householdId, ruleId);
  if (found === null) return refuse("not_found");
  const details = { name: found.rule.settings.name, sensor_id: found.rule.sensorId };
  const entry = entryBy(acting, services.clock(), "rule_deleted", ruleId, details);
  if (!(await removeRule(services.db, entry))) return refuse("not_found");
  await endUnspoken(services, acting.householdId);
  return done({ ok: true });
}

export async function listRules(
  { db }: CoreServices,
  householdId: string,
  { cursor, limit = LIMITS.pageDefault }: PageQuery,
) {
  const after = cursor === undefined ? null : placeOf(cursor);
  if (cursor !== undefined && after === null) return refuse("bad_cursor");
  const rows = await listRulePage(db, { householdId, after, limit: limit + 1 });
  const { page, nextCursor } = pageOf(rows, limit, ({ place }) => place);
  return done({ rules: page.map(({ rule }) => shownRule(rule)), next_cursor: nextCursor });
}

export async function showRule({ db }: CoreServices, householdId: string, ruleId: string) {
  const found = await findRule(db, householdId, ruleId);
  return found === null ? refuse("not_found") : done({ rule: shownRule(found.rule) });
}
