import type { BuiltInKind } from "../../schema/alert-fields.ts";
import type { Comparison, Severity } from "../../schema/vocabulary.ts";
import type { BuiltInSettings } from "../devices/alert-settings.ts";
import { HOUR_MS, MINUTE_MS } from "../kernel/time.ts";
import type { Quantity } from "../language/reason.ts";

/** Defaults of a custom rule for fields that its author omits. */
export const RULE_DEFAULTS = { enabled: true, forMs: 0, cooldownMs: HOUR_MS, severity: "warning" } as const;

/** If two of our ticks are further apart than this, Hearthwatch was down: no device's silence counts meanwhile. */
export const OWN_SILENCE_MS = 20 * MINUTE_MS;

/** Settings of a custom rule. `is` compares the sensor's value with `limit`; a state is 1 or 0. */
export type RuleSettings = {
  enabled: boolean;
  name: string;
  is: Comparison;
  limit: Quantity;
  forMs: number;
  /** How far the value must come back from the limit before the alert can end. */
  hysteresis: Quantity;
  /**
   * The time between two notices, for reminders and for new episodes. With null, the alert is notified once, and
   * again when it reopens.
   */
  cooldownMs: number | null;
  severity: Severity;
};

export type SettingsOf = BuiltInSettings & { rule: RuleSettings };

/** The subject of a forecast of frost outdoors, at the home's location. */
export const OUTDOOR_SUBJECT = "outdoor";

/** True if the kind watches the subject: it is enabled, and the limit that it compares with is set. */
export function isOn(settings: BuiltInSettings[BuiltInKind], subject: string): boolean {
  if (!settings.enabled) return false;
  if ("warm" in settings) return settings.warm !== null;
  if ("outdoorLow" in settings)
    return (subject === OUTDOOR_SUBJECT ? settings.outdoorLow : settings.indoorLow) !== null;
  return true;
}

/** Limits for taking a reading as current and a sensor as trustworthy. */
export const TRUST_LIMITS = {
  /** A reading that arrives this long after its measurement is late, unless its device reports rarely (`overdueMs`). */
  lateOnIngestMs: 5 * MINUTE_MS,
  /** The same at a tick, for which a reading may have had to wait. After this, the outage alert handles the device. */
  lateOnTickMs: 45 * MINUTE_MS,
  lateIntervals: 2,
  /** How long a measured value counts as current, at least: until the next one is overdue. */
  standsMs: 20 * MINUTE_MS,
  /** Reminders about a measured value stop when its sensor has sent nothing for a day. */
  remindsMs: 24 * HOUR_MS,
  stuckReadings: 12,
  stuckMs: 6 * HOUR_MS,
  /** How far a device's clock may run ahead of ours before its readings are ignored. */
  aheadMs: 5 * MINUTE_MS,
} as const;

/** How long until a reading is late and the next one overdue: two of the device's intervals, or `leastMs` if longer. */
export const overdueMs = (leastMs: number, intervalMs: number | null): number =>
  Math.max(leastMs, TRUST_LIMITS.lateIntervals * (intervalMs ?? 0));

/** Limits of alerts. A name ends with its unit, or with `Max` for a number of items. */
export const ALERT_LIMITS = {
  /** How many messages, and how many actions of people, an alert's timeline shows: the newest. */
  timelineMessagesMax: 200,
  timelineActsMax: 200,
  /** How many attempts an evaluation gets while others commit first; the next reading or tick handles the rest. */
  judgeAttemptsMax: 8,
  /** How many due homes a tick evaluates per page, and how many pages; some homes of a page run in parallel. */
  tickPageHomes: 100,
  tickPagesMax: 10_000,
  /** Sensors whose readings one page loads: 30 hours at one reading a minute take about 100 KB for each. */
  tickSeriesSensors: 400,
  tickConcurrencyMax: 4,
  /** The lease on a page of homes: after this time, another tick may evaluate them. */
  checkLeaseMs: 300_000,
  /** How many homes may fail before a tick gives up. */
  judgeFailuresMax: 3,
  /** How long a room's usual temperatures stay valid, and the days that they come from. */
  weekFloorHours: 24,
  weekFloorDays: 7,
  /** The rooms of a page that a tick updates, its pages, and at most for rooms that wait for so long: a million a day. */
  weekFloorsPage: 50,
  weekFloorPages: 10,
  weekFloorPagesMax: 240,
  weekFloorLateHours: 2,
  /** How far back a tick loads a sensor's readings, and the times of its own runs. */
  tickSeriesHours: 30,
  ownSilenceHours: 48,
  /** How many acknowledgements one dispatch lets expire. */
  ackExpiriesMax: 100,
  /** How many answers a responder's page lists. */
  responderAnswersMax: 100,
  acknowledgeAttemptsMax: 5,
  /** A text reply acknowledges alerts that were sent to its number within this time. */
  textReplyHours: 12,
  /** How many findings of an alert are shown: the newest. */
  alertFindingsMax: 500,
  householdRulesMax: 50,
  ruleChangeAttemptsMax: 3,
  simulateReadingsMax: 10_000,
  simulateDaysDefault: 7,
} as const;
