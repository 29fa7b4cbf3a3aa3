import type { Acting } from "../../domain/acting.ts";
import type { ActivityEntry } from "../../domain/activity.ts";
import { overridesOf } from "../../domain/alert-settings/fields.ts";
import { judgeSettings, type SettingsShown } from "../../domain/alert-settings/judge-settings.ts";
import type { ShownOverrides } from "../../domain/alert-settings/shown-settings.ts";
import { type Outcome, refuse } from "../../domain/outcome.ts";
import type { Clock } from "../../ports.ts";
import {
  saveHomeAlertSettings as commitHome,
  saveSensorAlertSettings as commitSensor,
} from "../../store/alerts/alert-settings.ts";
import { findWatchedSensor } from "../../store/alerts/watched-sensor.ts";
import type { Db } from "../../store/db.ts";

type Ports = { db: Db; clock: Clock };

/** In place of what was set before. Counts from the next judgement on. */
export async function saveHomeAlertSettings(
  { db, clock }: Ports,
  acting: Acting,
  wishes: ShownOverrides,
): Promise<Outcome<SettingsShown>> {
  const overrides = overridesOf(wishes);
  const judged = judgeSettings([overrides]);
  if (!judged.ok) return judged;
  const entry = entryOf(acting, clock(), acting.householdId, wishes);
  return (await commitHome(db, overrides, entry)) ? judged : refuse("not_found");
}

export async function saveSensorAlertSettings(
  { db, clock }: Ports,
  acting: Acting,
  sensorId: string,
  wishes: ShownOverrides,
): Promise<Outcome<SettingsShown>> {
  const sensor = await findWatchedSensor(db, acting.householdId, sensorId);
  if (sensor === null) return refuse("not_found");
  const overrides = overridesOf(wishes);
  const { household, placement, device } = sensor.layers;
  const judged = judgeSettings([household, placement, device, overrides]);
  if (!judged.ok) return judged;
  const entry = entryOf(acting, clock(), sensorId, wishes);
  return (await commitSensor(db, sensorId, overrides, entry)) ? judged : refuse("not_found");
}

const entryOf = (
  { householdId, actor }: Acting,
  at: Date,
  subject: string,
  wishes: ShownOverrides,
): ActivityEntry => ({
  ...{ householdId, at, actor, subject, action: "alert_settings_changed" },
  details: { kinds: Object.keys(wishes).join(", ") },
});
