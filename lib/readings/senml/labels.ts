import { LIMITS } from "../../../schema/limits.ts";
import type { SensorKind } from "../../../schema/vocabulary.ts";
import { done, type Outcome, type Problem, refuse } from "../../kernel/outcome.ts";
import { normaliseUnit, quantityOf } from "../../kernel/units.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import { READING_LIMITS } from "../limits.ts";
import { exactLeafOf } from "../parts/exact-leaves.ts";
import type { Manner } from "../parts/manner.ts";
import { snake } from "../parts/snake.ts";
import { cleanKey, cleanLabel } from "../sensor-keys.ts";
import { isStateKind, kindFromName, SCALE } from "../sensor-kinds.ts";
import { type Measured, readNumber } from "../values.ts";

const TEXT = ["bn", "bu", "n", "u"] as const;
const NUMBERS = ["bt", "bv", "bs", "t", "s", "ut"] as const;
const LABELS = ["bver", "v", "vb", "vs", "vd", ...TEXT, ...NUMBERS];

/** RFC 8428: 10, and 5 from the drafts; RFC 9100 reads it as bits, 26 = 10 and secondary units. */
const VERSIONS = new Set<unknown>([5, 10, 26]);

const NAME_SHOWN_MAX = 24;

/** Written when it is needed: the words of a language take a fresh instance longer to load than all else here. */
const tooManyRecords = (): string =>
  `Too many records: ${READING_LIMITS.senmlRecordsMax.toLocaleString("en")} at most in one SenML pack`;
const NAME_TOO_LONG = `SenML name too long: ${READING_LIMITS.senmlNameCharactersMax} characters at most, with its base name`;

const KEY_CHARACTERS_MAX = LIMITS.sensorKeyCharactersMax;

/** More of a long name would not fit into a key anyway. */
const SEGMENTS_MAX = 8;

export const hasSenmlLabel = (record: unknown): record is JsonObject =>
  isJsonObject(record) && LABELS.some((label) => Object.hasOwn(record, label));

/**
 * A pack of another version, or with a label that must be understood, may not be used at all (RFC 8428, 4.4).
 */
const problemOf = (record: JsonObject): Problem | null => {
  if (Object.hasOwn(record, "bver") && !VERSIONS.has(record.bver)) {
    const version = typeof record.bver === "number" ? ` ${record.bver}` : "";
    return { name: "unsupported_senml", sentence: `Unsupported SenML version${version}` };
  }
  const label = Object.keys(record).find((name) => name.endsWith("_"));
  if (label === undefined) return null;
  const shown = cleanLabel(label.slice(0, NAME_SHOWN_MAX), "_");
  return { name: "unsupported_senml", sentence: `Unsupported SenML: the field ${shown} must be understood` };
};

const isText = (value: unknown): boolean => value === undefined || typeof value === "string";

const isNumber = (value: unknown): boolean => value === undefined || typeof value === "number";

/**
 * True if every label has the type that the RFC defines; other records are left out. A value may also be the strict
 * text of a number, as sent by firmware that formats its own JSON.
 */
const isWellTyped = (record: JsonObject): boolean =>
  (isNumber(record.v) || readNumber(record.v) !== null) &&
  TEXT.every((label) => isText(record[label])) &&
  NUMBERS.every((label) => isNumber(record[label]));

const lengthOf = (text: unknown): number => (typeof text === "string" ? text.length : 0);

/** True if a base name and a name together are longer than allowed, without joining them. */
const hasLongName = (records: JsonObject[]): boolean => {
  let base = 0;
  return records.some((record) => {
    if (typeof record.bn === "string") base = record.bn.length;
    return base + lengthOf(record.n) > READING_LIMITS.senmlNameCharactersMax;
  });
};

/** The records of a pack that may be read; a refusal where the pack as a whole may not. */
export const usableRecords = (pack: unknown[]): Outcome<JsonObject[]> => {
  if (pack.length > READING_LIMITS.senmlRecordsMax) return refuse("too_many_readings", tooManyRecords());
  const records = pack.filter(isJsonObject);
  if (hasLongName(records)) return refuse("unusable_payload", NAME_TOO_LONG);
  for (const record of records) {
    const problem = problemOf(record);
    if (problem) return refuse(problem.name, problem.sentence);
  }
  return done(records.filter(isWellTyped));
};

/** What a record measures, in the units of the house. */
export type Meaning = {
  kind: SensorKind;
  unit: string | null;
  followsDeviceUnit: boolean;
  measured: Measured;
};

/**
 * `%` and `/` are ratios in SenML, "not a percentage", yet many send percent: up to 1 it is taken as a ratio
 * of humidity or level. `%RH` is percent by definition.
 */
