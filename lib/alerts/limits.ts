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
   * How long a room's usual temperatures stay valid, the days that they come from, and how many rooms a tick
   * updates.
   */
  weekFloorHours: 24,
  weekFloorDays: 7,
  weekFloorsMax: 500,
  /** How far back a tick reads a cold sensor's readings, and its own runs. */
  tickSeriesHours: 30,
  ownSilenceHours: 48,
  /** Somebody who acknowledged an urgent alert is asked again after this time … */
  ackHours: 4,
  /** … and has so long to answer before the others hear of it. */
  ackAgainMinutes: 5,
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
