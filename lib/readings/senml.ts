import { done, type Outcome, type Problem, refuse } from "../kernel/outcome.ts";
import { normalizeUnit, quantityOf } from "../kernel/units.ts";
import { isJsonObject, type JsonObject, objectElements } from "./json.ts";
import { READING_LIMITS } from "./limits.ts";
import { onePart } from "./own-shapes.ts";
import type { Field, Part } from "./parts/manner.ts";
import { healthOf, readParts } from "./parts/read-parts.ts";
import type { Health, ParsedPayload } from "./reading.ts";
import { cleanKey, cleanLabel } from "./sensor-keys.ts";
import { guessKind, isStateKind, kindFromName } from "./sensor-kinds.ts";
import { type Measured, readNumber, readStateWord, readValue } from "./values.ts";

const VALUES = ["v", "vb", "vs", "vd"];
const TEXTS = ["bn", "bu", "n", "u"];
const NUMBERS = ["bt", "bv", "bs", "t", "s", "ut"];
const LABELS = ["bver", ...VALUES, ...TEXTS, ...NUMBERS];

/** 10 in RFC 8428, 5 in its drafts. RFC 9100 reads the version as bits: 26 is 10 plus secondary units. */
const VERSIONS = new Set<unknown>([5, 10, 26]);

/** A time below 2^28 is relative to now (RFC 8428, 4.5.3); this applies to the sum of base time and time. */
const RELATIVE_BELOW_SECONDS = 2 ** 28;

const DBM_IN_DBW = 30;

/** A key has no room for more parts of a name. */
const SEGMENTS_MAX = 8;

const NAME_SHOWN_MAX = 24;
/** A function, because loading the locale takes a fresh instance longer than everything else here. */
const tooManyRecords = (): string =>
  `Too many records: ${READING_LIMITS.senmlRecordsMax.toLocaleString("en")} at most in one SenML pack`;
const NAME_TOO_LONG = `SenML name too long: ${READING_LIMITS.senmlNameCharactersMax} characters at most, with its base name`;

/** A SenML pack (RFC 8428, 8798, 9100): an array in which a record has any SenML label but `t`, as other records may. */
export const isSenml = (body: unknown): body is unknown[] =>
  objectElements(body).some((record) =>
    LABELS.some((label) => label !== "t" && Object.hasOwn(record, label)),
  );

/** An unknown version, or a label that must be understood, forbids using the pack at all (RFC 8428, 4.4). */
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

type SenmlRecord = Partial<Record<"bn" | "bu" | "n" | "u", string> & Record<"bt" | "bv" | "t", number>> & {
  v?: unknown;
  vb?: unknown;
  vs?: unknown;
};

/**
 * True if every label has the RFC's type; other records are left out. A value may also be a number as strict text,
 * since some firmware formats its own JSON.
 */
const isWellTyped = (record: JsonObject): record is SenmlRecord =>
  (record.v === undefined || typeof record.v === "number" || readNumber(record.v) !== null) &&
  TEXTS.every((label) => ["undefined", "string"].includes(typeof record[label])) &&
  NUMBERS.every((label) => ["undefined", "number"].includes(typeof record[label]));

/** Reads a number, a boolean or a state word; null for a record with several values or none. Sums are ignored. */
const measuredIn = (record: SenmlRecord, baseValue: number): Measured | null => {
  if (VALUES.filter((label) => Object.hasOwn(record, label)).length !== 1) return null;
  const value = readNumber(record.v);
  if (value !== null) return readValue(baseValue + value);
  if (typeof record.vb === "boolean") return readValue(record.vb);
  return isStateKind(kindFromName(record.n ?? "")) ? readStateWord(record.vs) : null;
};

/** A record with its base fields applied (RFC 8428, 4.6); its time is still in the pack's seconds. */
type Resolved = { name: string; unit: string | null; seconds: number; measured: Measured };

