import type { Quantity } from "../alerts/evidence.ts";
import { type Overrides, settingsFor } from "../alerts/settings.ts";
import { placementLayer } from "../placement/sensor-settings.ts";
import { convert } from "../units.ts";
import type { PageHome, PageSensor } from "./page-home.ts";

/** The limit of a sensor's own kind of alert, in the sensor's unit; `side` is where it gets dangerous. */
export type SensorLimit = { value: number; side: "below" | "above" };

/** Null for a kind without one, and where the home has switched it off. */
export function sensorLimit(
  sensor: PageSensor,
  home: Pick<PageHome, "alertSettings" | "devices">,
): SensorLimit | null {
  const { kind, unit, isState } = sensor;
  if (isState || unit === null) return null;
  const layers = [home.alertSettings, layerOf(sensor, home), sensor.alertSettings] as const;
  if (kind === "temperature") {
    const { enabled, warning } = settingsFor("freeze", ...layers);
    return enabled ? inUnit(warning, unit, "below") : null;
  }
  if (kind !== "humidity") return null;
  const { enabled, high } = settingsFor("humidity", ...layers);
  return enabled ? inUnit(high, unit, "above") : null;
}

/** What counts where it is: a pipe warns sooner than a room, and outdoors nothing does. */
function layerOf(sensor: PageSensor, { devices }: Pick<PageHome, "devices">): Overrides {
  const device = devices.find(({ sensors }) => sensors.some(({ id }) => id === sensor.id));
  return device === undefined ? {} : placementLayer(sensor, device);
}

function inUnit(limit: Quantity | null, unit: string, side: SensorLimit["side"]): SensorLimit | null {
  const value = limit === null ? null : convert(limit.value, limit.unit ?? unit, unit);
  return value === null ? null : { value, side };
}
