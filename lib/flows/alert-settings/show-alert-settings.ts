import { type SettingsShown, shownSettings } from "../../domain/alert-settings/judge-settings.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import { findHomeAlertSettings } from "../../store/alerts/alert-settings.ts";
import { findWatchedSensor } from "../../store/alerts/watched-sensor.ts";
import type { Db } from "../../store/db.ts";

export async function showHomeAlertSettings(
  { db }: { db: Db },
  householdId: string,
): Promise<Outcome<SettingsShown>> {
  const settings = await findHomeAlertSettings(db, householdId);
  return settings === null ? refuse("not_found") : done(shownSettings([settings]));
}

export async function showSensorAlertSettings(
  { db }: { db: Db },
  householdId: string,
  sensorId: string,
): Promise<Outcome<SettingsShown>> {
  const sensor = await findWatchedSensor(db, householdId, sensorId);
  if (sensor === null) return refuse("not_found");
  const { household, placement, device, sensor: own } = sensor.layers;
  return done(shownSettings([household, placement, device, own]));
}
