import { namesPlace } from "../../devices/placement/place-evidence.ts";
import { remembered } from "../../kernel/text.ts";
import { entriesOf, isJsonObject, isStructure, type JsonObject, objectMembers } from "../json.ts";
import type { Part } from "../parts/manner.ts";
import { snake, worded } from "../sensor-keys.ts";
import { measureOf, stateOf } from "../sensor-kinds.ts";
import { scaledName } from "../unit-marks.ts";
import { momentIn, momentSaid, readNumber, readValue } from "../values.ts";
import words from "../words.json" with { type: "json" };

/** Names of settings, radios, places, forecasts and history, which hold no current measurement. */
const SKIPPED = new Set(words.skipped);

const SKIPPED_ENDING =
  /^(?:max|min)(?:imum)?_|^delta_|(?:^|_)(?:alarms?|alerts?|thresholds?|limits?|settings?|config(?:uration)?|calibration|capabilities|schedules?|programs?|set_?points?|forecasts?|history|statistics|errors?|faults?|firmware|options|modes?|values_changeable|changeable_values|ranges?|targets?|permissions?|preferences)$/;

/** A thing's own warnings are ignored, since Hearthwatch has its own rules, except for leaks. */
export const ALARMS = /^(?:alarms?|alerts?|warnings?)$/;

const TEXT_CHARACTERS_MAX = 80;

/** Names of envelopes, which say nothing about their content; no key begins with them. */
export const WRAPPERS = new Set(words.wrappers);

/** Names under which services say in words what happened. */
export const SAID_IN = new Set(words.saidIn.map(snake));
/** Names under which a thing of any kind says its state in words. */
const STATE_NAMES = new Set(words.stateNames);
/** A battery's or a radio's state is not the thing's own. */
const OWN_STATE = /(?<!batt?(?:ery)?|tamper|wi_?fi|network|connection|link|power|test|update)_stat(?:e|us)$/;
export const isStateName = (name: string): boolean => STATE_NAMES.has(name) || OWN_STATE.test(name);

/** True if nothing below a name (in snake case) is a current measurement. */
export const isSkipped = remembered(
  (name: string): boolean => SKIPPED.has(name) || SKIPPED_ENDING.test(name),
);

/** Returns a short text, or a whole number as text; null for any other value. */
export const shortText = (value: unknown): string | null => {
  if (typeof value === "number" && Number.isSafeInteger(value)) return String(value);
  return typeof value === "string" && value.trim() !== "" && value.length <= TEXT_CHARACTERS_MAX
    ? value.trim()
    : null;
};

/** Returns the first of these members that is a short text or a whole number. */
const firstText = (object: JsonObject, names: readonly string[]): string | null => {
  for (const name of names) {
    const found = Object.hasOwn(object, name) ? shortText(object[name]) : null;
    if (found !== null) return found;
  }
  return null;
};

/** Names that may hold a thing's id: not an event's, nor MongoDB's `_id` of a dated document, both new each time. */
const idsOf = (object: JsonObject): readonly string[] => {
  const has = (name: string) => Object.hasOwn(object, name);
  if (has("eventTime") || has("specversion")) return [];
  const isDocument = has("_id") && /^[\da-f]{24}$/.test(String(object._id)) && words.times.some(has);
  return isDocument ? words.ids.filter((name) => name !== "_id") : words.ids;
};

/** Returns a thing's id, for keys, and its label, for people. */
export const identityOf = (object: JsonObject): { id: string | null; label: string | null } => ({
  id: firstText(object, idsOf(object)),
  label: firstText(object, words.labels) ?? identIn(object),
});

/** Miele's name of an appliance, else its type: `{"ident":{"deviceName":"","type":{"value_localized":"Freezer"}}}`. */
const identIn = ({ ident }: JsonObject): string | null =>
  isJsonObject(ident)
    ? (shortText(ident.deviceName) ??
      (isJsonObject(ident.type) ? shortText(ident.type.value_localized) : null))
    : null;

