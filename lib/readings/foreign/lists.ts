import { entriesOf, isStructure, type JsonObject, objectMembers } from "../json.ts";
import { READING_LIMITS } from "../limits.ts";
import { isOwnTime, momentSaid } from "../own-time.ts";
import type { Part } from "../parts/manner.ts";
import words from "../words.json" with { type: "json" };
import { identityOf, shortText } from "./names.ts";

const HEADERS = ["columns", "fields", "headers", "header", "keys", "names", "sensors", "parameters"];
const ROWS = ["data", "values", "rows", "records", "datapoints", "data_points", "points"];

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string");

const cells = (row: unknown[], names: string[]): JsonObject =>
  Object.fromEntries(names.map((name, at) => [name, row[at]]));

/** The units of a table's columns: `{"sensors":["tmp"],"units":["C"],"datapoints":[[21.4]]}`. */
export const columnUnitsOf = (object: JsonObject): JsonObject | null => {
  if (!isTexts(object.units)) return null;
  const names = HEADERS.map((name) => object[name]).find(isTexts);
  return names === undefined ? null : cells(object.units, names);
};

const isList = (value: unknown): value is unknown[] => Array.isArray(value);

/** `{"fields":["temperature"],"data":[[70],[71]]}`: a table's rows; null where it is none. */
const tableRows = (object: JsonObject): JsonObject[] | null => {
  const names = HEADERS.map((name) => object[name]).find(isTexts);
  const rows = ROWS.map((name) => object[name]).find(isList);
  if (names === undefined || !isList(rows)) return null;
  if (rows.length > 0 && rows.every(isList)) return rows.map((row) => cells(row, names));
  return rows.length === names.length && !rows.some(isStructure) ? [cells(rows, names)] : null;
};

/** `{"time":[…],"temperature":[5.1,5]}`: the rows of columns of one length, one of them of times. */
const columnRows = (object: JsonObject): JsonObject[] | null => {
  const columns = entriesOf(object).filter(([, value]) => isList(value) && !value.some(isStructure));
  const times = columns.find(([name]) => TIME_NAMES.has(name))?.[1];
  if (!isList(times) || times.length < 2 || columns.length < 2) return null;
  const whole = columns.filter(([, value]) => isList(value) && value.length === times.length);
  return times.map((_, at) =>
    Object.fromEntries(whole.map(([name, value]) => [name, isList(value) ? value[at] : null])),
  );
};

/** `{"2026-01-09T15:00:00Z":{"temp":4.5},…}` */
const keyedRows = (object: JsonObject): JsonObject[] | null => {
  const entries = objectMembers(object);
  return entries.length > 1 && entries.every(([name]) => Number.isFinite(momentSaid(name)))
    ? entries.map(([time, row]) => ({ ...row, time }))
    : null;
};

/** What was measured several times and stands as a table, in columns or by its times, a row each; null where nothing is. */
export const rowsOf = (object: JsonObject): Dated[] | null => {
  const rows = tableRows(object) ?? columnRows(object) ?? keyedRows(object);
  return rows === null ? null : seriesOf(rows);
};

const TIMES: readonly string[] = words.times;
const TIME_NAMES = new Set(TIMES);

/** When an object was measured, in epoch milliseconds; NaN where it doesn't say, or doesn't say in which zone, if it must. */
export const saidMoment = (item: JsonObject, mustSayZone = true): number => {
  const name = TIMES.find((one) => typeof item[one] === "number" || shortText(item[one]) !== null);
  return name === undefined ? Number.NaN : momentSaid(item[name], mustSayZone);
};

const momentOf = (item: JsonObject): number => saidMoment(item, false);

/** True if an object has the time of its measurement. */
export const hasMoment = (item: JsonObject): boolean => !Number.isNaN(momentOf(item));

/** One measurement of a series; without a moment it is that of the body. */
export type Dated = { item: JsonObject; moment?: number };

/** True if each says when it was, at another time than the others. */
const areTimed = (items: readonly JsonObject[]): boolean => {
  const moments = new Set(items.map((item) => saidMoment(item)));
  return items.length > 1 && moments.size === items.length && !moments.has(Number.NaN);
};

const newestOf = (items: readonly JsonObject[]): JsonObject | undefined => {
  let [newest, newestMoment] = [items.at(-1), Number.NEGATIVE_INFINITY];
  for (const item of items) {
    const moment = momentOf(item);
    if (moment > newestMoment) [newest, newestMoment] = [item, moment];
  }
  return newest;
};

/** The values of one series, each at its time; the newest, or the last, where they don't all say when they were. */
export const seriesOf = (items: readonly JsonObject[]): Dated[] => {
  if (areTimed(items)) return items.map((item) => ({ item, moment: saidMoment(item) }));
  const newest = newestOf(items);
  return newest === undefined ? [] : [{ item: newest }];
};

/** What tells things apart: their ids and names, and what they measure. */
const NAMES = new Set([...words.ids, ...words.labels, ...words.kindNames]);

/** What differs from one message of a thing to the next: its values, states and numbers. */
const withoutValues = (name: string, value: unknown): unknown =>
  isStructure(value) || (typeof value === "string" && NAMES.has(name) && Number.isNaN(Number(value)))
    ? value
    : null;

/** When each of several messages was sent, where they are of one thing at several times. */
export const momentsIn = (messages: readonly JsonObject[]): ReadonlyMap<JsonObject, number> => {
  if (messages.length < 2) return new Map();
  const things = Map.groupBy(messages, (message) => JSON.stringify(message, withoutValues));
  const timed = [...things.values()].filter(areTimed).flat();
  return new Map(timed.map((message) => [message, saidMoment(message)]));
};

/** What was measured at a time of its own, unless it says another one itself. */
export const datedBy =
  (moment: number | undefined) =>
  (part: Part): Part =>
    moment === undefined || part.moment !== undefined ? part : { ...part, moment, isOfSeries: true };

/** The elements of a list, those of one thing each at its time. */
export const datedOf = (items: JsonObject[]): Dated[] => {
  const moments = momentsIn(items);
  return items.map((item) => {
    const moment = moments.get(item);
    return moment === undefined ? { item } : { item, moment };
  });
};

/** The elements of a list that has no names for them: of one thing at several times. Null where they are several. */
export const oneThingOf = (objects: readonly JsonObject[]): Dated[] | null =>
  areTimed(objects) && !objects.some(hasName) ? seriesOf(objects) : null;

const hasName = (object: JsonObject): boolean => {
  const { id, label } = identityOf(object);
  return id !== null || label !== null;
};

/** Without what is forecast behind a series of measurements, and without the oldest of it beyond what is read of a body. */
export const measured = (parts: readonly Part[], now: Date): readonly Part[] => {
  const series = parts.filter(({ isOfSeries }) => isOfSeries);
  const past = series.filter(({ moment = 0 }) => isOwnTime(moment, now.getTime()));
  if (past.length === 0) return parts;
  const kept = new Set<Part>();
  let values = parts.reduce(
    (sum, { isOfSeries, members }) => sum + (isOfSeries ? 0 : entriesOf(members).length),
    0,
  );
  for (const part of past.toSorted((a, b) => (b.moment ?? 0) - (a.moment ?? 0))) {
    values += entriesOf(part.members).length;
    if (kept.size === 0 || values <= READING_LIMITS.ingestReadingsMax) kept.add(part);
  }
  return parts.filter((part) => !part.isOfSeries || kept.has(part));
};
