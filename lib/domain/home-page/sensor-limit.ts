import type { Quantity } from "../alerts/evidence.ts";
import { type Overrides, settingsFor } from "../alerts/settings.ts";
import { convert } from "../units.ts";
import type { PageSensor } from "./page-home.ts";

/** The limit of a sensor's own kind of alert, in the sensor's unit; `side` is where it gets dangerous. */
export type SensorLimit = { value: number; side: "below" | "above" };

/** Null for a kind without one, and where the home has switched it off. */
export function sensorLimit(
  { kind, unit, isState, alertSettings }: Pick<PageSensor, "kind" | "unit" | "isState" | "alertSettings">,
  home: { alertSettings: Overrides },
): SensorLimit | null {
  if (isState || unit === null) return null;
  if (kind === "temperature") {
    const { enabled, warning } = settingsFor("freeze", home.alertSettings, alertSettings);
    return enabled ? inUnit(warning, unit, "below") : null;
  }
  if (kind !== "humidity") return null;
  const { enabled, high } = settingsFor("humidity", home.alertSettings, alertSettings);
  return enabled ? inUnit(high, unit, "above") : null;
}

function inUnit(limit: Quantity | null, unit: string, side: SensorLimit["side"]): SensorLimit | null {
  const value = limit === null ? null : convert(limit.value, limit.unit ?? unit, unit);
  return value === null ? null : { value, side };
}
