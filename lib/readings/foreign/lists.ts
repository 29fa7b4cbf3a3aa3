import { isJsonObject, type JsonObject } from "../json.ts";
import { firstText } from "./names.ts";

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

/** A table as an object of its last row: `{"fields":["temperature"],"data":[[70]]}`; null where it is none. */
export const columnsOf = (object: JsonObject): JsonObject | null => {
  const names = HEADERS.map((name) => object[name]).find(isTexts);
  const rows = ROWS.map((name) => object[name]).find((value) => Array.isArray(value) && !isTexts(value));
  if (names === undefined || !Array.isArray(rows)) return null;
  const last: unknown = rows.at(-1);
  if (Array.isArray(last)) return cells(last, names);
  return rows.length === names.length && !rows.some(isJsonObject) ? cells(rows, names) : null;
};

const TIMES = "ts time timestamp date created_at createdAt at t recorded_at measured_at".split(" ");

const momentOf = (item: JsonObject): number => {
  const said = firstText(item, TIMES);
  if (said === null) return Number.NaN;
  return /^\d+$/.test(said) ? Number(said) : Date.parse(said);
};

/** Of the values of one series the newest; the last where none says when it was. */
export const newestOf = (items: JsonObject[]): JsonObject | undefined => {
  let [newest, newestMoment] = [items.at(-1), Number.NEGATIVE_INFINITY];
  for (const item of items) {
    const moment = momentOf(item);
    if (moment > newestMoment) [newest, newestMoment] = [item, moment];
  }
  return newest;
};