/** True if a name (in snake case) says what is measured. */
export const isMeasured = (word: string): boolean =>
  /(?:^|_)water(?:_|$)/.test(word) ||
  measureOf(word) !== null ||
  stateOf(word) !== null ||
  measureOf(scaledName(word).word) !== null;

/** Returns the last part of a path that names a place: `freezer` in `home/freezer/temperature`. */
const placeIn = (text: string): string | undefined => text.split("/").findLast(namesPlace);

/** Returns the place in an object's names; empty if there is none. */
export const placeNameIn = (object: unknown): string => {
  if (!isJsonObject(object)) return "";
  for (const name of words.placedBy) {
    const said = placeIn(shortText(object[name]) ?? "");
    if (said !== undefined) return said.includes("_") ? worded(said) : said;
  }
  return "";
};

/** Returns a body's label for people. No key begins with it, because people change names. */
export const labelOf = (body: unknown): string => {
  const said = isJsonObject(body) ? (firstText(body, words.givenByPeople) ?? placeNameIn(body)) : "";
  return /\p{L}{3}/u.test(said) && !/[/.=]/.test(said) && !isMeasured(snake(said)) ? said : "";
};

const HEADERS = ["columns", "fields", "headers", "header", "keys", "names", "sensors", "parameters"];
const ROWS = ["data", "values", "rows", "records", "datapoints", "data_points", "points"];

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string");

const headOf = (object: JsonObject): string[] | undefined =>
  HEADERS.map((name) => object[name]).find(isTexts);

const cells = (row: unknown[], names: string[]): JsonObject =>
  Object.fromEntries(names.map((name, at) => [name, row[at]]));

/** Returns the units of a table's columns: `{"sensors":["tmp"],"units":["C"],"datapoints":[[21.4]]}`. */
export const columnUnitsOf = (object: JsonObject): JsonObject | null => {
  const names = isTexts(object.units) ? headOf(object) : undefined;
  return names === undefined || !isTexts(object.units) ? null : cells(object.units, names);
};

/** Reads a table's rows: `{"fields":["temperature"],"data":[[70],[71]]}`; null if the object is no table. */
const tableRows = (object: JsonObject): JsonObject[] | null => {
  const names = headOf(object);
  const rows = ROWS.map((name) => object[name]).find(Array.isArray);
  if (names === undefined || rows === undefined) return null;
  if (rows.length > 0 && rows.every(Array.isArray)) return rows.map((row) => cells(row, names));
  return rows.length === names.length && !rows.some(isStructure) ? [cells(rows, names)] : null;
};

/** Reads the rows of equally long columns, one of them times: `{"time":[…],"temperature":[5.1,5]}`. */
const columnRows = (object: JsonObject): JsonObject[] | null => {
  const columns = entriesOf(object).flatMap(([name, value]): [string, unknown[]][] =>
    Array.isArray(value) && !value.some(isStructure) ? [[name, value]] : [],
  );
  const times = columns.find(([name]) => isTimeName(name))?.[1] ?? [];
  if (times.length < 2 || columns.length < 2) return null;
  const whole = columns.filter(([, value]) => value.length === times.length);
  return times.map((_, at) => Object.fromEntries(whole.map(([name, value]) => [name, value[at]])));
};

/** Reads rows under their times: `{"2026-01-09T15:00:00Z":{"temp":4.5},…}`. */
const keyedRows = (object: JsonObject): JsonObject[] | null => {
  const entries = objectMembers(object);
  return entries.length > 1 &&
    entries.every(([name]) => Number.isFinite(momentSaid(name, !/^\d{4}-\d\d-/.test(name))))
    ? entries.map(([time, row]) => ({ ...row, time }))
    : null;
};

/** Returns one row per time of a series in a table, in columns or under times; null if the object is none. */
export const rowsOf = (object: JsonObject): Dated[] | null => {
  const rows = tableRows(object) ?? columnRows(object) ?? keyedRows(object);
  return rows === null ? null : seriesOf(rows);
};

