import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import { normaliseUnit, quantityOf } from "../../kernel/units.ts";
import { healthOf } from "../health.ts";
import { READING_LIMITS } from "../limits.ts";
import type { Field, Part } from "../parts/manner.ts";
import { readParts } from "../parts/read-parts.ts";
import { snake } from "../parts/snake.ts";
import type { Health, ParsedPayload } from "../reading.ts";
import { cleanKey } from "../sensor-keys.ts";
import { guessKind, kindFromName } from "../sensor-kinds.ts";
import { hasSenmlLabel, type ResolvedRecord, resolveRecords } from "./records.ts";

/** Below 2^28 a time is relative to now (RFC 8428, 4.5.3); tested on the sum of base time and time. */
const RELATIVE_BELOW_SECONDS = 2 ** 28;

const DBM_IN_DBW = 30;

/** More of a long name would not fit into a key anyway. */
const SEGMENTS_MAX = 8;

/** Epoch milliseconds, kept to the microsecond, of a pack's time. */
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

/** A record whose name is taken apart; `tag` tells the quantities apart that one name carries. */
type Point = ResolvedRecord & { word: string; tag: string; moment: number };

/** What a record says about the device itself: `%EL` by its unit alone, `battery` and `rssi` by their names. */
const healthIn = ({ word: said, unit, measured }: Point): Health | null => {
  const [word, { value }] = [said.toLowerCase(), measured];
  if (measured.isState) return null;
  if (unit === "%EL") return healthOf(value, null);
  if (word === "rssi") return healthOf(null, unit === "dBW" ? value + DBM_IN_DBW : value);
  if (word !== "battery" && word !== "battery_pct") return null;
  return healthOf((unit === "/" || unit === "%") && value <= 1 ? value * 100 : value, null);
};

const isRelativeHumidity = (unit: string | null): boolean => /^\s*%RH\s*$/i.test(unit ?? "");

/** The same quantity is one series, `lat` and `lon` are two. */
const tagOf = (word: string, unit: string | null, { isState }: ResolvedRecord["measured"]): string => {
  if (isState) return "state";
  if (isRelativeHumidity(unit)) return "humidity";
  const known = normaliseUnit(unit);
  const kind = guessKind(snake(word), known, false);
  const said = /^(?:lat|lon)$/.exec(unit?.trim() ?? "")?.[0];
  return said ?? (kind === "generic" ? (quantityOf(known) ?? known ?? "value") : kind);
};

/**
 * `%` and `/` are ratios in SenML, "not a percentage", yet many send percent: up to 1 it is taken as a ratio of humidity
 * or level. `%RH` is percent by definition.
 */
const fieldOf = ({ word, unit, measured }: Point): Field | undefined => {
  if (measured.isState) return undefined;
  if (isRelativeHumidity(unit)) return { kind: "humidity", unit: "%" };
  const kind = /^\s*[%/]\s*$/.test(unit ?? "") ? kindFromName(word) : "generic";
  if (kind === "level" && measured.value < 0) return { kind: "generic", unit: null };
  if (kind !== "humidity" && kind !== "level") return undefined;
  return { kind, unit: "%", times: Math.abs(measured.value) <= 1 ? 100 : 1 };
};

/** Names that collide get the segment before in front, all of them alike, as often as it helps. */
const keysOfNames = (names: ReadonlyMap<string, string[]>): Map<string, string> => {
  const keys = new Map([...names].map(([name, segments]) => [name, segments.at(-1) ?? ""]));
  for (let length = 2; length <= SEGMENTS_MAX; length += 1) {
    const alike = [...Map.groupBy(keys.keys(), (name) => keys.get(name)).values()];
    for (const name of alike.filter((those) => those.length > 1).flat())
      keys.set(name, (names.get(name) ?? []).slice(-length).join("_"));
  }
  return keys;
};

const seriesOf = ({ name, tag }: Point): string => `${tag} ${name}`;

const isPosition = (tag: string): boolean => tag === "lat" || tag === "lon";

/**
 * The key of each series. A name in several quantities keeps the plain key for its first, but a position never takes it from
 * another; keys that are still alike are numbered.
 */
const keysOf = (points: Point[], names: ReadonlyMap<string, string[]>): Map<string, string> => {
  const named = keysOfNames(names);
  const tags = Map.groupBy(points, ({ name }) => name);
  const [keys, taken] = [new Map<string, string>(), new Set<string>()];
  for (const point of points) {
    if (keys.has(seriesOf(point))) continue;
    const others = tags.get(point.name) ?? [];
    const plain = others.find(({ tag }) => !isPosition(tag)) ?? others.find(({ tag }) => tag !== point.tag);
    const isPlain = plain === undefined || (plain.tag === point.tag && !isPosition(point.tag));
    const wanted = [named.get(point.name), ...(isPlain ? [] : [point.tag])].join("_");
    let key = cleanKey(wanted) ?? "";
    for (let number = 2; taken.has(key); number += 1) key = cleanKey(`${wanted}_${number}`) ?? "";
    taken.add(key);
    keys.set(seriesOf(point), key);
  }
  return keys;
};

/** A SenML pack (RFC 8428, 8798, 9100): an array in which a record has any SenML label. */
export const isSenml = (body: unknown): body is unknown[] => Array.isArray(body) && body.some(hasSenmlLabel);

/** The readings of a pack and what it says about the device, the newest word on it. */
export const readSenml = (pack: unknown[], now: Date): Outcome<ParsedPayload> => {
  const records = resolveRecords(pack);
  if (!records.ok) return records;
  const places = records.value.map(({ name, seconds, unit }) => `${seconds} ${unit} ${name}`);
  // Refused before their names are taken apart.
  if (new Set(places).size > READING_LIMITS.ingestReadingsMax) return refuse("too_many_readings");
  const segments = new Map<string, string[]>();
  // A record without a unit is in the one that others of its name give.
  const units = new Map<string, string | null>();
  for (const { name, unit } of records.value) {
    if (!segments.has(name)) segments.set(name, segmentsOf(name));
    if (unit !== null) units.set(name, unit);
  }
  const points = records.value
    .map((record): Point => {
      const [word, unit] = [segments.get(record.name)?.at(-1) ?? "", record.unit ?? units.get(record.name)];
      const tag = tagOf(word, unit ?? null, record.measured);
      return { ...record, unit: unit ?? null, word, tag, moment: momentOf(record.seconds, now.getTime()) };
    })
    .toSorted((a, b) => a.moment - b.moment || 0);
  const measured = points.filter((point) => point.word !== "" && healthIn(point) === null);
  const names = new Map(measured.map(({ name }) => [name, segments.get(name) ?? []]));
  const keys = keysOf(measured, names);
  const parts = measured.map((point): Part => {
    const [{ word, unit, moment }, key, field] = [point, keys.get(seriesOf(point)) ?? "", fieldOf(point)];
    const { isState, value } = point.measured;
    const manner = { isExact: true, ...(field === undefined ? {} : { fields: { [word]: field } }) };
    const said = isState || field !== undefined || unit === null ? [] : [{ [word]: unit }];
    const members = { [word]: isState ? value === 1 : value };
    return { key, label: key, members, manner, units: said, isWhole: true, isPart: true, moment };
  });
  const payload = readParts(parts, now);
  const health: Health = Object.assign({}, ...points.map(healthIn));
  return payload.ok ? done({ ...payload.value, health }) : payload;
};
