import { ESCALATION_GROUPS, ID_PREFIXES } from "../../../schema/vocabulary.ts";
import type { HomeAlertSettingsAnswer } from "../../../schema/wire/alert-settings.ts";
import type { Escalation, EscalationChange } from "../../../schema/wire/escalation.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import { newId } from "../../kernel/secret.ts";
import type { Services } from "../../kernel/services.actions.ts";
import type { ActivityEntry } from "../../people/activity.ts";
import type { Acting } from "../../people/items.ts";
import type { EndPorts } from "../commit-judgement.actions.ts";
import { endOwned } from "../decide/decide.ts";
import { DEFAULT_ESCALATION, type EscalationStep, escalationFault } from "../escalation.ts";
import { findTickFacts } from "../facts.queries.ts";
import type { TickFacts } from "../facts.ts";
import { findOpen, type OpenEpisodes } from "../incidents.queries.ts";
import { ALERT_LIMITS } from "../limits.ts";
import type { Overrides } from "../settings.ts";
import {
  saveHomeAlertSettings as commitHome,
  saveSensorAlertSettings as commitSensor,
  findEscalation,
  findHomeAlertSettings,
  findReachable,
  findWatchedSensor,
  type SettingsEnds,
  type SettingsSaved,
  saveEscalation,
} from "./settings.queries.ts";
import {
  homeOverridesOf,
  judgeHomeSettings,
  judgeSettings,
  overridesOf,
  type SettingsShown,
  type ShownHomeOverrides,
  type ShownOverrides,
  shownHomeSettings,
  shownSettings,
  switchedOff,
} from "./settings.ts";

/** `after`: the facts as they are once it is saved. */
type Saving = {
  after: (facts: TickFacts) => TickFacts;
  commit: (ends: SettingsEnds) => Promise<SettingsSaved>;
};

/**
 * Saves alert settings and ends the alerts that they turn off, in one commit. If an alert changes meanwhile, this
 * reads it again. A reading that came before and is still being evaluated may open one by the old settings: its
 * state makes the home due, so the next tick ends it, as the save would have done a moment later.
 */
async function saveWithEnds<T>(
  { db, clock, random }: EndPorts,
  householdId: string,
  saved: Outcome<T>,
  { after, commit }: Saving,
): Promise<Outcome<T>> {
  for (let attempt = 0; attempt < ALERT_LIMITS.judgeAttemptsMax; attempt += 1) {
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

/** Replaces what was set before. Counts from the next judgement on; what it switches off ends with it. */
export async function saveHomeAlertSettings(
  ports: EndPorts,
  acting: Acting,
  wishes: ShownHomeOverrides,
): Promise<Outcome<HomeAlertSettingsAnswer>> {
  const overrides = homeOverridesOf(wishes);
  const judged = judgeHomeSettings(overrides);
  if (!judged.ok) return judged;
  return await saveWithEnds(ports, acting.householdId, judged, {
    after: (facts) => ({ ...facts, household: { ...facts.household, settings: overrides } }),
    commit: (ends) =>
      commitHome(
        ports.db,
        overrides,
        entryOf(acting, ends.now, acting.householdId, changedKinds(wishes)),
        ends,
      ),
  });
}

export async function saveSensorAlertSettings(
  ports: EndPorts,
  acting: Acting,
  sensorId: string,
  wishes: ShownOverrides,
): Promise<Outcome<SettingsShown>> {
  const sensor = await findWatchedSensor(ports.db, acting.householdId, sensorId);
  if (sensor === null) return refuse("not_found");
  const overrides = overridesOf(wishes);
  const { household, placement, device } = sensor.layers;
  const judged = judgeSettings([household, placement, device, overrides]);
  if (!judged.ok) return judged;
  return await saveWithEnds(ports, acting.householdId, judged, {
    after: (facts) => withSensorSettings(facts, sensorId, overrides),
    commit: (ends) =>
      commitSensor(
        ports.db,
        sensorId,
        overrides,
        entryOf(acting, ends.now, sensorId, Object.keys(wishes)),
        ends,
      ),
  });
}

const withSensorSettings = (facts: TickFacts, sensorId: string, settings: Overrides): TickFacts => ({
  ...facts,
  devices: facts.devices.map(({ device, sensors }) => ({
    device,
    sensors: sensors.map((sensor) => (sensor.id === sensorId ? { ...sensor, settings } : sensor)),
  })),
});

const entryOf = (
  { householdId, actor }: Acting,
  at: Date,
  subject: string,
  kinds: readonly string[],
): ActivityEntry => ({
  householdId,
  at,
  actor,
  subject,
  action: "alert_settings_changed",
  details: { kinds: kinds.join(", ") },
});

/** `freeze`, and `freezer.cold_storage` where it is set for a placement. */
const changedKinds = ({ by_placement: places = {}, ...whole }: ShownHomeOverrides): string[] => [
  ...Object.keys(whole),
  ...Object.entries(places).flatMap(([placement, own]) =>
    Object.keys(own ?? {}).map((kind) => `${placement}.${kind}`),
  ),
];

export async function showHomeAlertSettings(
  { db }: Pick<Services, "db">,
  householdId: string,
): Promise<Outcome<HomeAlertSettingsAnswer>> {
  const settings = await findHomeAlertSettings(db, householdId);
  return settings === null ? refuse("not_found") : done(shownHomeSettings(settings));
}

export async function showSensorAlertSettings(
  { db }: Pick<Services, "db">,
  householdId: string,
  sensorId: string,
): Promise<Outcome<SettingsShown>> {
  const sensor = await findWatchedSensor(db, householdId, sensorId);
  if (sensor === null) return refuse("not_found");
  const { household, placement, device, sensor: own } = sensor.layers;
  return done(shownSettings([household, placement, device, own]));
}

type Ports = Pick<Services, "db" | "clock">;

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
  { db }: Pick<Services, "db">,
  householdId: string,
): Promise<Outcome<Escalation>> {
  return done(shown(await findEscalation(db, householdId)));
}

/** Replaces the steps; alerts whose escalation is under way keep theirs. */
export async function changeEscalation(
  { db, clock }: Ports,
  { householdId, actor }: Acting,
  { steps: wished }: EscalationChange,
): Promise<Outcome<Escalation>> {
  const steps = wished?.map(({ whom, channels, after_minutes }) => ({
    whom,
    channels,
    afterMinutes: after_minutes,
  }));
  const fault = steps === undefined ? null : escalationFault(steps);
  if (fault !== null) return refuse("invalid_request", fault);
  const named = (steps ?? []).filter(({ whom }) => !ESCALATION_GROUPS.some((group) => group === whom));
  if (named.length > 0) {
    const reachable = await findReachable(db, householdId);
    const stranger = named.find(({ whom }) => !reachable.has(whom));
    if (stranger !== undefined)
      return refuse("invalid_request", '"whom" must be a group, a member or a contact of this home');
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