const percentOf = (unit: string, kind: SensorKind, measured: Measured): Measured | null => {
  const isRatio = unit.trim() === "%" || unit.trim() === "/";
  if (!isRatio || (kind !== "humidity" && kind !== "level")) return null;
  return Math.abs(measured.value) <= 1 ? { ...measured, value: measured.value * 100 } : measured;
};

const EXACT: Manner = { isExact: true };

/** The meaning of a record by its unit, and by the name where the unit is missing or fits several kinds. */
export const meaningOf = (name: string, said: string | null, measured: Measured): Meaning => {
  const raw = measured.isState ? measured.value === 1 : measured.value;
  const isBit = !measured.isState && said?.trim() === "/" && (raw === 0 || raw === 1);
  const unit = measured.isState || (isBit && isStateKind(kindFromName(name))) ? null : normaliseUnit(said);
  const word = snake(name);
  const leaf =
    said !== null && /^\s*%RH\s*$/i.test(said) && !measured.isState
      ? { kind: "humidity" as const, unit: "%", measured }
      : (exactLeafOf({ name, word, raw, unit }, EXACT) ?? { kind: "generic" as const, unit, measured });
  const isBare = leaf.unit === SCALE && leaf.kind === "temperature";
  const percent = said === null ? null : percentOf(said, leaf.kind, leaf.measured);
  return {
    kind: leaf.kind,
    unit: percent ? "%" : leaf.unit === SCALE ? "°F" : leaf.unit,
    followsDeviceUnit: isBare,
    measured: percent ?? leaf.measured,
  };
};

/**
 * Tells apart what one name carries in several units: the same quantity is one series, `lat` and `lon` are
 * two.
 */
export const seriesTag = (unit: string | null, { kind, unit: known, measured }: Meaning): string => {
  const location = unit === null || measured.isState ? null : /^(?:lat|lon)$/.exec(unit.trim());
  if (location) return location[0];
  if (measured.isState || isStateKind(kind)) return "state";
  if (kind !== "generic") return kind;
  return quantityOf(known) ?? known ?? "value";
};

/**
 * The last parts of a name between `/` and `:` that leave a key: `2001:db8::2/temperature` → 2001, db8, 2,
 * temperature.
 */
export const segmentsOf = (name: string): string[] =>
  name
    .split(/[/:]+/)
    .slice(-SEGMENTS_MAX)
    .map((segment) => cleanKey(segment))
    .filter((segment) => segment !== null);

const sharedIn = (keys: Iterable<string>): Set<string> => {
  const [seen, shared] = [new Set<string>(), new Set<string>()];
  for (const key of keys) (seen.has(key) ? shared : seen).add(key);
  return shared;
};

/**
 * The wanted key of every name, out of its segments (at least one). Names that collide get the segment before
 * in front, all of them alike, as often as it helps.
 */
export const keysOfNames = (segments: Map<string, string[]>): Map<string, string> => {
  const lengths = new Map<string, number>();
  const keyOf = (name: string) => (segments.get(name) ?? []).slice(-(lengths.get(name) ?? 1)).join("_");
  for (;;) {
    const keys = new Map([...segments.keys()].map((name) => [name, keyOf(name)]));
    const shared = sharedIn(keys.values());
    const longer = [...keys].filter(([name, key]) => {
      return shared.has(key) && (lengths.get(name) ?? 1) < (segments.get(name) ?? []).length;
    });
    if (longer.length === 0) return keys;
    for (const [name] of longer) lengths.set(name, (lengths.get(name) ?? 1) + 1);
  }
};

/**
 * A number behind a key that is still taken: its end is what tells names apart, so it is not cut off.
 * `numbers` are those that each key had last: those below are taken.
 */
const numbered = (key: string, taken: Set<string>, numbers: Map<string, number>): string => {
  const short = cleanKey(key) ?? "";
  const characters = [...short];
  if (!taken.has(short)) return short;
  for (let number = (numbers.get(short) ?? 1) + 1; ; number += 1) {
    const suffix = `_${number}`;
    const candidate = characters.slice(0, KEY_CHARACTERS_MAX - suffix.length).join("") + suffix;
    numbers.set(short, number);
    if (!taken.has(candidate)) return candidate;
  }
};

/** Keys of 1–64 characters that differ where the ids differ, in the order of the ids. */
export const distinctKeys = (wanted: Map<string, string>): Map<string, string> => {
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  const keys = new Map<string, string>();
  for (const [id, key] of wanted) {
    const free = numbered(key, taken, numbers);
    taken.add(free);
    keys.set(id, free);
  }
  return keys;
};