/** Applies base fields: each holds from its record until the same field comes again. */
const resolve = (pack: unknown[]): Outcome<Resolved[]> => {
  if (pack.length > READING_LIMITS.senmlRecordsMax) return refuse("too_many_readings", tooManyRecords());
  const records = pack.filter(isJsonObject);
  const problem = records.map(problemOf).find((one) => one !== null);
  if (problem) return refuse(problem.name, problem.sentence);
  const resolved: Resolved[] = [];
  let base: { bn: string; bu: string | null; bt: number; bv: number } = { bn: "", bu: null, bt: 0, bv: 0 };
  for (const record of records.filter(isWellTyped)) {
    const { bn = base.bn, bu = base.bu, bt = base.bt, bv = base.bv, n = "", u = bu, t = 0 } = record;
    if (bn.length + n.length > READING_LIMITS.senmlNameCharactersMax)
      return refuse("unusable_payload", NAME_TOO_LONG);
    base = { bn, bu, bt, bv };
    const measured = measuredIn(record, bv);
    if (measured !== null && bn + n !== "")
      resolved.push({ name: bn + n, unit: u, seconds: bt + t, measured });
  }
  return done(resolved);
};

/** Returns a pack's time as epoch milliseconds, precise to the microsecond. */
const momentOf = (seconds: number, nowMs: number): number => {
  const ms = Math.round(seconds * 1e6) / 1e3;
  return seconds < RELATIVE_BELOW_SECONDS ? nowMs + ms : ms;
};

/** Returns a name's last parts that make keys, split at `/` and `:`: `2001:db8::2/temp` → 2001, db8, 2, temp. */
const segmentsOf = (name: string): string[] =>
  name
    .split(/[/:]+/)
    .slice(-SEGMENTS_MAX)
    .flatMap((segment) => cleanKey(segment) ?? []);

/** A record with its name split; `tag` distinguishes quantities under the same name. */
type Point = Resolved & { segments: string[]; word: string; tag: string; moment: number };

/** Reads health: `%EL` by its unit alone, `battery` and `rssi` by their names; null for other records. */
const healthIn = ({ word: said, unit, measured }: Point): Health | null => {
  const [word, { value }] = [said.toLowerCase(), measured];
  if (measured.isState) return null;
  if (unit === "%EL") return healthOf(value, null);
  if (word === "rssi") return healthOf(null, unit === "dBW" ? value + DBM_IN_DBW : value);
  if (word !== "battery" && word !== "battery_pct") return null;
  return healthOf((unit === "/" || unit === "%") && value <= 1 ? value * 100 : value, null);
};

const isRelativeHumidity = (unit: string | null): boolean => /^\s*%RH\s*$/i.test(unit ?? "");

/** Returns the quantity that names a series; `lat` and `lon` are two. */
const tagOf = (word: string, unit: string | null, { isState }: Measured): string => {
  if (isState) return "state";
  if (isRelativeHumidity(unit)) return "humidity";
  const known = normalizeUnit(unit);
  const kind = guessKind(word, known, false);
  const said = /^(?:lat|lon)$/.exec(unit?.trim() ?? "")?.[0];
  return said ?? (kind === "generic" ? (quantityOf(known) ?? known ?? "value") : kind);
};

/**
 * Decides the kind and scale. `%` and `/` are ratios in SenML, "not a percentage", yet many send percent: a humidity or
 * level up to 1 is a ratio. `%RH` is percent by definition.
 */
const fieldOf = ({ word, unit, measured }: Point): Field | undefined => {
  if (measured.isState) return undefined;
  if (isRelativeHumidity(unit)) return { kind: "humidity", unit: "%" };
  const [kind, { value }] = [/^\s*[%/]\s*$/.test(unit ?? "") ? kindFromName(word) : "generic", measured];
  if (kind === "level" && value < 0) return { kind: "generic", unit: null };
  if (kind === "humidity" || kind === "level")
    return { kind, unit: "%", times: Math.abs(value) <= 1 ? 100 : 1 };
  return isStateKind(kind) && (value === 0 || value === 1) ? { kind } : undefined;
};

