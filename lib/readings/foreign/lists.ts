import { entriesOf, isJsonObject, type JsonObject } from "../json.ts";
import { momentSaid } from "../own-time.ts";
import words from "../words.json" with { type: "json" };
import { identityOf, shortText } from "./names.ts";

const HEADERS = ["columns", "fields", "headers", "header", "keys", "names", "sensors", "parameters"];
const ROWS = ["data", "values", "rows", "records", "datapoints", "data_points", "points"];

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string");

/** `["100","200"]` are values, and no names of columns. */
const isNames = (value: unknown): boolean =>
  isTexts(value) && value.some((text) => Number.isNaN(Number(text)));

const cells = (row: unknown[], names: string[]): JsonObject =>
  Object.fromEntries(names.map((name, at) => [name, row[at]]));

/** The units of a table's columns: `{"sensors":["tmp"],"units":["C"],"datapoints":[[21.4]]}`. */
export const columnUnitsOf = (object: JsonObject): JsonObject | null => {
  if (!isTexts(object.units)) return null;
  const names = HEADERS.map((name) => object[name]).find(isTexts);
  return names === undefined ? null : cells(object.units, names);
};

/** A table as an object of its last row: `{"fields":["temperature"],"data":[[70]]}`; null where it is none. */
export const columnsOf = (object: JsonObject): JsonObject | null => {
  const names = HEADERS.map((name) => object[name]).find(isTexts);
  const rows = ROWS.map((name) => object[name]).find((value) => Array.isArray(value) && !isNames(value));
  if (names === undefined || !Array.isArray(rows)) return null;
  const last: unknown = rows.at(-1);
  if (Array.isArray(last)) return cells(last, names);
  return rows.length === names.length && !rows.some(isJsonObject) ? cells(rows, names) : null;
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

/** Of the values of one series the newest; the last where none says when it was. */
export const newestOf = (items: JsonObject[]): JsonObject | undefined => {
  let [newest, newestMoment] = [items.at(-1), Number.NEGATIVE_INFINITY];
  for (const item of items) {
    const moment = momentOf(item);
    if (moment > newestMoment) [newest, newestMoment] = [item, moment];
  }
  return newest;
};

/** The elements of a list without what is older than another one of its name. */
export const newestOfEach = (
  items: JsonObject[],
  nameOf: (item: JsonObject) => string | null,
): JsonObject[] => {
  if (items.length < 2) return items;
  const newest = new Map([...Map.groupBy(items, nameOf)].map(([name, those]) => [name, newestOf(those)]));
  return items.filter((item) => {
    const name = nameOf(item);
    const kept = name === null ? undefined : newest.get(name);
    return kept === undefined || !(momentOf(item) < momentOf(kept));
  });
};

/**
 * The elements of a list without names of their own as one object: a history with the newest of each value, or values
 * one by one (`[{"tem":6.8},{"hum":55}]`). Null where two of them measure the same at one time, and so are two things.
 */
export const oneThingOf = (objects: readonly JsonObject[]): JsonObject | null => {
  if (objects.length < 2 || objects.some((object) => hasName(object))) return null;
  const said = new Map<string, { value: unknown; moment: number }>();
  for (const object of objects) {
    const moment = momentOf(object);
    for (const [name, value] of entriesOf(object)) {
      if (TIME_NAMES.has(name)) continue;
      const before = said.get(name);
      // Without a moment, or at the same one, they are two.
      if (before !== undefined && !(Math.abs(moment - before.moment) > 0)) return null;
      if (before === undefined || moment > before.moment) said.set(name, { value, moment });
    }
  }
  return Object.fromEntries([...said].map(([name, { value }]) => [name, value]));
};

const hasName = (object: JsonObject): boolean => {
  const { id, label } = identityOf(object);
  return id !== null || label !== null;
};
