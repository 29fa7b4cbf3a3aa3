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

// Linear in the length of the text: the digits can be split in one way only.
const STRICT_NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The words of the specification. */
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

/** What a body's value measures; null where it is no reading (`null`, `""`, `"unavailable"`, `"21,5"` …). */
export const readValue = (raw: unknown): Measured | null => {
  if (typeof raw === "number") return number(raw);
  if (typeof raw === "boolean") return stateValue(raw);
  return typeof raw === "string" ? fromText(raw) : null;
};

/** Like `readValue`, for what can only be a number: a state is none. */
export const readNumber = (raw: unknown): number | null => {
  const measured = readValue(raw);
  return measured === null || measured.isState ? null : measured.value;
};

const CHARACTERS_MAX = 32;

/** What a pattern finds in a short text. */
const foundIn = (raw: unknown, form: RegExp): readonly string[] =>
  typeof raw === "string" && raw.length <= CHARACTERS_MAX ? (form.exec(raw.trim()) ?? []) : [];

const withPoint = (digits: string | undefined): Measured | null => readValue(digits?.replace(",", "."));

/** Up to two places behind a comma, three could be thousands; and a display's number, `"8.7°"`. */
const AS_WRITTEN = /^([+-]?\d{1,6},\d{1,2})$|^([+-]?\d{1,4}(?:[.,]\d{1,2})?)\s?°$/;

/** A value as people's own languages write it too: `"21,5"`. Only asked of what a name says is measured. */
export const readSaid = (raw: unknown): Measured | null => {
  const measured = readValue(raw);
  if (measured !== null || typeof raw !== "string") return measured;
  const [, plain, degrees] = foundIn(raw, AS_WRITTEN);
  return withPoint(plain ?? degrees);
};

/** `124.0 Volts`, `14295,827`: of a field that is known to be a number. */
const NUMBER_FIRST = /^([+-]?\d{1,9}(?:[.,]\d{1,9})?)(?:\s[a-z]{1,16})?$/i;

export const readKnownNumber = (raw: unknown): Measured | null => withPoint(foundIn(raw, NUMBER_FIRST)[1]);

const WITH_UNIT =
  /^([+-]?\d{1,9}(?:[.,]\d{1,9})?)\s?(°\s[CF]|deg(?:ree)?s?\.?\s(?:celsius|fahrenheit|[CF])|[^\d\s.,:/-][^\d\s]{0,9}\d?)$/i;

/** A number and its unit in one text: `"1250 mm"`, `"5,3°C"`; null for every other text. */
export const numberWithUnit = (raw: unknown): { number: number; unit: string } | null => {
  const [, digits, said = ""] = foundIn(raw, WITH_UNIT);
  const [number, unit] = [readSaid(digits), knownUnit(said)];
  return unit === null || unit === "°" || number === null ? null : { number: number.value, unit };
};

/** What senders of 16 and 32 bits, and libraries of sensors, write where there is nothing to say. */
const NOTHING = new Set(words.errorValues.none);

/** What air holds of something is never below nothing. */
const OF_AIR = new Set<SensorKind>(["co2", "pm25", "voc"]);

/** What such a number can't be, and amperes are no part of: energy, weight and light are far beyond it. */
export const NARROW_KINDS = new Set<SensorKind>([...OF_AIR, "temperature", "humidity", "pressure", "level"]);

/** True if a number stands for "not measured". */
export const isNothing = (value: number, kind: SensorKind): boolean =>
  (NARROW_KINDS.has(kind) && NOTHING.has(value)) || (OF_AIR.has(kind) && value < 0);

/** Beyond 100 % by more than rounding no air is as humid. */
export const HUMIDITY_MAX = 105;

/** Words that senders write for a state that is on, open, wet, moving or detected. */
const ON = new Set(words.on.map(withoutAccents));
const OFF = new Set(words.off.map(withoutAccents));

const WORD_CHARACTERS_MAX = 24;

/** What may stand before a state: `door closed`, `Water detected`. */
const SUBJECTS = new Set(words.subjects);
/** `no leak`, `not detected` and `not ok`: the other way round. */
const NOT = new Set("no not kein keine nicht pas sin non geen".split(" "));

const one = (word: string): boolean | null => (ON.has(word) ? true : OFF.has(word) ? false : null);

const several = (said: readonly string[]): boolean | null => {
  const [before, isOn] = [said.slice(0, -1), one(said.at(-1) ?? "")];
  if (!before.every((word) => SUBJECTS.has(word) || NOT.has(word))) return null;
  return isOn !== null && before.some((word) => NOT.has(word)) ? !isOn : isOn;
};

/** A value, or a word that is known to name a state. */
export const readStateWord = (raw: unknown): Measured | null => {
  const measured = readValue(raw);
  if (measured !== null || typeof raw !== "string" || raw.length > WORD_CHARACTERS_MAX) return measured;
  const said = withoutAccents(raw)
    .toLowerCase()
    .split(/[\s_!.-]+/)
    .filter(Boolean);
  const isOn = one(said.join("")) ?? several(said);
  return isOn === null ? null : stateValue(isOn);
};

/** A state of a field that names its words itself, or the code that is one. */
export const readWordOf = (raw: unknown, on: string): Measured | null => {
  const isCode = typeof raw === "number" && /^\d+$/.test(on);
  if (!isCode && (typeof raw !== "string" || raw === "")) return readValue(raw);
  return stateValue(tablePattern(`^(?:${on})$`).test(String(raw)));
};

/** The year 2001 in seconds: `{"t":21}` is no time. */
export const EPOCH_MIN = 1_000_000_000;

const EARLIEST_MS = Date.UTC(READING_LIMITS.ownTimeYearMin, 0);

/** A time that says its zone: without one it may be hours off. */
const WITH_ZONE = /(?:[zZ]|[+-]\d{2}:?\d{2})$/;

/** From so large a count on it is in nanoseconds, in microseconds, in milliseconds. */
const FINER: readonly [least: number, perMs: number][] = [
  [1e17, 1e6],
  [1e14, 1e3],
  [1e11, 1],
];

/** What a number or text says as epoch milliseconds; NaN where it is no time, or doesn't say in which zone, if it must. */
export const momentSaid = (raw: unknown, mustSayZone = true): number => {
  const said = typeof raw === "number" || typeof raw === "string" ? String(raw).trim() : "";
  const count = said === "" ? Number.NaN : Number(said);
  if (Number.isNaN(count)) return WITH_ZONE.test(said) || !mustSayZone ? Date.parse(said) : Number.NaN;
  if (count < EPOCH_MIN) return Number.NaN;
  const perMs = FINER.find(([least]) => count >= least)?.[1];
  // To the microsecond, as it is stored.
  return Math.round(perMs === undefined ? count * 1e6 : (count / perMs) * 1e3) / 1e3;
};

/** True for a reading's own time in epoch milliseconds; any other is that of a clock that was never set, or runs ahead. */
export const isOwnTime = (moment: number, nowMs: number): boolean =>
  moment >= EARLIEST_MS && moment <= nowMs + READING_LIMITS.readingFutureMinutesMax * MINUTE_MS;

/** When each of a body's moments counts, null for its receipt; and how far the newest lies behind where none can be. */
type Settled = { atMs: (moment: number | undefined) => number | null; lagSeconds?: number };

/**
 * Moments that can't be are those of a clock that never was set. They must not fall together: they keep their distances,
 * counted back from the newest of them.
 */
export const settledMoments = (moments: readonly (number | undefined)[], now: Date): Settled => {
  const nowMs = now.getTime();
  // Past what a date can be is no clock that is wrong: a lag of 1e300 s is nothing that a column holds.
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
