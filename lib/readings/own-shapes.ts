import type { SensorKind } from "../../schema/vocabulary.ts";
import { matching, remembered } from "../kernel/text.ts";
import { normalizeUnit } from "../kernel/units.ts";
import { entriesOf, isJsonObject, type JsonObject, objectElements } from "./json.ts";
import type { Field, Manner, Part } from "./parts/manner.ts";
import { snake } from "./sensor-keys.ts";
import { isAbroad, isStateKind, kindFromName, kindFromWord, plainKind, saysInvalid } from "./sensor-kinds.ts";
import { scaledName, statedScale } from "./unit-marks.ts";
import { HUMIDITY_MAX, momentSaid, readNumber, readValue } from "./values.ts";

/** Keys defined by the specification. */
const SPECIFIED = /^(?:temp|humidity|door)\d+$/;

/** Names that radio nodes add, and names that are paths: machines write them for machines. */
export const isMachineName = matching(
  /^(?:vdd|BatV|Bat|Volt|BatteryVoltage|batteryVoltage|bytes|f_?port)$|[^/]\/[^/]|[a-z]\.[a-z]/i,
);

/** Names in the style of electricity meters. */
const METERED = /^(?!.*(?:power|energy)).*(?:_k?wh?$|consumption|electricity_)/;

/** Returns what a member's name shows of its sender, else the kind that the name says. */
const kindOfName = remembered((name: string): SensorKind | "specified" | "strangers" => {
  if (SPECIFIED.test(name)) return "specified";
  const word = snake(name);
  if (isMachineName(name) || scaledName(word).dividedBy > 1 || isAbroad(word)) return "strangers";
  return METERED.test(word) ? "generic" : plainKind(word);
});

const hasTypedSensors = ({ sensors }: JsonObject): boolean =>
  Array.isArray(sensors) && objectElements(sensors).some(({ key }) => typeof key === "string");

/** True for a number as people write it: `"21,5"`, `"21.5 C"`. */
const isLoose = (value: unknown): boolean =>
  typeof value === "string" && /^\s*[+-]?[.,]?\d/.test(value) && readValue(value) === null;

const isLooseEntry = (entry: unknown): boolean =>
  isJsonObject(entry) && typeof entry.key === "string" && isLoose(entry.value);

/** Removes loosely written numbers under the specification's names, which take strict ones alone. */
export const withoutLoose = (body: JsonObject): JsonObject => {
  const { sensors } = body;
  const strict = entriesOf(body).filter(([name, value]) => !(isLoose(value) && SPECIFIED.test(name)));
  const typed = Array.isArray(sensors) ? { sensors: sensors.filter((entry) => !isLooseEntry(entry)) } : {};
  return { ...Object.fromEntries(strict), ...typed };
};

/** True if `temp` holds probes. `avg` counts only if alone: anybody may send `{"temp":{"now":38.1,"avg":40}}`. */
const hasProbes = (temp: JsonObject): boolean =>
  entriesOf(temp).some(([probe, entry]) => isJsonObject(entry) || /^\d+$/.test(probe)) ||
  entriesOf(temp).every(([probe]) => probe === "avg");

const isStrangers = (said: string, value: unknown): boolean => {
  const measured = readValue(value);
  return measured === null ? value !== null : said === "humidity" && measured.value > HUMIDITY_MAX;
};

/**
 * Decides whether a body comes from our own firmware. It matches the specification ("specified"), or holds only numbers
 * and states, of which some ("plain") or none ("bare") have names that say what is measured. Then each number is a
 * sensor, whatever its name. Ids, texts, nested objects, machine names and other languages reveal a stranger (null),
 * whose body is read only as far as it is understood.
 */
export const ownShape = (body: JsonObject): "specified" | "plain" | "bare" | null => {
  if ((isJsonObject(body.temp) && hasProbes(body.temp)) || hasTypedSensors(body)) return "specified";
  let [isForeign, isPlain] = [false, false];
  for (const [name, value] of entriesOf(body)) {
    const said = kindOfName(name);
    if (said === "specified" && readValue(value) !== null) return "specified";
    isForeign ||= said === "strangers" || isStrangers(said, value);
    isPlain ||= said !== "generic" && value !== null;
  }
  // Our own firmware never marks a value as invalid.
  return isForeign || saysInvalid(body) ? null : isPlain ? "plain" : "bare";
};

/** For senders that name their readings: every number and state is one. */
const EXACT: Manner = { isExact: true };

