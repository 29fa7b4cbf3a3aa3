import type { Acting } from "../../domain/acting.ts";
import type { ActivityEntry } from "../../domain/activity.ts";
import { overridesOf } from "../../domain/alert-settings/fields.ts";
import { judgeSettings, type SettingsShown } from "../../domain/alert-settings/judge-settings.ts";
import type { ShownOverrides } from "../../domain/alert-settings/shown-settings.ts";
import type { Overrides } from "../../domain/alerts/settings.ts";
import type { TickFacts } from "../../domain/alerts/tick-facts.ts";
import { type Outcome, refuse } from "../../domain/outcome.ts";
import {
  saveHomeAlertSettings as commitHome,
  saveSensorAlertSettings as commitSensor,
} from "../../store/alerts/alert-settings.ts";
import { findWatchedSensor } from "../../store/alerts/watched-sensor.ts";
import type { EndPorts } from "../alerts/end-with-owner.ts";
import { saveWithEnds } from "./save-with-ends.ts";

/** Replaces what was set before. Counts from the next judgement on; what it switches off ends with it. */
export async function saveHomeAlertSettings(
  ports: EndPorts,
  acting: Acting,
  wishes: ShownOverrides,
): Promise<Outcome<SettingsShown>> {
  const overrides = overridesOf(wishes);
  const judged = judgeSettings([overrides]);
  if (!judged.ok) return judged;
  return await saveWithEnds(ports, acting.householdId, judged, {
    after: (facts) => ({ ...facts, household: { ...facts.household, settings: overrides } }),
    commit: (ends) =>
      commitHome(ports.db, overrides, entryOf(acting, ends.now, acting.householdId, wishes), ends),
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
      commitSensor(ports.db, sensorId, overrides, entryOf(acting, ends.now, sensorId, wishes), ends),
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
  wishes: ShownOverrides,
): ActivityEntry => ({
  householdId,
  at,
  actor,
  subject,
  action: "alert_settings_changed",
  details: { kinds: Object.keys(wishes).join(", ") },
});
