import { CHARGED_PCT } from "../../lib/devices/device.ts";
import { USUAL_INTERVAL_LIMITS, USUAL_INTERVAL_MINUTES } from "../../lib/devices/device-status.ts";
import words from "../../lib/devices/placement/words.json" with { type: "json" };
import { BUCKET_MS } from "../../lib/history/buckets.ts";
import { BARE_CELSIUS_MAX } from "../../lib/kernel/units.ts";
import { READING_LIMITS } from "../../lib/readings/limits.ts";
import { HOT_WORDS } from "../../lib/readings/unit-marks.ts";
import { LIMITS } from "../../schema/limits.ts";
import { STATE_KINDS } from "../../schema/vocabulary.ts";

const { freezer, fridge, greenhouse, unheated, outdoor } = words.places;
const NO_ROOMS = [words.pipe, ...HOT_WORDS, freezer, fridge, greenhouse, unheated, outdoor].flatMap((text) =>
  text.split(" "),
);

type SqlConstant = number | string | readonly string[];

/**
 * Every limit, default and word list that a stored function uses. PostgreSQL knows each as a function of this
 * name without arguments, whose value the planner puts in its place: `limit_offline_minutes_min()`.
 */
export const SQL_CONSTANTS: Readonly<Record<string, SqlConstant>> = {
  limit_activity_same_per_hour: LIMITS.activitySamePerHour,
  limit_bare_celsius_max: BARE_CELSIUS_MAX,
  limit_battery_charged_percent: CHARGED_PCT,
  limit_burst_seconds: USUAL_INTERVAL_LIMITS.burstMs / 1_000,
  limit_clock_drift_seconds: READING_LIMITS.clockDriftSeconds,
  limit_clock_drift_share: READING_LIMITS.clockDriftShare,
  limit_clock_lag_seconds_min: READING_LIMITS.clockLagSecondsMin,
  limit_clock_lags_max: READING_LIMITS.clockLagPosts,
  limit_clock_ahead_milliseconds: LIMITS.clockAheadMs,
  limit_days_ahead: LIMITS.daysAhead,
  limit_device_sensors_max: LIMITS.deviceSensorsMax,
  limit_fahrenheit_per_kelvin: 1.8,
  limit_firmware_step_kelvin: LIMITS.firmwareStepKelvin,
  limit_firmware_step_hours: LIMITS.firmwareStepHours,
  limit_freezing_fahrenheit: 32,
  limit_carried_bucket_minutes: BUCKET_MS["15m"] / 60_000,
  limit_future_minutes: READING_LIMITS.readingFutureMinutesMax,
  limit_history_days: READING_LIMITS.historyDaysMax,
  limit_idempotency_hours: LIMITS.idempotencyHours,
  limit_lock_milliseconds: LIMITS.partitionLockMs,
  limit_now_days: LIMITS.readingPastDaysMax,
  limit_offline_intervals: LIMITS.offlineIntervals,
  limit_offline_minutes_min: LIMITS.offlineMinutesMin,
  limit_repeat_minutes: READING_LIMITS.repeatMinutes,
  limit_retry_hours: LIMITS.retryHours,
  limit_sensor_id_characters: LIMITS.sensorIdCharacters,
  limit_short_word_letters: LIMITS.shortWordLetters,
  limit_sibling_far_kelvin: LIMITS.siblingFarKelvin,
  limit_sibling_hours: LIMITS.siblingHours,
  limit_sibling_near_kelvin: LIMITS.siblingNearKelvin,
  limit_statement_wait_seconds: LIMITS.statementWaitSeconds,
  limit_usual_gap_seconds_min: LIMITS.usualGapSecondsMin,
  limit_usual_gaps_max: USUAL_INTERVAL_LIMITS.gapsMax,
  limit_usual_gaps_min: USUAL_INTERVAL_LIMITS.gapsMin,
  limit_usual_interval_minutes: USUAL_INTERVAL_MINUTES,
  limit_usual_interval_seconds_max: USUAL_INTERVAL_LIMITS.maxMs / 1_000,
  words_no_rooms: NO_ROOMS,
  words_state_kinds: STATE_KINDS,
};

export const constantsSql = (): string =>
  Object.entries(SQL_CONSTANTS)
    .map(
      ([name, value]) =>
        `CREATE OR REPLACE FUNCTION ${name}() RETURNS ${typeOf(value)}\n` +
        `LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ${literalOf(value)};\n`,
    )
    .join("");

function typeOf(value: SqlConstant): string {
  if (typeof value === "string") return "text";
  if (typeof value !== "number") return "text[]";
  return Number.isInteger(value) ? "integer" : "float8";
}

function literalOf(value: SqlConstant): string {
  if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`;
  return typeof value === "number" ? String(value) : `ARRAY[${value.map(literalOf).join(", ")}]`;
}
