import type { SensorKind } from "../../../schema/vocabulary.ts";
import { done, type Outcome, type Problem, refuse } from "../../kernel/outcome.ts";
import { normaliseUnit, quantityOf } from "../../kernel/units.ts";
import { barePressure } from "../flat-names.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import { READING_LIMITS } from "../limits.ts";
import { cleanLabel } from "../sensor-keys.ts";
import { guessKind, isStateKind, kindFromName } from "../sensor-kinds.ts";
import { unitOf } from "../unit-marks.ts";
import { type Measured, readNumber } from "../values.ts";

const TEXT = ["bn", "bu", "n", "u"] as const;
const NUMBERS = ["bt", "bv", "bs", "t", "s", "ut"] as const;
const LABELS = ["bver", "v", "vb", "vs", "vd", ...TEXT, ...NUMBERS];

export const hasSenmlLabel = (record: unknown): record is JsonObject =>
  isJsonObject(record) && LABELS.some((label) => Object.hasOwn(record, label));

/** RFC 8428: 10, and 5 from the drafts; RFC 9100 reads it as bits, 26 = 10 and secondary units. */
const VERSIONS = new Set<unknown>([5, 10, 26]);

const NAME_SHOWN_MAX = 24;

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
 * Whether every label has the type that the RFC gives it; a record that has not is left out. A value may also
 * be the strict text of a number, as firmware that formats its own JSON sends it.
 */
const isWellTyped = (record: JsonObject): boolean =>
  (isNumber(record.v) || readNumber(record.v) !== null) &&
  TEXT.every((label) => isText(record[label])) &&
  NUMBERS.every((label) => isNumber(record[label]));

const TOO_MANY_RECORDS = `Too many records: ${READING_LIMITS.senmlRecordsMax.toLocaleString("en")} at most in one SenML pack`;
const NAME_TOO_LONG = `SenML name too long: ${READING_LIMITS.senmlNameCharactersMax} characters at most, with its base name`;

const lengthOf = (text: unknown): number => (typeof text === "string" ? text.length : 0);

/**
 * Whether a base name and the name behind it are longer than allowed together, without putting them together.
 */
const hasLongName = (records: JsonObject[]): boolean => {
  let base = 0;
  return records.some((record) => {
    if (typeof record.bn === "string") base = record.bn.length;
    return base + lengthOf(record.n) > READING_LIMITS.senmlNameCharactersMax;
  });
};

/** The records of a pack that may be read; a refusal where the pack as a whole may not. */
export const usableRecords = (body: unknown): Outcome<JsonObject[]> => {
  if (!Array.isArray(body)) return done([]);
  if (body.length > READING_LIMITS.senmlRecordsMax) return refuse("too_many_readings", TOO_MANY_RECORDS);
  const records = body.filter(isJsonObject);
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

/** The meaning of a record by its unit, and by the name where the unit is missing or fits several kinds. */
export const meaningOf = (name: string, unit: string | null, measured: Measured): Meaning => {
  if (measured.isState) {
    return { kind: kindFromName(name), unit: null, followsDeviceUnit: false, measured };
  }
  const known = normaliseUnit(unit);
  if (unit === null || known === null) {
    const kind = guessKind(name, null, false);
    return { kind, measured, ...unitOf(name, kind, null), ...barePressure(name, kind, measured) };
  }
  const kind = /^\s*%RH\s*$/i.test(unit) ? "humidity" : guessKind(name, known, false);
  const percent = percentOf(unit, kind, measured);
  return { kind, unit: percent ? "%" : known, followsDeviceUnit: false, measured: percent ?? measured };
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
