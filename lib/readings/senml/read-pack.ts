import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import { healthOf } from "../health.ts";
import { type Judged, judgeReading, payloadOf } from "../judge-reading.ts";
import { READING_LIMITS } from "../limits.ts";
import { type Settled, settledMoments } from "../own-time.ts";
import type { Health, ParsedPayload } from "../reading.ts";
import { cleanKey } from "../sensor-keys.ts";
import { type Meaning, meaningOf, tagOf } from "./meaning.ts";
import { hasSenmlLabel, type ResolvedRecord, resolveRecords } from "./records.ts";

/** Below 2^28 a time is relative to now (RFC 8428, 4.5.3); tested on the sum of base time and time. */
const RELATIVE_BELOW_SECONDS = 2 ** 28;

const DBM_IN_DBW = 30;

/** More of a long name would not fit into a key anyway. */
const SEGMENTS_MAX = 8;

/** Epoch milliseconds, kept to the microsecond, of a pack's time; NaN or infinite where it is none. */
const momentOf = (seconds: number, nowMs: number): number => {
  const ms = Math.round(seconds * 1e6) / 1e3;
  return seconds < RELATIVE_BELOW_SECONDS ? nowMs + ms : ms;
};

/** The last parts of a name between `/` and `:` that leave a key: `2001:db8::2/temperature` → 2001, db8, 2, temperature. */
const segmentsOf = (name: string): string[] =>
  name
    .split(/[/:]+/)
    .slice(-SEGMENTS_MAX)
    .map((segment) => cleanKey(segment))
    .filter((segment) => segment !== null);

/** A record whose name is taken apart. */
type NamedRecord = ResolvedRecord & { word: string; moment: number };

/**
 * What a record says about the device itself: `%EL` by its unit alone, `battery` and `rssi` by their names.
 */
const healthIn = ({ word: said, unit, measured }: NamedRecord): Health | null => {
  const [word, { value }] = [said.toLowerCase(), measured];
  if (measured.isState) return null;
  if (unit === "%EL") return healthOf(value, null);
  if (word === "rssi") return healthOf(null, unit === "dBW" ? value + DBM_IN_DBW : value);
  if (word !== "battery" && word !== "battery_pct") return null;
  return healthOf((unit === "/" || unit === "%") && value <= 1 ? value * 100 : value, null);
};

/** One value of one series: a name in one quantity. */
type Point = Meaning & { name: string; tag: string; moment: number };

/** Names that collide get the segment before in front, all of them alike, as often as it helps. */
const keysOfNames = (segments: Map<string, string[]>): Map<string, string> => {
  const lengths = new Map<string, number>();
  const keyOf = (name: string) => (segments.get(name) ?? []).slice(-(lengths.get(name) ?? 1)).join("_");
  for (;;) {
    const byKey = Map.groupBy(segments.keys(), keyOf);
    const longer = [...byKey.values()]
      .filter((names) => names.length > 1)
      .flat()
      .filter((name) => (lengths.get(name) ?? 1) < (segments.get(name) ?? []).length);
    if (longer.length === 0) return new Map([...segments.keys()].map((name) => [name, keyOf(name)]));
    for (const name of longer) lengths.set(name, (lengths.get(name) ?? 1) + 1);
  }
};

const seriesOf = ({ name, tag }: Point): string => `${tag} ${name}`;

/**
 * The key of each series. A name in several quantities keeps the plain key for its first, but a position never takes it from
 * another; keys that are still alike are numbered.
 */
const keysOf = (points: Point[], segments: Map<string, string[]>): Map<string, string> => {
  const tags = Map.groupBy(points, ({ name }) => name);
  const plain = new Map(
    [...tags].map(([name, those]) => {
      const said = [...new Set(those.map(({ tag }) => tag))];
      return [name, said.find((tag) => !/^l(?:at|on)$/.test(tag)) ?? (said.length === 1 ? said[0] : null)];
    }),
  );
  const named = keysOfNames(segments);
  const [keys, taken] = [new Map<string, string>(), new Set<string>()];
  for (const point of points) {
    if (keys.has(seriesOf(point))) continue;
    const key = named.get(point.name) ?? "";
    const wanted = point.tag === plain.get(point.name) ? key : `${key}_${point.tag}`;
    let free = cleanKey(wanted) ?? "";
    for (let number = 2; taken.has(free); number += 1) free = cleanKey(`${wanted}_${number}`) ?? "";
    taken.add(free);
    keys.set(seriesOf(point), free);
  }
  return keys;
};

/** All points; null as soon as they are more than one body may have. */
const pointsOf = (records: NamedRecord[]): Point[] | null => {
  const points: Point[] = [];
  const places = new Set<string>();
  for (const { name, word, unit, moment, measured } of records) {
    const meaning = meaningOf(word, unit, measured);
    const point = { ...meaning, name, tag: tagOf(unit, meaning), moment };
    points.push(point);
    if (places.add(`${moment} ${seriesOf(point)}`).size > READING_LIMITS.ingestReadingsMax) return null;
  }
  return points;
};

/** A point without a unit is in the unit that other points of its series name, not in an assumed one. */
const unitsOf = (points: Point[]): Map<string, string | null> =>
  new Map(
    points
      .filter(({ followsDeviceUnit }) => !followsDeviceUnit)
      .map((point) => [seriesOf(point), point.unit]),
  );

const judged = (points: Point[], keys: Map<string, string>, atMs: Settled["atMs"]): (Judged | null)[] => {
  const units = unitsOf(points);
  return points.map((point) => {
    const { kind, measured, followsDeviceUnit } = point;
    const said = followsDeviceUnit ? units.get(seriesOf(point)) : undefined;
    const unit = said ? { unit: said } : { unit: point.unit, followsDeviceUnit };
    const key = keys.get(seriesOf(point)) ?? "";
    return judgeReading({ key, kind, measured, atMs: atMs(point.moment), ...unit });
  });
};

/** A SenML pack (RFC 8428, 8798, 9100): an array in which a record has any SenML label. */
export const isSenml = (body: unknown): body is unknown[] => Array.isArray(body) && body.some(hasSenmlLabel);

/** The readings of a pack and what it says about the device, the newest word on it. */
export const readSenml = (pack: unknown[], now: Date): Outcome<ParsedPayload> => {
  const records = resolveRecords(pack);
  if (!records.ok) return records;
  const segments = new Map<string, string[]>();
  for (const { name } of records.value) if (!segments.has(name)) segments.set(name, segmentsOf(name));
  const named = records.value
    .map((record): NamedRecord => {
      const moment = momentOf(record.seconds, now.getTime());
      return { ...record, moment, word: segments.get(record.name)?.at(-1) ?? "" };
    })
    .toSorted((a, b) => a.moment - b.moment || 0);
  const health: Health = Object.assign({}, ...named.map(healthIn));
  const measured = named.filter((record) => record.word !== "" && healthIn(record) === null);
  const points = pointsOf(measured);
  if (points === null) return refuse("too_many_readings");
  const { atMs, ...lag } = settledMoments(
    points.map(({ moment }) => moment),
    now,
  );
  const names = new Map(measured.map(({ name }) => [name, segments.get(name) ?? []]));
  const payload = payloadOf(judged(points, keysOf(points, names), atMs), health);
  return payload.ok ? done({ ...payload.value, ...lag }) : payload;
};
