import { LIMITS } from "../../schema/limits.ts";
import type { SensorKind } from "../../schema/vocabulary.ts";
import { tablePattern } from "../kernel/text.ts";
import { MINUTE_MS } from "../kernel/time.ts";
import { knownUnit } from "../kernel/units.ts";
import { READING_LIMITS } from "./limits.ts";
import { withoutAccents } from "./sensor-keys.ts";
import words from "./words.json" with { type: "json" };

/** A usable value: a finite number (never -0), or a state as 1 or 0. */
export type Measured = { value: number; isState: boolean };

// Takes linear time, since the digits can be split in only one way.
const STRICT_NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** State words of the specification. */
const STRICT_ON = new Set(["on", "true", "open", "wet"]);
const STRICT_OFF = new Set(["off", "false", "closed", "dry"]);

export const stateValue = (isOn: boolean): Measured => ({ value: isOn ? 1 : 0, isState: true });

const number = (value: number): Measured | null =>
  // NaN fails the comparison too; adding 0 turns -0 into 0.
  Math.abs(value) <= LIMITS.readingMagnitudeMax ? { value: value + 0, isState: false } : null;

const fromText = (text: string): Measured | null => {
  const trimmed = text.trim();
  if (STRICT_NUMBER.test(trimmed)) return number(Number(trimmed));
  const word = trimmed.length <= 6 ? trimmed.toLowerCase() : "";
  return STRICT_ON.has(word) ? stateValue(true) : STRICT_OFF.has(word) ? stateValue(false) : null;
};

/** Reads a value strictly; null if it is no reading (`null`, `""`, `"unavailable"`, `"21,5"` …). */
export const readValue = (raw: unknown): Measured | null => {
  if (typeof raw === "number") return number(raw);
  if (typeof raw === "boolean") return stateValue(raw);
  return typeof raw === "string" ? fromText(raw) : null;
};

/** Like `readValue`, but null for a state. */
export const readNumber = (raw: unknown): number | null => {
  const measured = readValue(raw);
  return measured === null || measured.isState ? null : measured.value;
};

const CHARACTERS_MAX = 32;

/** Returns a pattern's match in a short text; empty if there is none. */
const foundIn = (raw: unknown, form: RegExp): readonly string[] =>
  typeof raw === "string" && raw.length <= CHARACTERS_MAX ? (form.exec(raw.trim()) ?? []) : [];

const withPoint = (digits: string | undefined): Measured | null => readValue(digits?.replace(",", "."));

/** A decimal comma with up to two digits (three could mean thousands), or a display's number: `"8.7°"`. */
const AS_WRITTEN = /^([+-]?\d{1,6},\d{1,2})$|^([+-]?\d{1,4}(?:[.,]\d{1,2})?)\s?°$/;

/** Like `readValue`, but also reads local spellings such as `"21,5"`; only for names that say what is measured. */
export const readSaid = (raw: unknown): Measured | null => {
  const measured = readValue(raw);
  if (measured !== null || typeof raw !== "string") return measured;
  const [, plain, degrees] = foundIn(raw, AS_WRITTEN);
  return withPoint(plain ?? degrees);
};

/** `124.0 Volts`, `14295,827`: for fields known to hold a number. */
const NUMBER_FIRST = /^([+-]?\d{1,9}(?:[.,]\d{1,9})?)(?:\s[a-z]{1,16})?$/i;

export const readKnownNumber = (raw: unknown): Measured | null => withPoint(foundIn(raw, NUMBER_FIRST)[1]);

const WITH_UNIT =
  /^([+-]?\d{1,9}(?:[.,]\d{1,9})?)\s?(°\s[CF]|%\sr\.?[hf]\.?|deg(?:ree)?s?\.?\s(?:celsius|fahrenheit|[CF])|[^\d\s.,:/-][^\d\s]{0,9}\d?)$/i;

/** Splits a text into number and unit: `"1250 mm"`, `"5,3°C"`; null for any other text. */
export const numberWithUnit = (raw: unknown): { number: number; unit: string } | null => {
  const [, digits, said = ""] = foundIn(raw, WITH_UNIT);
  const [number, unit] = [readSaid(digits), knownUnit(said)];
  return unit === null || unit === "°" || number === null ? null : { number: number.value, unit };
};

/** Numbers for "not measured", from 16-bit and 32-bit senders and sensor libraries. */
const NOTHING = new Set(words.errorValues.none);

/** Amounts in the air, which are never negative. */
const OF_AIR = new Set<SensorKind>(["co2", "pm25", "voc"]);

/** Kinds that never reach those numbers (energy or light may), and for which `current` never means amperes. */
export const NARROW_KINDS = new Set<SensorKind>([...OF_AIR, "temperature", "humidity", "pressure", "level"]);

/** True if a number stands for "not measured". */
export const isNothing = (value: number, kind: SensorKind): boolean =>
  (NARROW_KINDS.has(kind) && NOTHING.has(value)) || (OF_AIR.has(kind) && value < 0);

/** The highest humidity in %: no air exceeds 100 by more than rounding. */
export const HUMIDITY_MAX = 105;

/** Words that senders write for a state that is on, open, wet, moving or detected. */
const ON = new Set(words.on.map(withoutAccents));
const OFF = new Set(words.off.map(withoutAccents));

const WORD_CHARACTERS_MAX = 24;

/** Words that may precede a state: `door closed`, `Water detected`. */
const SUBJECTS = new Set(words.subjects);
/** Words that negate a state: `no leak`, `not detected`, `not ok`, or alone: `keine`. */
const NOT = new Set(words.not.split(" "));

