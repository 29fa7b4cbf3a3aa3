import { LIMITS } from "../../schema/limits.ts";
import type { SensorKind } from "../../schema/vocabulary.ts";
import { tablePattern } from "../kernel/remembered.ts";
import { knownUnit } from "../kernel/units.ts";
import { withoutAccents } from "./parts/snake.ts";
import { isHotPlace } from "./unit-marks.ts";
import dictionary from "./words.json" with { type: "json" };

/** A usable value: a finite number (never -0), or a state as 1 or 0. */
export type Measured = { value: number; isState: boolean };

// Linear in the length of the text: the digits can be split in one way only.
const STRICT_NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

const STATE_WORDS = new Map([
  ["on", true],
  ["off", false],
  ["true", true],
  ["false", false],
  ["open", true],
  ["closed", false],
  ["wet", true],
  ["dry", false],
]);

const state = (isOn: boolean): Measured => ({ value: isOn ? 1 : 0, isState: true });

const number = (value: number): Measured | null =>
  // NaN fails the comparison too; adding 0 turns -0 into 0.
  Math.abs(value) <= LIMITS.readingMagnitudeMax ? { value: value + 0, isState: false } : null;

const fromText = (text: string): Measured | null => {
  const trimmed = text.trim();
  if (STRICT_NUMBER.test(trimmed)) return number(Number(trimmed));
  const isOn = trimmed.length <= 6 ? STATE_WORDS.get(trimmed.toLowerCase()) : undefined;
  return isOn === undefined ? null : state(isOn);
};

/** What a body's value measures; null where it is no reading (`null`, `""`, `"unavailable"`, `"21,5"` …). */
export const readValue = (raw: unknown): Measured | null => {
  if (typeof raw === "number") return number(raw);
  if (typeof raw === "boolean") return state(raw);
  return typeof raw === "string" ? fromText(raw) : null;
};

/** Like `readValue`, for what can only be a number: a state is none. */
export const readNumber = (raw: unknown): number | null => {
  const measured = readValue(raw);
  return measured === null || measured.isState ? null : measured.value;
};

/** Up to two places behind a comma: three could be thousands. */
const COMMA_DECIMAL = /^[+-]?\d{1,6},\d{1,2}$/;

/** A display's number: `"8.7°"`. */
const DEGREES = /^[+-]?\d{1,4}(?:[.,]\d{1,2})?\s?°$/;

const CHARACTERS_MAX = 32;

const WITH_UNIT =
  /^([+-]?\d{1,9}(?:[.,]\d{1,9})?)\s?(°\s[CF]|deg(?:ree)?s?\.?\s(?:celsius|fahrenheit|[CF])|[^\d\s.,:/-][^\d\s]{0,9}\d?)$/i;

/** What senders of 16 and 32 bits, and libraries of sensors, write where there is nothing to say. */
const NOTHING = new Set(dictionary.errorValues.none);
/** Beyond 100 % by more than rounding no air is as humid. */
export const HUMIDITY_MAX = 105;

/** What such a number can't be: thresholds of energy, weight and light are far beyond it. */
const NARROW_KINDS = new Set<SensorKind>([
  "temperature",
  "humidity",
  "pressure",
  "co2",
  "pm25",
  "voc",
  "level",
]);

/** Words that senders write for a state that is on, open, wet, moving or detected. */
const ON = new Set(dictionary.on);
const OFF = new Set(dictionary.off);

const WORD_CHARACTERS_MAX = 24;

/** What may stand before a state: `door closed`, `Water detected`. */
const SUBJECTS = new Set(
  "the is door window leak water motion contact sensor tuer fenster porte puerta".split(" "),
);
/** `no leak`, `not detected`: the other way round. */
const NOT = new Set("no not kein keine nicht pas sin non geen".split(" "));

/** A value as people's own languages write it too: `"21,5"`. Only asked of what a name says is measured. */
export const readSaid = (raw: unknown): Measured | null => {
  const measured = readValue(raw);
  if (measured !== null || typeof raw !== "string" || raw.length > CHARACTERS_MAX) return measured;
  const text = raw.trim();
  const trimmed = DEGREES.test(text) ? text.slice(0, -1).trim() : text;
  if (trimmed !== text) return readValue(trimmed.replace(",", "."));
  return COMMA_DECIMAL.test(trimmed) ? readValue(trimmed.replace(",", ".")) : null;
};

/** A number and its unit in one text: `"1250 mm"`, `"5,3°C"`; null for every other text. */
export const numberWithUnit = (raw: unknown): { number: number; unit: string } | null => {
  if (typeof raw !== "string" || raw.length > CHARACTERS_MAX) return null;
  const [, digits, said] = WITH_UNIT.exec(raw.trim()) ?? [];
  const unit = said === undefined ? null : knownUnit(said);
  const number = readSaid(digits);
  return unit === null || unit === "°" || number === null ? null : { number: number.value, unit };
};

/** What air holds of something is never below nothing. */
const isAirs = (kind: SensorKind): boolean => kind === "co2" || kind === "pm25" || kind === "voc";

/** True if a number stands for "not measured". */
export const isNothing = (value: number, kind: SensorKind): boolean =>
  (NARROW_KINDS.has(kind) && NOTHING.has(value)) || (isAirs(kind) && value < 0);

/** A DS18B20 says 85 °C until it has measured once; a pipe or a room is never as hot. */
export const isPowerOn = (value: number, unit: string | null, word: string): boolean =>
  value === 85 && unit === "°C" && !isHotPlace(word);

const one = (word: string): boolean | null => (ON.has(word) ? true : OFF.has(word) ? false : null);

const several = (words: string[]): boolean | null => {
  const said = one(words.at(-1) ?? "");
  const before = words.slice(0, -1);
  if (said === null || !before.every((word) => SUBJECTS.has(word) || NOT.has(word))) return null;
  const isNot = before.some((word) => NOT.has(word));
  return isNot ? (said ? false : null) : said;
};

const known = (text: string): boolean | null => {
  if (text.length > WORD_CHARACTERS_MAX) return null;
  const words = withoutAccents(text)
    .toLowerCase()
    .split(/[\s_!.-]+/)
    .filter(Boolean);
  return one(words.join("")) ?? several(words);
};

/** A value, or a word that is known to name a state. */
export const readStateWord = (raw: unknown): Measured | null => {
  const measured = readValue(raw);
  if (measured !== null || typeof raw !== "string") return measured;
  const isOn = known(raw);
  return isOn === null ? null : { value: isOn ? 1 : 0, isState: true };
};

/** A state of a field that names its words itself, or the code that is one. */
export const readWordOf = (raw: unknown, on: string): Measured | null => {
  const isCode = typeof raw === "number" && /^\d+$/.test(on);
  if (!isCode && (typeof raw !== "string" || raw === "")) return readValue(raw);
  return { value: tablePattern(`^(?:${on})$`).test(String(raw)) ? 1 : 0, isState: true };
};

/** `124.0 Volts`, `14295,827`: of a field that is known to be a number. */
const NUMBER_FIRST = /^([+-]?\d{1,9}(?:[.,]\d{1,9})?)(?:\s[a-z]{1,16})?$/i;

export const readKnownNumber = (raw: unknown): Measured | null => {
  const said =
    typeof raw === "string" && raw.length <= CHARACTERS_MAX ? NUMBER_FIRST.exec(raw.trim())?.[1] : undefined;
  return said === undefined ? null : readValue(said.replace(",", "."));
};
