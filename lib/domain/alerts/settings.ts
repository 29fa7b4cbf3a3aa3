import type { AlertKind, Severity } from "../../../schema/vocabulary.ts";
import { ALERT_DEFAULTS } from "./defaults.ts";
import type { Quantity } from "./evidence.ts";

export type FreezeSettings = {
  enabled: boolean;
  /** At or below; null for a severity that is not wanted. */
  warning: Quantity | null;
  critical: Quantity | null;
  /** The warning limit while on vacation, where that is the higher one. */
  vacationWarning: Quantity | null;
  /** So far above the limit, in so many readings, it is over. */
  hysteresis: Quantity;
  closingReadings: number;
  remindMs: number | null;
  /** So much further down than what was told is told at once. */
  worseBy: Quantity;
};

export type HumiditySettings = {
  enabled: boolean;
  high: Quantity | null;
  low: Quantity | null;
  forMs: number;
  hysteresis: Quantity;
  remindMs: number | null;
  reopenQuietMs: number;
};

export type LeakSettings = { enabled: boolean; dryMs: number; remindMs: number | null };

export type OutageSettings = {
  enabled: boolean;
  /** Silence of so many usual intervals, but at least `graceMinMs`, is an outage. */
  intervals: number;
  graceMinMs: number;
  lateIntervals: number;
  /** A grace of the device's own, instead of the learned one. */
  graceMs: number | null;
  vacationGraceFactor: number;
  secondNoticeMs: number;
};

export type ForecastSettings = {
  enabled: boolean;
  outdoorLow: Quantity | null;
  indoorLow: Quantity | null;
  windowMs: number;
  hysteresis: Quantity;
  remindMs: number | null;
  reopenQuietMs: number;
  /** A forecast fetched longer ago says nothing any more. */
  forecastAgeMs: number;
};

export type TimeToFreezeSettings = {
  enabled: boolean;
  opensHours: number;
  closesHours: number;
  criticalHours: number;
  /** Descending: told again when the hours left fall to each of them. */
  crossingsHours: number[];
  closingReadings: number;
};

/** The household's own. `is` compares the sensor's value with `limit`; a state is 1 or 0. */
export type RuleSettings = {
  enabled: boolean;
  name: string;
  is: "above" | "below" | "equals";
  limit: Quantity;
  forMs: number;
  /** How far back from the limit it is over. */
  hysteresis: Quantity;
  /** Between two notices, a reminder's as well as a new episode's; null: told once, and again when it reopens. */
  cooldownMs: number | null;
  severity: Severity;
};

export type SettingsOf = {
  freeze: FreezeSettings;
  humidity: HumiditySettings;
  leak: LeakSettings;
  outage: OutageSettings;
  forecast: ForecastSettings;
  time_to_freeze: TimeToFreezeSettings;
  rule: RuleSettings;
};

/** The kinds that every household has without asking for them. */
export type BuiltInKind = Exclude<AlertKind, "rule">;

export type BuiltInSettings = Pick<SettingsOf, BuiltInKind>;

/** What a household, a device or a sensor sets otherwise. */
export type Overrides = { [K in BuiltInKind]?: Partial<BuiltInSettings[K]> };

const DEFAULTS: BuiltInSettings = ALERT_DEFAULTS;

/** The defaults with the household's overrides and then the sensor's (or device's) laid over them. */
export function settingsFor<K extends BuiltInKind>(
  kind: K,
  ...overrides: (Overrides | null | undefined)[]
): BuiltInSettings[K] {
  const settings: BuiltInSettings[K] = { ...DEFAULTS[kind] };
  for (const layer of overrides) Object.assign(settings, layer?.[kind]);
  return settings;
}
