import type { StoredOf } from "../../schema/alert-field.ts";
import { ALERT_FIELDS, BUILT_IN_KINDS, type BuiltInKind, type FieldsOf } from "../../schema/alert-fields.ts";
import type { Comparison, Placement, Severity } from "../../schema/vocabulary.ts";
import type { Quantity } from "./evidence.ts";

export type { BuiltInKind } from "../../schema/alert-fields.ts";

/**
 * Settings of the kinds that every household has: what `schema/alert-fields.ts` lists, with defaults and
 * bounds.
 */
export type BuiltInSettings = { [K in BuiltInKind]: StoredOf<FieldsOf<K>> };

export type FreezeSettings = BuiltInSettings["freeze"];
export type HumiditySettings = BuiltInSettings["humidity"];
export type LeakSettings = BuiltInSettings["leak"];
export type OutageSettings = BuiltInSettings["outage"];
export type ForecastSettings = BuiltInSettings["forecast"];
export type ColdStorageSettings = BuiltInSettings["cold_storage"];
export type SensorFaultSettings = BuiltInSettings["sensor_fault"];
export type TimeToFreezeSettings = BuiltInSettings["time_to_freeze"];
export type IncidentSettings = BuiltInSettings["incident"];
export type HeatingStoppedSettings = BuiltInSettings["heating_stopped"];

/** The household's own. `is` compares the sensor's value with `limit`; a state is 1 or 0. */
export type RuleSettings = {
  enabled: boolean;
  name: string;
  is: Comparison;
  limit: Quantity;
  forMs: number;
  /** How far back from the limit it is over. */
  hysteresis: Quantity;
  /**
   * The time between two notices, a reminder's as well as a new episode's; null: told once, and again when it
   * reopens.
   */
  cooldownMs: number | null;
  severity: Severity;
};

export type SettingsOf = BuiltInSettings & { rule: RuleSettings };

/** What a household, a device or a sensor sets otherwise. */
export type Overrides = { [K in BuiltInKind]?: Partial<BuiltInSettings[K]> };

/** What a home sets: of all its sensors, and of those of a placement. */
export type HomeOverrides = Overrides & { byPlacement?: { [P in Placement]?: Overrides } };

/** What every alert is judged by until somebody sets it otherwise. */
export const ALERT_DEFAULTS = Object.fromEntries(
  BUILT_IN_KINDS.map((kind) => [
    kind,
    Object.fromEntries(Object.values(ALERT_FIELDS[kind].fields).map(({ stored, is }) => [stored, is])),
  ]),
) as BuiltInSettings;

/** The defaults with the household's overrides and then the sensor's (or device's) laid over them. */
export function settingsFor<K extends BuiltInKind>(
  kind: K,
  ...overrides: (Overrides | null | undefined)[]
): BuiltInSettings[K] {
  const settings: BuiltInSettings[K] = { ...ALERT_DEFAULTS[kind] };
  for (const layer of overrides) Object.assign(settings, layer?.[kind]);
  return settings;
}