/** Names that may hold a record's time besides the usual ones, if their value is one: `eventTime`, `fecha`. */
const OTHER_TIME =
  /^(?!.*(?:install|calib|expir|service|due|start|end|next|boot|build|manufact|valid)).*(?<![^_])(?:time|date|datetime|timestamp|t?stamp|epoch|unix|when|zeit(?:punkt|stempel)?|datum|uhrzeit|fecha|hora|heure|horodatage|quando|data_?ora|dato|tid|czas|tijd|tijdstip)(?:_(?:utc|gmt|iso|unix|ms|s))?$/;
export const isTimeName = remembered((name) => words.times.includes(name) || OTHER_TIME.test(snake(name)));

const CLOCK = /^\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?$/i;

/** Returns when an object was measured, in epoch milliseconds; NaN if unknown, or without a required time zone. */
export const saidMoment = (item: JsonObject, mustSayZone = true): number => {
  const isSaid = (raw: unknown) => typeof raw === "number" || shortText(raw) !== null;
  const name = words.times.find((one) => isSaid(momentIn(item[one])));
  const others = entriesOf(item).filter(([one]) => one !== name && isTimeName(one));
  // `{"date":"2026-03-08","time":"05:30:00"}`
  const said = [...(name === undefined ? [] : [item[name]]), ...others.map(([, raw]) => raw)]
    .map(momentIn)
    .map(String);
  const clock = said.find((one) => CLOCK.test(one));
  const days = said.filter((one) => one !== clock);
  const moments = days.map((one) => momentSaid(clock === undefined ? one : `${one} ${clock}`, mustSayZone));
  return moments.find(Number.isFinite) ?? Number.NaN;
};

/** True if an object says when it was measured. */
export const hasMoment = (item: JsonObject): boolean => !Number.isNaN(saidMoment(item, false));

/** A measurement of a series; without a moment, the body's moment counts. */
export type Dated = { item: JsonObject; moment?: number | undefined };

/** Returns each item with its time; null unless there are several and their times all differ. */
const timed = (items: readonly JsonObject[], mustSayZone = true): Dated[] | null => {
  const dated = items.map((item) => ({ item, moment: saidMoment(item, mustSayZone) }));
  const moments = new Set(dated.map(({ moment }) => moment));
  return items.length > 1 && moments.size === items.length && !moments.has(Number.NaN) ? dated : null;
};

/** Returns a series' values with their times; only the newest, or the last, unless all have different times. */
export const seriesOf = (items: readonly JsonObject[]): Dated[] => {
  const dated = timed(items);
  if (dated !== null) return dated;
  const [first, ...others] = items.filter(hasMoment);
  const later = (a: JsonObject | undefined, b: JsonObject) =>
    a === undefined || saidMoment(b, false) >= saidMoment(a, false) ? b : a;
  const newest = others.reduce(later, first) ?? items.at(-1);
  return newest === undefined ? [] : [{ item: newest }];
};

/** Names that distinguish things: ids, labels, and what they measure. */
const NAMES = new Set([...words.ids, ...words.labels, ...words.kindNames]);

const CHANNEL = /^(?:ch|chan|channel|pin|gpio|port|input|slot|bus)$/i;

/** Numbers the elements of a list by their channels or pins; null if those don't distinguish any. */
export const channelsOf = (objects: readonly JsonObject[]): number[] | null => {
  const said = objects.map((object) => String(entriesOf(object).find(([name]) => CHANNEL.test(name))?.[1]));
  const channels = [...new Set(said)];
  return channels.length < 2 ? null : said.map((channel) => channels.indexOf(channel));
};

/** Replaces by null what changes between a thing's messages: values, states and numbers. */
const withoutValues = (name: string, value: unknown): unknown =>
  isStructure(value) ||
  CHANNEL.test(name) ||
  (typeof value === "string" && NAMES.has(name) && Number.isNaN(Number(value)))
    ? value
    : null;

const shapeOf = (item: JsonObject): string =>
  JSON.stringify(item, (name, value) =>
    isTimeName(name) || (readValue(value) && !CHANNEL.test(name)) ? null : value,
  );

