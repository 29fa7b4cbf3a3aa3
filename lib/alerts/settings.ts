import type { StoredOf } from "../../schema/alert-field.ts";
import { ALERT_FIELDS, BUILT_IN_KINDS, type BuiltInKind, type FieldsOf } from "../../schema/alert-fields.ts";
import type { Comparison, Placement, Severity } from "../../schema/vocabulary.ts";
import { HOUR_MS, MINUTE_MS } from "../kernel/time.ts";
import type { Quantity } from "./reason.ts";

/** What a rule of the household's own need not say. */
export const RULE_DEFAULTS = {
  enabled: true,
  forMs: 0,
  cooldownMs: HOUR_MS,
  severity: "warning",
} as const;

/** A motion sensor or a door that says something while everybody is away. */
export const VACATION_DEFAULTS = {
  cooldownMs: HOUR_MS,
  severity: "warning",
} as const;

/** The names of the rules that a vacation adds, by the kind of sensor that says somebody is there. */
export const PRESENCE_RULES = {
  door: "Opened while you are away",
  motion: "Motion while you are away",
} as const;

/** A feed that has failed for so long is out, whatever its habits. */
export const FEED_FAILING_MS = 3_600_000;

/** Our own ticks further apart than this were down: nobody else's silence counts meanwhile. */
export const OWN_SILENCE_MS = 20 * MINUTE_MS;

export type { BuiltInKind } from "../../schema/alert-fields.ts";

/**
 * Settings of the kinds that every household has: what `schema/alert-fields.ts` lists, with defaults and
 * bounds.
 */
export type BuiltInSettings = { [K in BuiltInKind]: StoredOf<FieldsOf<K>> };

export type FreezeSettings = BuiltInSettings["freeze"];

export type OutageSettings = BuiltInSettings["outage"];

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
   * The time between two notices, for reminders and for new episodes. With null, the alert is notified once, and
   * again when it reopens.
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

/** The subject of a frost that is forecast for the home's place. */
export const OUTDOOR_SUBJECT = "outdoor";

/** True if a kind watches the subject: it is not switched off, and has the limit that it watches for. */
export function isOn(settings: BuiltInSettings[BuiltInKind], subject: string): boolean {
  if (!settings.enabled) return false;
  if ("warm" in settings) return settings.warm !== null;
  if ("outdoorLow" in settings)
    return (subject === OUTDOOR_SUBJECT ? settings.outdoorLow : settings.indoorLow) !== null;
  return true;
}

/** When a reading counts as of now, and a sensor as one to be believed. */
export const TRUST_LIMITS = {
  /** Sent this long after it was measured, a reading is late, unless its device is a slow one. */
  lateOnIngestMs: 5 * MINUTE_MS,
  /**
   * What a tick finds may have waited for the tick; after this the device is silent, which is an outage's
   * business.
   */
  lateOnTickMs: 45 * MINUTE_MS,
  lateIntervals: 2,
  /** A measure stands for as long as the next one is not overdue. */
  standsMs: 20 * MINUTE_MS,
  /** Reminders of what a sensor said end when it has said nothing for a day. */
  remindsMs: 24 * HOUR_MS,
  stuckReadings: 12,
  stuckMs: 6 * HOUR_MS,
  /** A clock that runs ahead of ours is believed this far. */
  aheadMs: 5 * MINUTE_MS,
} as const;