/** Returns a key per name. Names that collide all get the segment before, repeatedly if that helps. */
const keysOfNames = (points: readonly Point[]): Map<string, string> => {
  const names = new Map(points.map(({ name, segments }) => [name, segments]));
  const keys = new Map([...names].map(([name, segments]) => [name, segments.at(-1) ?? ""]));
  for (let length = 2; length <= SEGMENTS_MAX; length += 1) {
    const alike = [...Map.groupBy(keys.keys(), (name) => keys.get(name)).values()];
    for (const name of alike.filter((those) => those.length > 1).flat())
      keys.set(name, (names.get(name) ?? []).slice(-length).join("_"));
  }
  return keys;
};

const seriesOf = ({ name, tag }: Point): string => `${tag} ${name}`;

/** Returns the quantity that keeps the plain key of a name: the first that isn't a position. */
const plainTag = (points: readonly Point[]): string | undefined => {
  const tags = new Set(points.map(({ tag }) => tag));
  return tags.size === 1 ? points[0]?.tag : [...tags].find((tag) => tag !== "lat" && tag !== "lon");
};

/** Returns the key of each series; keys that still collide are numbered. */
const keysOf = (points: readonly Point[]): Map<string, string> => {
  const [named, byName] = [keysOfNames(points), Map.groupBy(points, ({ name }) => name)];
  const plain = new Map([...byName].map(([name, those]) => [name, plainTag(those)]));
  const [keys, taken] = [new Map<string, string>(), new Set<string>()];
  for (const point of points) {
    if (keys.has(seriesOf(point))) continue;
    const name = named.get(point.name) ?? "";
    const wanted = plain.get(point.name) === point.tag ? name : `${name}_${point.tag}`;
    let key = cleanKey(wanted) ?? "";
    for (let number = 2; taken.has(key); number += 1) key = cleanKey(`${wanted}_${number}`) ?? "";
    taken.add(key);
    keys.set(seriesOf(point), key);
  }
  return keys;
};

/** Returns the records ordered by time; one without a unit has that of others with its name. */
const pointsOf = (records: readonly Resolved[], nowMs: number): Point[] => {
  const units = new Map(records.flatMap(({ name, unit }) => (unit === null ? [] : [[name, unit] as const])));
  const apart = new Map<string, string[]>();
  return records
    .map((record): Point => {
      const { name, seconds, measured } = record;
      const segments = apart.get(name) ?? segmentsOf(name);
      apart.set(name, segments);
      const [word, unit] = [segments.at(-1) ?? "", record.unit ?? units.get(name) ?? null];
      const tag = tagOf(word, unit, measured);
      return { ...record, unit, segments, word, tag, moment: momentOf(seconds, nowMs) };
    })
    .toSorted((a, b) => a.moment - b.moment || 0);
};

const partOf = (point: Point, key: string): Part => {
  const [{ word, unit, moment, measured }, field] = [point, fieldOf(point)];
  const raw = measured.isState ? measured.value === 1 : measured.value;
  const isBare = measured.isState || field !== undefined;
  return onePart({ key, raw, name: word, unit: isBare ? null : unit, field, moment });
};

/** Reads a pack's readings, and its latest word on the device's health. */
export const readSenml = (pack: unknown[], now: Date): Outcome<ParsedPayload> => {
  const records = resolve(pack);
  if (!records.ok) return records;
  const points = pointsOf(records.value, now.getTime());
  const measured = points.filter((point) => point.word !== "" && healthIn(point) === null);
  const keys = keysOf(measured);
  const parts = measured.map((point) => partOf(point, keys.get(seriesOf(point)) ?? ""));
  const payload = readParts(parts, now);
  const health: Health = Object.assign({}, ...points.map(healthIn));
  return payload.ok ? done({ ...payload.value, health }) : payload;
};