/** Returns a thing's whole series if its times have a zone, else the newest, as the other times are unknown. */
const newestOf = (objects: readonly JsonObject[]): Dated[] | null =>
  timed(objects, false) && seriesOf(objects);

/** Returns a list's elements, those of a thing that was measured several times each with its time. */
export const datedOf = (items: JsonObject[]): Dated[] => {
  if (items.length < 2) return items.map((item) => ({ item }));
  const things = Map.groupBy(items, (item) => JSON.stringify(item, withoutValues));
  const moments = new Map(
    [...things.values()].flatMap((thing) => timed(thing) ?? []).map(({ item, moment }) => [item, moment]),
  );
  const same = Map.groupBy(items, (item) => JSON.stringify(identityOf(item)) + shapeOf(item));
  const kept = new Set(
    [...same.values()].flatMap((thing) => newestOf(thing)?.map(({ item }) => item) ?? thing),
  );
  // An outdated element keeps its place as an empty object.
  return items.map((item) => (kept.has(item) ? { item, moment: moments.get(item) } : { item: {} }));
};

/** Dates a part, unless it has a time of its own. */
const datedBy = (moment: number | undefined) => (part: Part) =>
  moment === undefined || part.moment !== undefined ? part : { ...part, moment, isOfSeries: true };

/** Returns the parts of several messages; those of one thing each have their time. */
export const datedParts = (messages: JsonObject[], partsOf: (message: JsonObject, at: number) => Part[]) =>
  datedOf(messages).flatMap(({ item, moment }, at) => partsOf(item, at).map(datedBy(moment)));

/** Returns the name under which elements say what place they are of: `"type":"indoor"`; undefined if none. */
export const placedBy = (objects: readonly JsonObject[]): string | undefined =>
  words.kindNames.find((name) => {
    const said = [...new Set(objects.map((object) => shortText(object[name]) ?? ""))];
    const isPlain = (text: string) => text !== "" && !isMeasured(snake(text));
    return said.length > 1 && said.some(namesPlace) && said.every(isPlain);
  });

/** Returns unnamed elements as one thing at several times; null if they are several things. */
export const oneThingOf = (objects: readonly JsonObject[]): Dated[] | null =>
  objects.map(identityOf).some(({ id, label }) => (id ?? label) !== null) ||
  channelsOf(objects) !== null ||
  placedBy(objects) !== undefined
    ? null
    : (newestOf(objects) ?? youngest(objects));

const AGES = /^(?:age|ago|(?:age|seconds|secs?|minutes|mins?)_(?:ago|s|ms|secs?|seconds|min|minutes))$/;

/** Counts from a start, such as that of the sensor or the batch. */
const COUNTS = /^(?:seq(?:uence|_?n(?:o|um|r))?|dt|ms|millis|(?:offset|elapsed|up_?time)(?:_\w+)?)$/;

/** Returns the youngest of `[{"age":0,"temp_c":20},{"age":600,"temp_c":-5}]`; the exact times are unknown. */
const youngest = (objects: readonly JsonObject[]): Dated[] | null => {
  const name = Object.keys(objects[0] ?? {}).find((one) => AGES.test(snake(one)) || COUNTS.test(snake(one)));
  const ages = new Map(objects.map((item) => [name === undefined ? null : readNumber(item[name]), item]));
  if (name === undefined || objects.length < 2 || ages.size < objects.length || ages.has(null)) return null;
  const [first, ...later] = [...ages].toSorted(([a], [b]) => (a ?? 0) - (b ?? 0));
  const item = (COUNTS.test(snake(name)) ? later.at(-1) : first)?.[1];
  return item === undefined ? null : [{ item }];
};

/** Joins one object's members sent in an object each: `[{"online":true},{"tem":2110},{"hum":4300}]`; else null. */
export const joinedOf = (objects: readonly JsonObject[]): JsonObject | null => {
  const members = objects.flatMap((object) => entriesOf(object));
  const isEach = members.length === objects.length && members.every(([, raw]) => !isStructure(raw));
  return isEach && objects.length > 1 && new Set(members.map(([name]) => name)).size === members.length
    ? Object.fromEntries(members)
    : null;
};
