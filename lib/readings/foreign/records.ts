import { remembered } from "../../kernel/text.ts";
import { knownUnit, normalizeUnit } from "../../kernel/units.ts";
import { entriesOf, isJsonObject, type JsonObject, objectElements } from "../json.ts";
import { snake } from "../sensor-keys.ts";
import { isHealth, measureOf, saysInvalid } from "../sensor-kinds.ts";
import { scaledBeside } from "../unit-marks.ts";
import { EPOCH_MIN, numberWithUnit, readSaid, readStateWord } from "../values.ts";
import words from "../words.json" with { type: "json" };
import { isMeasured, isStateName, seriesOf, shortText } from "./names.ts";

/** Ranked names in snake case, as records are searched by; the first one takes precedence. */
type Ranks = ReadonlyMap<string, number>;
const ranked = (names: readonly string[]): Ranks => new Map(names.map((name, rank) => [name, rank]));

/** Names of a record's value; those before `state` are strong. */
const VALUES = ranked(words.values);
const STRONG_VALUES = ranked(words.values.slice(0, words.values.indexOf("state")));
/** True for a name of any thing's value or state, such as `value`, `detected` and `status`. */
export const isValueName = (name: string): boolean => VALUES.has(snake(name)) || isStateName(snake(name));
const UNITS = ranked(words.units);
/** Names of what is measured, of places, and of places if the former only repeat what is measured. */
const KIND_NAMES = ranked(words.kindNames);
const PLACE_NAMES = ranked(words.placeNames);
const GIVEN_NAMES = ranked(words.givenNames);

/** A value that an object holds with its name or unit: `{"type":"temperature","value":21,"unit":"C"}`. */
export type OneValue = {
  name: string | null;
  raw: unknown;
  unit: string | null;
  /** A series' values, each with its time. */
  series?: { raw: unknown; moment?: number | undefined }[];
};

const isScalar = (value: unknown): boolean =>
  typeof value === "number" ||
  typeof value === "boolean" ||
  (typeof value === "string" && value.length <= 64 && value !== "");

/** A device's health may be called its status too; these words say what it watches. */
const STATUS_WORDS = /^(?:open|opened|closed|wet|dry|leak|leaking|flood|detected|triggered|motion)$/i;
const SERIES = ["points", "values", "data", "samples", "datapoints", "Observations"];

/** Returns the only element of a list such as `"values":[21.37]`. */
const single = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 1 && isScalar(value[0]) ? value[0] : value;

const firstOf = (object: JsonObject, ranks: Ranks, fits: (value: unknown) => boolean): unknown => {
  let [found, best]: [unknown, number] = [undefined, Number.POSITIVE_INFINITY];
  for (const [name, sent] of entriesOf(object)) {
    const value = single(sent);
    const rank = ranks.get(snake(name));
    if (rank !== undefined && rank < best && fits(value)) [found, best] = [value, rank];
  }
  return found;
};

