import { HOUR_MS, MINUTE_MS } from "../kernel/time.ts";

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

export const USUAL_INTERVAL_LIMITS = {
  gapsMax: 20,
  gapsMin: 3,
  /** Posts closer than this are parts of one. */
  burstMs: 30_000,
  maxMs: 24 * HOUR_MS,
  pullMs: 15 * MINUTE_MS,
} as const;

/** A feed that has failed for so long is out, whatever its habits. */
export const FEED_FAILING_MS = 3_600_000;

/** Our own ticks further apart than this were down: nobody else's silence counts meanwhile. */
export const OWN_SILENCE_MS = 20 * MINUTE_MS;
