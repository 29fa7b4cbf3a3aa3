import { ESCALATION_GROUPS } from "../../../schema/vocabulary.ts";
import type { AlertSettingsAnswer } from "../../../schema/wire/alert-settings.ts";
import type { Escalation, EscalationChange } from "../../../schema/wire/escalation.ts";
import { done, type Outcome, refuse, refuseField } from "../../kernel/outcome.ts";
import type { CoreServices } from "../../kernel/services.actions.ts";
import type { Acting } from "../../people/activity.ts";
import { endUnspoken } from "../commit-judgement.actions.ts";
import { DEFAULT_ESCALATION, type EscalationStep } from "../escalation.ts";
import {
  findEscalation,
  findLayers,
  findReachable,
  saveAlertSettings,
  saveEscalation,
} from "./settings.queries.ts";
import { judgeSettings, overridesOf, type ShownOverrides, shownSettings } from "./settings.ts";

/**
 * Of the home, or of one of its sensors. Replaces what was set before. Counts from the next judgement on; what it switches
 * off ends with it.
 */
export async function changeAlertSettings(
  services: CoreServices,
  { householdId, actor }: Acting,
  sensorId: string | null,
  wishes: ShownOverrides,
): Promise<Outcome<AlertSettingsAnswer>> {
  const layers = await findLayers(services.db, householdId, sensorId);
  if (layers === null) return refuse("not_found");
  const settings = overridesOf(wishes);
  const judged = judgeSettings([...layers.slice(0, -1), settings]);
  if (!judged.ok) return judged;
  const subject = sensorId ?? householdId;
  const action = "alert_settings_changed" as const;
  const details = { kinds: Object.keys(wishes).join(", ") };
  const entry = { householdId, at: services.clock(), actor, subject, action, details };
  if (!(await saveAlertSettings(services.db, { sensorId, settings }, entry))) return refuse("not_found");
  // A reading of before may still open one by the old settings: that makes the home due, and the next tick ends it.
  await endUnspoken(services, householdId);
  return judged;
}

export async function showAlertSettings(
  { db }: CoreServices,
  householdId: string,
  sensorId: string | null,
): Promise<Outcome<AlertSettingsAnswer>> {
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

/** What a home does until somebody has an urgent alert. */
export async function showEscalation(
  { db }: CoreServices,
  householdId: string,
): Promise<Outcome<Escalation>> {
  return done(shown(await findEscalation(db, householdId)));
}

/** Replaces the steps; alerts whose escalation is under way keep theirs. */
export async function changeEscalation(
  { db, clock }: CoreServices,
  { householdId, actor }: Acting,
  { steps: wished }: EscalationChange,
): Promise<Outcome<Escalation>> {
  const steps = wished?.map(({ whom, channels, after_minutes }) => ({
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
  const entry = {
    householdId,
    at: clock(),
    actor,
    action: "escalation_changed",
    subject: householdId,
    details: { steps: steps?.length ?? null },
  } as const;
  await saveEscalation(db, steps ?? null, entry);
  return done(shown(steps ?? null));
}