/** A reading with its names; `name` says what the reading measures. */
type One = {
  key: string;
  raw: unknown;
  label?: unknown;
  name?: string;
  unit?: string | null;
  field?: Field | null | undefined;
  manner?: Manner;
  moment?: number;
};

/** Returns a part for one reading, with its own key and label, and its sender's unit and kind. */
export const onePart = (one: One): Part => {
  const { key, raw, label, name = key, unit = null, field, manner = EXACT, moment } = one;
  return {
    key,
    label: typeof label === "string" && label !== "" ? label : key,
    members: { [name]: raw },
    manner: field == null ? manner : { ...manner, fields: { [name]: field } },
    units: unit === null ? [] : [{ [name]: unit }],
    moment,
    isPart: true,
    isWhole: true,
  };
};

/** Reads °F if sent, else °C: both are one measurement, and the probe's flat keys are in °F. */
const probeParts = (suffix: string, entry: JsonObject): Part[] => {
  const [fahrenheit, celsius, humidity] = [entry.f, entry.c, entry.h].map(readNumber);
  const degrees = { raw: fahrenheit ?? celsius, unit: fahrenheit == null ? "°C" : "°F" };
  return [
    onePart({ key: `temp${suffix}`, ...degrees, field: { kind: "temperature" } }),
    onePart({ key: `humidity${suffix}`, raw: humidity, unit: "%", field: { kind: "humidity" } }),
  ];
};

/** Reads `{"temp":{"0":{"c","f","h"},"avg":{…}}}`; a bare number in place of an entry is read like its flat key. */
const classicParts = (temp: JsonObject, manner: Manner): Part[] =>
  Object.entries(temp).flatMap(([probe, entry]) => {
    // Probe `1` gets the key `temp1`, like the flat keys; `avg` gets `temp_avg`.
    const suffix = /^\d+$/.test(probe) ? probe : `_${probe}`;
    if (isJsonObject(entry)) return probeParts(suffix, entry);
    const isBare = /^(?:\d+|avg)$/.test(probe) && readNumber(entry) !== null;
    return isBare ? [onePart({ key: `temp${suffix}`, raw: entry, manner })] : [];
  });

/** Returns the declared kind. Synonyms (`leak`) count, other words mean generic; null if the entry declares none. */
const declaredField = (word: unknown, unit: string | null): Field | null => {
  if (word === undefined || word === null || word === "") return null;
  const kind = typeof word === "string" ? (kindFromWord(word) ?? kindFromName(word)) : "generic";
  return { kind, ...(kind === "generic" ? { unit } : {}) };
};

/** Returns an entry's value; `bool` is a state even if sent as 1 or 0. */
const typedValue = ({ value, bool }: JsonObject, isState: boolean): unknown => {
  const [number, state] = [readValue(value), readValue(bool)];
  const said = state && state.value !== 0;
  return isState ? (said ?? value) : number === null ? said : value;
};

/** Reads `{"sensors":[{"key","kind","value","unit","bool"}]}`. */
const typedParts = (sensors: unknown[], manner: Manner): Part[] =>
  objectElements(sensors).flatMap((entry) => {
    const { key, unit, label, name, recorded_at: at } = entry;
    if (typeof key !== "string") return [];
    const named = normalizeUnit(unit);
    // `type` may be the kind, or the model of a chip.
    const type = typeof entry.type === "string" && kindFromName(entry.type) !== "generic" ? entry.type : null;
    const field = declaredField(entry.kind ?? type, named);
    const raw = typedValue(entry, field !== null && isStateKind(field.kind));
    const called = [label, name].find((text) => typeof text === "string");
    return [onePart({ key, raw, label: called, unit: named, field, manner, moment: momentSaid(at) })];
  });

/**
 * Returns all parts in the specification's shapes: flat keys (`{"temp1":38.2,"door1":true}`), the classic object and
 * typed sensors. If a key repeats, the later part wins.
 */
export const ownParts = (body: JsonObject): Part[] => {
  const scale = statedScale(body);
  const manner = scale === null ? EXACT : { ...EXACT, temperature: scale };
  // An entity's `state` is no flat key.
  const members = isJsonObject(body.attributes) ? { ...body, state: null } : body;
  return [
    { key: "", label: "", members, manner },
    ...(isJsonObject(body.temp) ? classicParts(body.temp, manner) : []),
    ...(Array.isArray(body.sensors) ? typedParts(body.sensors, manner) : []),
  ];
};
