import { type BuiltInKind, type BuiltInSettings, type Overrides, settingsFor } from "../alerts/settings.ts";
import { coldCorner, unknownPlace } from "./cold-corner.ts";
import { PLACEMENT_DEFAULTS } from "./defaults.ts";
import { type PlacedDevice, type PlacedSensor, placementOf } from "./placement.ts";

/** What a sensor's settings are made of, from the lowest up, above the defaults. */
export type SettingsLayers = {
  household: Overrides;
  placement: Overrides;
  device: Overrides;
  sensor: Overrides;
};

type Home = { settings: Overrides };

/**
 * What a sensor is judged by: the defaults, its home's settings, its placement's, its device's and its own.
 */
export function sensorSettings<K extends BuiltInKind>(
  kind: K,
  home: Home,
  device: PlacedDevice & { settings: Overrides },
  sensor: PlacedSensor & { settings: Overrides },
): BuiltInSettings[K] {
  const placed = placementLayer(sensor, device);
  return settingsFor(kind, home.settings, placed, device.settings, sensor.settings);
}

/** What a sensor's place changes of the defaults, with what an unheated one has learned. */
export function placementLayer(sensor: PlacedSensor, device: PlacedDevice): Overrides {
  const corner = coldCorner(sensor, device) ?? unknownPlace(sensor, device);
  if (corner !== null) return corner;
  const placement = placementOf(sensor, device);
  const placed = PLACEMENT_DEFAULTS[placement];
  const warning = sensor.weekFloor?.frostWarning;
  if (placement !== "unheated" || warning === undefined) return placed;
  return { ...placed, freeze: { ...placed.freeze, warning: { value: warning, unit: "°F" } } };
}