const one = (word: string): boolean | null => (ON.has(word) ? true : OFF.has(word) ? false : null);

const several = (said: readonly string[]): boolean | null => {
  const [before, isOn] = [said.slice(0, -1), one(said.at(-1) ?? "")];
  if (!before.every((word) => SUBJECTS.has(word) || NOT.has(word))) return null;
  return isOn !== null && before.some((word) => NOT.has(word)) ? !isOn : isOn;
};

/** Reads a value, or a word known to name a state. */
export const readStateWord = (raw: unknown): Measured | null => {
  const measured = readValue(raw);
  if (measured !== null || typeof raw !== "string" || raw.length > WORD_CHARACTERS_MAX) return measured;
  const said = withoutAccents(raw)
    .toLowerCase()
    .split(/[\s_!.-]+/)
    .filter(Boolean);
  const isOn = NOT.has(said.join("")) ? false : (one(said.join("")) ?? several(said));
  return isOn === null ? null : stateValue(isOn);
};

/** Reads the state of a field with its own words for on, or its own number. */
export const readWordOf = (raw: unknown, on: string): Measured | null => {
  const isCode = typeof raw === "number" && /^\d+$/.test(on);
  if (!isCode && (typeof raw !== "string" || raw === "")) return readValue(raw);
  return stateValue(tablePattern(`^(?:${on})$`).test(String(raw)));
};

/** The name of a body's own time in our own bodies. */
export const RECORDED_AT = "recorded_at";

/** September 2001 in epoch seconds; smaller numbers such as `{"t":21}` are no times. */
export const EPOCH_MIN = 1_000_000_000;

const EARLIEST_MS = Date.UTC(READING_LIMITS.ownTimeYearMin, 0);

/** A time with a time zone: without one it may be hours off. */
const WITH_ZONE = /(?:[zZ]|UTC|GMT|[+-]\d{2}:?\d{2})$/;

/** Counts from these sizes on are nanoseconds, microseconds and milliseconds; smaller ones are seconds. */
const FINER: readonly [least: number, perMs: number][] = [
  [1e17, 1e6],
  [1e14, 1e3],
  [1e11, 1],
];

/** Writes a time as `Number` or `Date.parse` reads it; the month comes first only between slashes. */
const asParsed = (said: string): string =>
  said
    .replace(/^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?=$|[ T,])/, (date, day, sign, month, year) =>
      sign === "." || Number(day) > 12 ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : date,
    )
    .replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(?=\d\d)/i, "$1-$2-$3T$4:$5:")
    // PostgreSQL's zones, and .NET's `/Date(1763880000000-0600)/`.
    .replace(/(:[\d.]{2,13}[+-]\d\d)$/, "$1:00")
    .replace(/^\/Date\((\d{1,16})[^)]{0,8}\)\/$/, "$1");

/** Returns the time in an object of a database: `{"$date":…}`, `{"_seconds":…,"_nanoseconds":…}`; else what is given. */
export const momentIn = (raw: unknown): unknown =>
  typeof raw === "object" && raw !== null && !Array.isArray(raw) ? Object.values(raw)[0] : raw;

/** Reads a time as epoch milliseconds; NaN if it is no time, or lacks a required time zone. */
export const momentSaid = (raw: unknown, mustSayZone = true): number => {
  const said = typeof raw === "number" || typeof raw === "string" ? asParsed(String(raw).trim()) : "";
  const count = said === "" ? Number.NaN : Number(said);
  if (Number.isNaN(count)) return WITH_ZONE.test(said) || !mustSayZone ? Date.parse(said) : Number.NaN;
  if (count < EPOCH_MIN) return Number.NaN;
  const perMs = FINER.find(([least]) => count >= least)?.[1];
  // Microseconds, as stored.
  return Math.round(perMs === undefined ? count * 1e6 : (count / perMs) * 1e3) / 1e3;
};

/** True for a plausible own time, in epoch milliseconds; others come from a clock that was never set or is ahead. */
export const isOwnTime = (moment: number, nowMs: number): boolean =>
  moment >= EARLIEST_MS && moment <= nowMs + READING_LIMITS.readingFutureMinutesMax * MINUTE_MS;

/** Maps a body's moments to stored times, null for the receive time; `lagSeconds` is set if no moment is plausible. */
type Settled = { atMs: (moment: number | undefined) => number | null; lagSeconds?: number };

/**
 * Settles a body's moments. Impossible ones come from an unset clock and must not coincide: they keep their distances,
 * counted back from the newest of them.
 */
export const settledMoments = (moments: readonly (number | undefined)[], now: Date): Settled => {
  const nowMs = now.getTime();
  // A number outside of the date range is no clock error, and no column could hold its lag, such as 1e300 s.
  const said = moments.filter((moment = Number.NaN) => !Number.isNaN(new Date(moment).getTime())) as number[];
  const rejected = said.filter((moment) => !isOwnTime(moment, nowMs));
  const newest = rejected.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const settle = (moment: number): number => (isOwnTime(moment, nowMs) ? moment : moment - newest + nowMs);
  const atMs = (moment: number | undefined): number | null => {
    const settled = moment === undefined ? Number.NaN : settle(moment);
    return settled !== nowMs && isOwnTime(settled, nowMs) ? settled : null;
  };
  const isWrong = said.length > 0 && rejected.length === said.length;
  return { atMs, ...(isWrong ? { lagSeconds: (nowMs - newest) / 1_000 } : {}) };
};