/** Reads `"unit":"°C"` and `"unitOfMeasurement":{"name":"degree Celsius","symbol":"°C"}`. */
const unitText = (said: unknown): unknown => {
  const text = isJsonObject(said) ? (said.symbol ?? said.name ?? said.code) : said;
  // `unit:DEG_C`, `http://qudt.org/vocab/unit/DEG_C`, `obix:units/celsius`
  return typeof text === "string" ? text.replace(/^[a-z]+:(?:\S*[/#])?/i, "") : undefined;
};

const unitTextIn = (object: JsonObject): unknown =>
  unitText(firstOf(object, UNITS, (value) => value !== "" && unitText(value) !== undefined));

/** Returns the unit that an object gives for its value. */
export const unitIn = (object: JsonObject): string | null => normalizeUnit(unitTextIn(object));

/** Text around a name: `core:TemperatureState`, ESPHome's `sensor-attic_temperature`, `sensor/attic/state`. */
const AROUND =
  /^core:|^(?:(?:binary_)?sensor|switch)[-/]|^[^\s;#]{0,80}[;#][sigb]=|^(?:[A-Z]\w{0,40}\.){2,8}(?=[A-Z])|[/.](?:state|value)$|(?<=:(?:Relative)?[A-Z][a-z]+)State$/g;

const withoutAround = remembered((text: string): string => text.replaceAll(AROUND, ""));

const wordsIn = (value: unknown): string | null => {
  const text = shortText(value);
  return text === null ? null : withoutAround(text);
};

const firstWords = (object: JsonObject, ranks: Ranks, fits: (said: string) => boolean): string | null =>
  wordsIn(
    firstOf(object, ranks, (value) => {
      const said = wordsIn(value);
      return said !== null && fits(said);
    }),
  );

/** Returns the first text that says what is measured, or null. */
export const kindWord = (object: JsonObject): string | null =>
  firstWords(object, KIND_NAMES, (said) => isMeasured(snake(said)));

const placeWord = (object: JsonObject, except: string | null, names = PLACE_NAMES): string | null =>
  firstWords(object, names, (said) => said !== except);

/** True for a text that only repeats what is measured ("Temperature sensor") and names no place. */
const isPlaceless = (said: string): boolean =>
  snake(said)
    .split("_")
    .every((word) => word === "sensor" || isMeasured(word));

/** Reads `"tags":{"room":"cellar"}` and `"tags":["room:cellar"]`. */
export const tagsOf = ({ tags }: JsonObject): JsonObject => {
  if (!Array.isArray(tags)) return isJsonObject(tags) ? tags : {};
  return Object.fromEntries(tags.map((tag) => (typeof tag === "string" ? tag.split(":", 2) : [])));
};

/** `[Cellar][Probe][Temperature]`: a path in Jeedom's style. */
const BRACKETED = /^\[[^[\]]+\](?:\[[^[\]]+\])+$/;

/** Joins what is measured and the place: `{"name":"temperature","displayName":"Cellar"}`. */
const nameOf = (object: JsonObject): string | null => {
  const kind = kindWord(object);
  const first = placeWord(tagsOf(object), kind) ?? placeWord(object, kind);
  if (kind === null) return first;
  const place = placeWord(object, null) === kind ? placeWord(object, kind, GIVEN_NAMES) : first;
  if (place === null || isPlaceless(place) || snake(kind).includes(snake(place))) return kind;
  const path = BRACKETED.test(place) ? place.slice(1, -1).replaceAll("][", " ") : null;
  if (path !== null) return snake(path).endsWith(snake(kind)) ? path : `${path} ${kind}`;
  return /\s/.test(place) ? `${place} ${kind}` : `${place}_${kind}`;
};

const UNIT_AS_NAME = /^(?:(.*)_)?(celsius|fahrenheit|kelvin|percent|percentage|pct|ppm|ppb|hpa|kpa|mbar)$/;

/** Returns the unit of names that are only a unit, and what is before it: `celsius`, `relativePercentage`, `ppm`. */
const unitAsName = remembered((name: string): { unit: string | null; about: string } | null => {
  const [, about = "", unit] = UNIT_AS_NAME.exec(snake(name)) ?? [];
  return unit === undefined || isMeasured(about) || isHealth(about) ? null : { unit: knownUnit(unit), about };
});

const valueByUnit = (object: JsonObject): OneValue | null => {
  let found: { raw: unknown; unit: string | null; about: string } | null = null;
  for (const [name, raw] of entriesOf(object)) {
    const said = typeof raw === "number" ? unitAsName(name) : null;
    // `{"celsius":22.4,"humidity":41.7}` holds two values, named by themselves.
    if (said === null && typeof raw === "number" && measureOf(snake(name)) !== null) return null;
    // So does `{"cellarCelsius":4.5,"atticCelsius":-1}`.
    if (said !== null && found !== null && said.about !== found.about) return null;
    // The same value in °C and °F is one value.
    if (said !== null && (found === null || said.unit === "°C")) found = { raw, ...said };
  }
  return found === null ? null : { name: null, raw: found.raw, unit: found.unit };
};

/** Returns a record's value. A weak name is none beside a member that measures: `{"temp":21.4,"state":1}`. */
const valueIn = (object: JsonObject): unknown => {
  const strong = firstOf(object, STRONG_VALUES, isScalar);
  const weak = strong === undefined ? firstOf(object, VALUES, isScalar) : undefined;
  const measures = ([name, value]: readonly [string, unknown]) =>
    typeof value === "number" && measureOf(snake(name)) !== null;
  return weak === undefined || entriesOf(object).some(measures) ? strong : weak;
};

const statusOf = (object: JsonObject): unknown =>
  STATUS_WORDS.test(String(object.status)) && kindWord(object) !== null ? object.status : undefined;

/** Turns `[1763880000,5.3]`, in either order, into an object; null for other pairs. */
const pointOf = (point: unknown): unknown => {
  if (!Array.isArray(point) || point.length !== 2) return point;
  const [time, value] = isMoment(point[1]) ? [point[1], point[0]] : point;
  return isMoment(time) && isScalar(value) ? { time, value } : null;
};

const isMoment = (value: unknown): boolean => typeof value === "number" && value >= EPOCH_MIN;

/** Reads a series: `{"param":"temperature","units":"C","points":[{"value":21.3}]}`. */
const seriesInside = (object: JsonObject): OneValue | null => {
  const kind = kindWord(object);
  if (kind === null || measureOf(snake(kind)) === null) return null;
  const points = SERIES.map((name) => object[name]).find(Array.isArray);
  const series = seriesOf(objectElements(points?.map(pointOf))).map(({ item, ...at }) => ({
    ...at,
    raw: nameOf(item) === null ? (firstOf(item, STRONG_VALUES, isScalar) ?? item.result) : undefined,
  }));
  const raw = series.at(-1)?.raw;
  return readSaid(raw) === null ? null : { name: nameOf(object), raw, unit: unitIn(object), series };
};

const FORMATTED = ranked(["formatted_value", "display_value", "value_formatted", "text", "status", "state"]);

/** Reads the unit in a display text: `{"value":"-1.5","formattedValue":"-1.5 °F"}`, ESPHome's `"state":"19.8 °C"`. */
const formattedUnit = (object: JsonObject): string | null =>
  numberWithUnit(firstOf(object, FORMATTED, (value) => numberWithUnit(value) !== null))?.unit ?? null;

/** Reads a value inside an envelope: `{"name":"Temperature","value":{"float64Value":21.7},"unit":"°C"}`. */
const wrappedValue = (object: JsonObject): OneValue | null => {
  const inner = object.value ?? object.Value;
  if (!isJsonObject(inner)) return null;
  const [, raw] = entriesOf(inner).find(([name, value]) => WRAPPED.test(name) && isScalar(value)) ?? [];
  if (readSaid(raw) === null) return null;
  return { name: nameOf(object), raw, unit: unitIn(object) ?? unitIn(inner) };
};

const WRAPPED = /^(?:float|double|int|number)?(?:32|64)?_?value$/i;

/** A radio's bytes, such as `"data":"1c"`, which aren't 1 °C. */
const HEX = /^(?:[\da-f]{2})+$/;

/** Returns an object's only value and its name; null if it holds none. */
export const recordOf = (object: JsonObject): OneValue | null => {
  if (isSettable(object)) return null;
  const raw = valueIn(object) ?? statusOf(object);
  if (raw === undefined) return valueByUnit(object) ?? seriesInside(object) ?? wrappedValue(object);
  const isBytes = raw === (object.data ?? object.payload) && HEX.test(String(raw));
  const together = isBytes ? null : numberWithUnit(raw);
  if (together !== null) return { name: nameOf(object), raw: together.number, unit: together.unit };
  if (readStateWord(raw) === null && readSaid(raw) === null) return null;
  return {
    name: isAirsShare(object) ? `${nameOf(object) ?? ""} humidity`.trim() : nameOf(object),
    raw: scaledBeside(object, raw),
    // `"unit":"detected"` says what 1 means and isn't a unit.
    unit: readStateWord(unitTextIn(object)) === null ? (unitIn(object) ?? formattedUnit(object)) : null,
  };
};

/** True for a setting: `{"current_value":20,"target_value":13,"editable":1}`. */
const isSettable = (object: JsonObject): boolean =>
  (object.editable === true || object.editable === 1) &&
  ("target_value" in object || "targetValue" in object);

/** True if only the unit `%RH` says that humidity is measured. */
const isAirsShare = (object: JsonObject): boolean => {
  const unit = unitTextIn(object);
  return typeof unit === "string" && /^%\s?r\.?\s?[hf]/i.test(unit) && kindWord(object) === null;
};

/** True for the slot of a missing sensor (`{"value":"---","unit":"°C"}`), or an invalid value. */
export const isVacant = (object: JsonObject): boolean => {
  const inner = object.value ?? object.Value;
  if (saysInvalid(object) || (isJsonObject(inner) && saysInvalid(inner))) return true;
  const value = "value" in object ? object.value : object.value_localized;
  const isNothing =
    value === null || (typeof value === "string" && /^(?:-*|n\/?an?|null|un\w{5,9})$/i.test(value));
  return isNothing && unitTextIn(object) !== undefined;
};

/** A named value of an object; without a moment, the object's moment counts. */
export type Value = { name: string; raw: unknown; unit: string | null; moment: number | undefined };

export const put = (values: Value[], name: string, said: Omit<OneValue, "name">, moment?: number): void => {
  const { raw, unit, series = [{ raw, moment }] } = said;
  for (const one of series) values.push({ name, raw: one.raw, unit, moment: one.moment ?? moment });
};

/** Returns values and units by name; a repeated name gets a number. */
export const membersOf = (values: readonly Value[]): { members: JsonObject; units: JsonObject } => {
  const members: JsonObject = Object.create(null);
  const units: JsonObject = Object.create(null);
  const taken = new Map<string, number>();
  for (const { name, raw, unit } of values) {
    const number = (taken.get(name) ?? 0) + 1;
    taken.set(name, number);
    const free = number === 1 ? name : `${name}_${number}`;
    members[free] = raw;
    if (unit !== null) units[free] = unit;
  }
  return { members, units };
};
