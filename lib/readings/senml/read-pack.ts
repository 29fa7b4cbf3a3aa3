import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import { healthOf } from "../health.ts";
import type { JsonObject } from "../json.ts";
import { judgeReading } from "../judge-reading.ts";
import { READING_LIMITS } from "../limits.ts";
import { isOwnTime } from "../own-time.ts";
import type { Health, ParsedPayload, ParsedReading } from "../reading.ts";
import { type Measured, readNumber, readValue } from "../values.ts";
import {
  distinctKeys,
  hasSenmlLabel,
  keysOfNames,
  type Meaning,
  meaningOf,
  segmentsOf,
  seriesTag,
  usableRecords,
} from "./labels.ts";

/** Below 2^28 a time is relative to now (RFC 8428, 4.5.3); tested on the sum of base time and time. */
const RELATIVE_BELOW_SECONDS = 2 ** 28;

const DBM_IN_DBW = 30;

const VALUES = ["v", "vb", "vs", "vd"];

/** Epoch milliseconds, kept to the microsecond, of a pack's time; NaN or infinite where it is none. */
export const momentOf = (seconds: number, nowMs: number): number => {
  const ms = Math.round(seconds * 1e6) / 1e3;
  return seconds < RELATIVE_BELOW_SECONDS ? nowMs + ms : ms;
};

type Point = { series: string; moment: number };

const bySeries = <T extends Point>(points: T[]): Map<string, T[]> => Map.groupBy(points, (one) => one.series);

/** Moments 1 ms apart that end at now, in the order of the points' own times, which may be infinite. */
const spaced = <T extends Point>(points: T[], nowMs: number): [T, number][] => {
  const ordered = points.toSorted((a, b) => a.moment - b.moment || 0);
  return ordered.map((point, at) => [point, nowMs - (ordered.length - 1 - at)]);
};

/**
 * New moments for points whose own times can't be (a clock that never was set). A single one gets the receive
 * time. Several of one series must not fall together: they keep their distances, counted back from the newest
 * such point of the pack, or stand 1 ms apart where that would reach too far back.
 */
const movedMoments = <T extends Point>(rejected: T[], nowMs: number): [T, number][] => {
  const newest = rejected.reduce((latest, { moment }) => Math.max(latest, moment), Number.NEGATIVE_INFINITY);
  return [...bySeries(rejected).values()].flatMap((points): [T, number][] => {
    if (points.length === 1) return spaced(points, nowMs);
    const moved = points.map((point): [T, number] => [point, nowMs - (newest - point.moment)]);
    return moved.every(([, moment]) => isOwnTime(moment, nowMs)) ? moved : spaced(points, nowMs);
  });
};

/**
 * How far the newest of a pack's times lies before its receipt, in seconds (negative: after it), where none of them can
 * be; null where any is taken.
 */
export function lagOfRejected(points: readonly Point[], nowMs: number): number | null {
  if (points.length === 0 || points.some(({ moment }) => isOwnTime(moment, nowMs))) return null;
  const lag = (nowMs - Math.max(...points.map(({ moment }) => moment))) / 1_000;
  return Number.isFinite(lag) ? lag : null;
}

/** The moment of every point, the oldest first; no two points of a series share one. */
export const settleMoments = <T extends Point>(points: T[], nowMs: number): Map<T, number> => {
  const accepted = points.filter(({ moment }) => isOwnTime(moment, nowMs));
  const rejected = points.filter(({ moment }) => !isOwnTime(moment, nowMs));
  const settled = new Map(accepted.map((point) => [point, point.moment]));
  const taken = new Set(accepted.map(({ series, moment }) => `${moment} ${series}`));
  // The newest first, so that a moment already taken pushes the older ones further back.
  const moved = movedMoments(rejected, nowMs).toSorted(([, a], [, b]) => b - a);
  const lastOf = new Map<string, number>();
  for (const [point, wanted] of moved) {
    const last = lastOf.get(point.series);
    let moment = last !== undefined && wanted >= last ? last - 1 : wanted;
    while (taken.has(`${moment} ${point.series}`)) moment -= 1;
    lastOf.set(point.series, moment);
    settled.set(point, moment);
  }
  return new Map([...settled].toSorted(([, a], [, b]) => a - b));
};

