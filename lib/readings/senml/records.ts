import { done, type Outcome, type Problem, refuse } from "../../kernel/outcome.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import { READING_LIMITS } from "../limits.ts";
import { cleanLabel } from "../sensor-keys.ts";
import { type Measured, readNumber, readValue } from "../values.ts";

const TEXT = ["bn", "bu", "n", "u"] as const;
const NUMBERS = ["bt", "bv", "bs", "t", "s", "ut"] as const;
const VALUES = ["v", "vb", "vs", "vd"] as const;
const LABELS = ["bver", ...VALUES, ...TEXT, ...NUMBERS];

/** RFC 8428: 10, and 5 from the drafts; RFC 9100 reads it as bits, 26 = 10 and secondary units. */
const VERSIONS = new Set<unknown>([5, 10, 26]);

const NAME_SHOWN_MAX = 24;

/** Written when it is needed: the words of a language take a fresh instance longer to load than all else here. */
const tooManyRecords = (): string =>
  `Too many records: ${READING_LIMITS.senmlRecordsMax.toLocaleString("en")} at most in one SenML pack`;
const NAME_TOO_LONG = `SenML name too long: ${READING_LIMITS.senmlNameCharactersMax} characters at most, with its base name`;

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

const isOf = (type: "string" | "number", value: unknown): boolean =>
  value === undefined || typeof value === type;

/**
 * True if every label has the type that the RFC defines; other records are left out. A value may also be the strict
 * text of a number, as sent by firmware that formats its own JSON.
 */
const isWellTyped = (record: JsonObject): boolean =>
  (isOf("number", record.v) || readNumber(record.v) !== null) &&
  TEXT.every((label) => isOf("string", record[label])) &&
  NUMBERS.every((label) => isOf("number", record[label]));

/** A record with all base fields worked in (RFC 8428, 4.6), its time still in seconds as the pack has it. */
export type ResolvedRecord = {
  name: string;
  unit: string | null;
  seconds: number;
  measured: Measured;
};

type Base = { name: string; seconds: number; unit: string | null; value: number };

const text = (value: unknown, otherwise: string): string => (typeof value === "string" ? value : otherwise);

const number = (value: unknown, otherwise: number): number => (typeof value === "number" ? value : otherwise);

/** A base field applies from its own record on, until the same field comes again. */
const carry = (base: Base, record: JsonObject): Base => ({
  name: text(record.bn, base.name),
  seconds: number(record.bt, base.seconds),
  unit: typeof record.bu === "string" ? record.bu : base.unit,
  value: number(record.bv, base.value),
});

/** Only numbers and booleans are readings; a record with several values says nothing, nor do base sums. */
const measuredIn = (record: JsonObject, baseValue: number): Measured | null => {
  if (VALUES.filter((label) => Object.hasOwn(record, label)).length !== 1) return null;
  const value = readNumber(record.v);
  if (value !== null) return readValue(baseValue + value);
  return typeof record.vb === "boolean" ? readValue(record.vb) : null;
};

/** The length of a name with its base name, without joining them. */
const isTooLong = (base: Base, { n }: JsonObject): boolean =>
  base.name.length + text(n, "").length > READING_LIMITS.senmlNameCharactersMax;

/** The records of a pack that say something, their base fields worked in; a refusal where it may not be used. */
export const resolveRecords = (pack: unknown[]): Outcome<ResolvedRecord[]> => {
  if (pack.length > READING_LIMITS.senmlRecordsMax) return refuse("too_many_readings", tooManyRecords());
  const records = pack.filter(isJsonObject);
  const problem = records.map(problemOf).find((one) => one !== null);
  if (problem) return refuse(problem.name, problem.sentence);
  let base: Base = { name: "", seconds: 0, unit: null, value: 0 };
  const resolved: ResolvedRecord[] = [];
  for (const record of records) {
    const next = carry(base, record);
    if (isTooLong(next, record)) return refuse("unusable_payload", NAME_TOO_LONG);
    if (!isWellTyped(record)) continue;
    base = next;
    const measured = measuredIn(record, base.value);
    const name = base.name + text(record.n, "");
    if (measured === null || name === "") continue;
    const unit = typeof record.u === "string" ? record.u : base.unit;
    resolved.push({ name, unit, seconds: base.seconds + number(record.t, 0), measured });
  }
  return done(resolved);
};
