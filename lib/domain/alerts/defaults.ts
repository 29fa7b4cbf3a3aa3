const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

const fahrenheit = (value: number) => ({ value, unit: "°F" });
const percent = (value: number) => ({ value, unit: "%" });

/** What every alert is judged by until somebody sets it otherwise. `settings.ts` holds it to its types. */
export const ALERT_DEFAULTS = {
  freeze: {
    enabled: true,
    warning: fahrenheit(40),
    critical: fahrenheit(35),
    vacationWarning: fahrenheit(50),
    hysteresis: fahrenheit(2),
    closingReadings: 2,
    remindMs: HOUR_MS,
    worseBy: fahrenheit(3),
  },
  humidity: {
    enabled: true,
    high: percent(60),
    // Off: dry air harms nothing. 30 % is what the settings page offers.
    low: null,
    forMs: 30 * MINUTE_MS,
    hysteresis: percent(3),
    remindMs: 12 * HOUR_MS,
    reopenQuietMs: 12 * HOUR_MS,
  },
  leak: { enabled: true, dryMs: 5 * MINUTE_MS, remindMs: 10 * MINUTE_MS },
  outage: {
    enabled: true,
    intervals: 3,
    graceMinMs: 45 * MINUTE_MS,
    lateIntervals: 1.5,
    graceMs: null,
    vacationGraceFactor: 0.5,
    secondNoticeMs: 24 * HOUR_MS,
  },
  forecast: {
    enabled: true,
    outdoorLow: fahrenheit(28),
    indoorLow: fahrenheit(36),
    windowMs: 24 * HOUR_MS,
    // Forecasts move by a degree from one hour to the next.
    hysteresis: fahrenheit(1),
    remindMs: 12 * HOUR_MS,
    reopenQuietMs: 12 * HOUR_MS,
    forecastAgeMs: 6 * HOUR_MS,
  },
  time_to_freeze: {
    enabled: true,
    opensHours: 12,
    closesHours: 14,
    criticalHours: 3,
    crossingsHours: [6, 3, 1],
    closingReadings: 2,
  },
};

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

export const USUAL_INTERVAL_LIMITS = {
  gapsMax: 20,
  gapsMin: 3,
  /** Posts closer than this are parts of one. */
  burstMs: 30_000,
  maxMs: 24 * HOUR_MS,
  pullMs: 15 * MINUTE_MS,
} as const;

/** Our own ticks further apart than this were down: nobody else's silence counts meanwhile. */
export const OWN_SILENCE_MS = 20 * MINUTE_MS;