/** A record with all base fields worked in (RFC 8428, 4.6), its time still in seconds as the pack has it. */
export type ResolvedRecord = {
  name: string;
  /** What says the kind and unit; absent for the last segment of the name. */
  said?: () => string;
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

/**
 * Only numbers (also as strict text, which firmware sends) and booleans are readings; a record with several
 * values says nothing.
 */
const measuredIn = (record: JsonObject, baseValue: number): Measured | null => {
  if (VALUES.filter((label) => Object.hasOwn(record, label)).length !== 1) return null;
  const number = readNumber(record.v);
  if (number !== null) return readValue(baseValue + number);
  return typeof record.vb === "boolean" ? readValue(record.vb) : null;
};

/** Base values are added to numbers, names are put together without a separator, base sums are no reading. */
const resolveRecords = (records: JsonObject[]): ResolvedRecord[] => {
  let base: Base = { name: "", seconds: 0, unit: null, value: 0 };
  const resolved: ResolvedRecord[] = [];
  for (const record of records) {
    base = carry(base, record);
    const measured = measuredIn(record, base.value);
    const name = base.name + text(record.n, "");
    if (measured === null || name === "") continue;
    const unit = typeof record.u === "string" ? record.u : base.unit;
    resolved.push({ name, unit, seconds: base.seconds + number(record.t, 0), measured });
  }
  return resolved;
};

/** One value of one series: a name in one quantity. */
type SeriesPoint = Meaning & { name: string; tag: string; series: string; moment: number };

/** A record whose name is taken apart; `word` is its last segment, null where it has none. */
type NamedRecord = ResolvedRecord & { segments: string[]; word: string | null };

/** A name comes in many records, and is taken apart once. */
const nameRecords = (records: ResolvedRecord[]): NamedRecord[] => {
  const known = new Map<string, string[]>();
  return records.map((record) => {
    const segments = known.get(record.name) ?? segmentsOf(record.name);
    known.set(record.name, segments);
    return { ...record, segments, word: segments.at(-1) ?? null };
  });
};

/**
 * What a record says about the device itself: `%EL` by its unit alone, `battery` and `rssi` by their names.
 */
const healthIn = ({ word: named, unit, measured }: NamedRecord): Health | null => {
  const word = named?.toLowerCase();
  if (measured.isState) return null;
  if (unit === "%EL") return healthOf(measured.value, null);
  if (word === "rssi") return healthOf(null, unit === "dBW" ? measured.value + DBM_IN_DBW : measured.value);
  if (word !== "battery" && word !== "battery_pct") return null;
  const isRatio = (unit === "/" || unit === "%") && measured.value <= 1;
  return healthOf(isRatio ? measured.value * 100 : measured.value, null);
};

const pointOf = (record: NamedRecord, nowMs: number): SeriesPoint => {
  const meaning = meaningOf(record.said?.() ?? record.word ?? "", record.unit, record.measured);
  const tag = seriesTag(record.unit, meaning);
  const moment = momentOf(record.seconds, nowMs);
  return { ...meaning, name: record.name, tag, series: JSON.stringify([record.name, tag]), moment };
};

/**
 * A name in several quantities keeps the plain key for its first; a position never takes the key from
 * another.
 */
const plainTags = (points: SeriesPoint[]): Map<string, string> => {
  const plain = new Map<string, string>();
  const isPosition = (tag: string | undefined) => tag === "lat" || tag === "lon";
  for (const { name, tag } of points) {
    const before = plain.get(name);
    if (before === undefined || (isPosition(before) && !isPosition(tag))) plain.set(name, tag);
  }
  for (const { name, tag } of points) {
    if (isPosition(plain.get(name)) && tag !== plain.get(name)) plain.set(name, "");
  }
  return plain;
};

const keysOf = (points: SeriesPoint[], segments: Map<string, string[]>): Map<string, string> => {
  const plain = plainTags(points);
  const named = keysOfNames(segments);
  const wanted = new Map<string, string>();
  for (const { name, tag, series } of points) {
    const key = named.get(name);
    if (key !== undefined) wanted.set(series, tag === plain.get(name) ? key : `${key}_${tag}`);
  }
  return distinctKeys(wanted);
};

/** A point without a unit is in the unit that other points of its series name, not in an assumed one. */
const shareUnits = (points: SeriesPoint[]): SeriesPoint[] => {
  const named = points.filter(({ followsDeviceUnit }) => !followsDeviceUnit);
  const units = new Map(named.map(({ series, unit }) => [series, unit]));
  return points.map((point) => {
    const unit = point.followsDeviceUnit ? units.get(point.series) : undefined;
    return unit ? { ...point, unit, followsDeviceUnit: false } : point;
  });
};

const placeOf = ({ moment, series }: SeriesPoint): string => `${moment} ${series}`;

/** The last of the points that share a series and a moment. */
const lastOnes = (points: SeriesPoint[]): SeriesPoint[] => [
  ...new Map(points.map((point) => [placeOf(point), point])).values(),
];

/** All points; null as soon as they are more than one body may have. */
const pointsOf = (records: Iterable<NamedRecord>, nowMs: number): SeriesPoint[] | null => {
  const points: SeriesPoint[] = [];
  const places = new Set<string>();
  for (const record of records) {
    const point = pointOf(record, nowMs);
    points.push(point);
    if (places.add(placeOf(point)).size > READING_LIMITS.ingestReadingsMax) return null;
  }
  return points;
};

const readPoints = (
  points: SeriesPoint[],
  segments: Map<string, string[]>,
  nowMs: number,
): Omit<ParsedPayload, "health"> => {
  const keys = keysOf(points, segments);
  const readings: ParsedReading[] = [];
  const faulty = new Set<string>();
  for (const [point, moment] of settleMoments(points, nowMs)) {
    const { kind, unit, followsDeviceUnit, measured } = point;
    const atMs = moment === nowMs ? null : moment;
    const key = keys.get(point.series) ?? "";
    const judged = judgeReading({
      key,
      kind,
      unit,
      followsDeviceUnit,
      measured,
      atMs,
    });
    if (judged?.reading) readings.push(judged.reading);
    else if (judged) faulty.add(judged.key);
  }
  const read = new Set(readings.map((reading) => reading.key));
  return { readings, faultyKeys: [...faulty].filter((key) => !read.has(key)) };
};

/** The readings of resolved records and what they say about the device, the newest word on it. */
export const readRecords = (records: ResolvedRecord[], nowMs: number): Outcome<ParsedPayload> => {
  const timed = nameRecords(records).map((record) => ({ record, health: healthIn(record) }));
  const told = timed
    .filter((one) => one.health !== null)
    .toSorted((a, b) => momentOf(a.record.seconds, nowMs) - momentOf(b.record.seconds, nowMs));
  const health: Health = Object.assign({}, ...told.map((one) => one.health));
  const measured = timed
    .filter((one) => one.health === null && one.record.word !== null)
    .map(({ record }) => record);
  const points = pointsOf(measured, nowMs);
  if (points === null) return refuse("too_many_readings");
  const segments = new Map(measured.map((record) => [record.name, record.segments]));
  const lagSeconds = lagOfRejected(points, nowMs);
  return done({
    ...readPoints(lastOnes(shareUnits(points)), segments, nowMs),
    health,
    ...(lagSeconds === null ? {} : { lagSeconds }),
  });
};

/** A SenML pack (RFC 8428, 8798, 9100): an array in which a record has any SenML label. */
export const isSenml = (body: unknown): body is unknown[] => Array.isArray(body) && body.some(hasSenmlLabel);

export const readSenml = (pack: unknown[], now: Date): Outcome<ParsedPayload> => {
  const records = usableRecords(pack);
  return records.ok ? readRecords(resolveRecords(records.value), now.getTime()) : records;
};
