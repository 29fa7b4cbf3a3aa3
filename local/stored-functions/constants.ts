import { CHARGED_PCT } from "../../lib/devices/device.ts";
import { USUAL_INTERVAL_LIMITS, USUAL_INTERVAL_MINUTES } from "../../lib/devices/device-status.ts";
import words from "../../lib/devices/placement/words.json" with { type: "json" };
import { BUCKET_MS } from "../../lib/history/buckets.ts";
import { BARE_CELSIUS_MAX } from "../../lib/kernel/units.ts";
import { READING_LIMITS } from "../../lib/readings/limits.ts";
import readingWords from "../../lib/readings/words.json" with { type: "json" };
import { LIMITS } from "../../schema/limits.ts";
import { STATE_KINDS } from "../../schema/vocabulary.ts";

const { freezer, fridge, greenhouse, unheated, outdoor } = words.places;
const OTHERS = [words.pipe, words.machine, words.computed, words.weatherService, ...readingWords.hot];
const NO_ROOMS = [...OTHERS, freezer, fridge, greenhouse, unheated, outdoor].flatMap((text) =>
  text.split(" "),
);

type SqlConstant = number | string | readonly string[];

/** Returns a table's limits under their SQL names: `daysAhead` becomes `limit_days_ahead()`. */
const limitsOf = (table: Readonly<Record<string, number>>): [string, number][] =>
  Object.entries(table).map(([name, value]) => [
    `limit_${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
    value,
  ]);

/** Every limit, default and word list that a stored function may use. */
export const SQL_CONSTANTS: Readonly<Record<string, SqlConstant>> = {
  ...Object.fromEntries([...limitsOf(LIMITS), ...limitsOf(READING_LIMITS)]),
  limit_bare_celsius_max: BARE_CELSIUS_MAX,
  limit_battery_charged_percent: CHARGED_PCT,
  limit_burst_seconds: USUAL_INTERVAL_LIMITS.burstMs / 1_000,
  limit_carried_bucket_minutes: BUCKET_MS["15m"] / 60_000,
  limit_fahrenheit_per_kelvin: 1.8,
  limit_freezing_fahrenheit: 32,
  limit_usual_gaps_max: USUAL_INTERVAL_LIMITS.gapsMax,
  limit_usual_gaps_min: USUAL_INTERVAL_LIMITS.gapsMin,
  limit_usual_interval_minutes: USUAL_INTERVAL_MINUTES,
  limit_usual_interval_seconds_max: USUAL_INTERVAL_LIMITS.maxMs / 1_000,
  words_no_rooms: NO_ROOMS,
  words_state_kinds: STATE_KINDS,
};

/**
 * Returns the constants that a text calls, each as a function without arguments, which the planner replaces by its
 * value.
 */
export const constantsSql = (calling: string): string =>
  Object.entries(SQL_CONSTANTS)
    .filter(([name]) => calling.includes(`${name}()`))
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
