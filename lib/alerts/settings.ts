import type { BuiltInKind } from "../../schema/alert-fields.ts";
import type { Comparison, Severity } from "../../schema/vocabulary.ts";
import type { BuiltInSettings } from "../devices/alert-settings.ts";
import { HOUR_MS, MINUTE_MS } from "../kernel/time.ts";
import type { Quantity } from "../language/reason.ts";

/** What a rule of the household's own need not say. */
export const RULE_DEFAULTS = { enabled: true, forMs: 0, cooldownMs: HOUR_MS, severity: "warning" } as const;

/** Our own ticks further apart than this were down: nobody else's silence counts meanwhile. */
export const OWN_SILENCE_MS = 20 * MINUTE_MS;

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
  /** What a tick finds may have waited for the tick; after this the device is silent, which is an outage's business. */
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

/** After so long a reading is late and the next one overdue: two of the device's intervals, but at least so much. */
export const overdueMs = (leastMs: number, intervalMs: number | null): number =>
  Math.max(leastMs, TRUST_LIMITS.lateIntervals * (intervalMs ?? 0));

/** The limits of alerts, unit last. */
export const ALERT_LIMITS = {
  /** Messages, and acts of people, that an alert's timeline has: the last ones. */
  timelineMessagesMax: 200,
  timelineActsMax: 200,
  /** How often a judgement that lost against another is repeated; the next reading or tick catches up on the rest. */
  judgeAttemptsMax: 8,
  /** Homes that a tick judges, of those that are due: page by page, some at a time. */
  tickPageHomes: 100,
  tickPagesMax: 10_000,
  /** Sensors whose readings are in memory at a time: a minute device's 30 hours are some 100 KB each. */
  tickSeriesSensors: 400,
  tickConcurrencyMax: 4,
  /** A page of homes is judged within this time, or others may judge them. */
  checkLeaseMs: 300_000,
  /** Homes that could not be judged before a tick gives up. */
  judgeFailuresMax: 3,
  /**
   * How long a room's usual temperatures stay valid, the days that they come from, and how many rooms a tick updates.
   */
  weekFloorHours: 24,
  weekFloorDays: 7,
  weekFloorsMax: 500,
  /** How far back a tick reads a cold sensor's readings, and its own runs. */
  tickSeriesHours: 30,
  ownSilenceHours: 48,
  /** Acknowledgements that one dispatch lets run out. */
  ackExpiriesMax: 100,
  /** Presses that a responder's page lists. */
  responderPressesMax: 100,
  acknowledgeAttemptsMax: 5,
  /** A text back acknowledges what the number was sent so recently. */
  textReplyHours: 12,
  /** The last decisions of an alert that are shown. */
  alertFindingsMax: 500,
  householdRulesMax: 50,
  ruleChangeAttemptsMax: 3,
  simulateReadingsMax: 10_000,
  simulateDaysDefault: 7,
} as const;
