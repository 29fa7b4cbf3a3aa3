import type { SensorKind } from "../../../schema/vocabulary.ts";
import { namesPlace } from "../../devices/placement/place-evidence.ts";
import { remembered } from "../../kernel/text.ts";
import { CANONICAL_UNITS, quantityOf } from "../../kernel/units.ts";
import { entriesOf, isStructure, type JsonObject, memberOf, objectMembers } from "../json.ts";
import { snake } from "../sensor-keys.ts";
import { guessKind, isAir, isHealth, isNoMeasure, measureOf, saysLeak, stateOf } from "../sensor-kinds.ts";
import { isSetting } from "../unit-marks.ts";
import { NARROW_KINDS, readSaid, readStateWord } from "../values.ts";
import { ALARMS, isMeasured, isStateName, SAID_IN, WRAPPERS } from "./names.ts";
import { kindWord, type OneValue, recordOf, unitIn } from "./records.ts";

type NamedValue = OneValue & { name: string };

/** Where one thing measures the same several times. */
const PLACE =
  /^(?:internal|external|indoors?|outdoors?|in|out|inside|outside|ambient|room|air|water|conc(?:entration)?|floor|surface|ground|pipe|top|bottom|middle|left|right|front|back|supply|return|inlet|outlet|flow|attic|basement|cellar|garage|kitchen|bedroom|bathroom|fridge|freezer|(?:probe|sensor|channel|ch|zone|port|t|temp|s|p)?_?\d{1,2})$/;
/** The address of a probe on a wire: `28FF641D8F16`. */
const ADDRESS = /^(?=[a-f]{0,15}\d)[\da-f]{6,16}$/i;

const isPlace = remembered((name: string): boolean => ADDRESS.test(name) || PLACE.test(snake(name)));

/** What is measured now, beside what was lowest and highest: amperes only under names of electricity. */
const NOW = /^(?:current|now|actual|ist|aktuell|actuel|attuale|last|latest)$/i;

/** A name that says nothing by itself is a room's, where an object holds numbers under such names alone. */
const isRoom = ([name]: readonly [string, unknown]): boolean =>
  /^[\p{L}][\p{L}\s_-]{2,}$/u.test(name) &&
  !isNoMeasure(snake(name)) &&
  !says(snake(name)) &&
  !NOW.test(name);

/** A valve stands where it leaks, and says of itself whether it is open. */
const tellsLeak = (name: string): boolean =>
  ALARMS.test(snake(name)) ||
  (stateOf(snake(name))?.kind !== "generic" && (isPlace(name) || namesPlace(name)));

/** `{"flood:0":{"id":0,"alarm":true,"mute":false}}`: its number and its sound are about the sensor. */
const isOfState = (kind: SensorKind, word: string): boolean =>
  !isHealth(word) && (kind !== "flood" || saysLeak(`leak_${word}`) !== false);

const saysWater = (word: string): boolean => stateOf(word)?.kind === "flood" && saysLeak(word) === null;

/** `{"leak":{"kitchen":false,"bath":true}}`; 0 and 1 under names of places and alarms: `{"leak":{"zone":1}}` says which. */
const statesOf = (outside: string, object: JsonObject): NamedValue[] => {
  const kind = stateOf(snake(outside))?.kind;
  if (kind !== "flood" && kind !== "door") return [];
  const isBit = (raw: unknown): boolean => kind === "flood" && (raw === 0 || raw === 1);
  const members = entriesOf(object).filter(
    ([name, raw]) => !isStructure(raw) && isOfState(kind, snake(name)),
  );
  if (!members.every(([, raw]) => isBit(raw) || readStateWord(raw)?.isState)) return [];
  // Water may be heated or let in; where it is by the name of a place it should not be.
  const isSaid = (name: string): boolean => stateOf(snake(`${outside}_${name}`))?.kind === kind;
  const states = members.filter(([name, raw]) => (isSaid(name) && !isBit(raw)) || tellsLeak(name));
  const named = (name: string): string => (isSaid(name) ? `${outside}_${name}` : `${outside}_leak_${name}`);
  return states.map(([name, raw]) => ({ name: named(name), raw, unit: null }));
};

/** `{"temperature":{"internal":21.5,"ambient":22.3}}`: a value for each place; none where the object is something else. */
const placesOf = (outside: string, object: JsonObject): NamedValue[] => {
  // A number under it is a time in French.
  const measure = measureOf(outside === "temps" ? "temperatures" : snake(outside));
  if (measure === null) return statesOf(outside, object);
  const numbers = entriesOf(object).filter(([, raw]) => readSaid(raw)?.isState === false);
  const unit = unitIn(object);
  // `{"temperature":{"C":21.3,"F":70.3}}`
  const ofScale = (letter: string) =>
    numbers.find(([name]) => name.replace(/^deg_?/i, "").toUpperCase() === letter);
  const scaled = measure.kind === "temperature" ? (ofScale("C") ?? ofScale("F")) : undefined;
  if (scaled) return [{ name: outside, raw: scaled[1], unit: ofScale("C") ? "°C" : "°F" }];
  const now = NARROW_KINDS.has(measure.kind) ? numbers.find(([name]) => NOW.test(name)) : undefined;
  if (now !== undefined) return [{ name: outside, raw: now[1], unit }];
  const areRooms = numbers.length > 1 && numbers.length === entriesOf(object).length && numbers.every(isRoom);
  return numbers
    .filter(([name]) => areRooms || isPlace(name))
    .map(([name, raw]) => ({ name: `${outside}_${name}`, raw, unit }));
};

/** What stands above an object of a body. */
export type Above = {
  /** What the objects above say that a value without a name is. */
  subject: () => string | null;
  /** The measured name that the object stands under: `{"temperature":{"data":[{"place":"Attic","value":5}]}}`. */
  about: string | null;
};

const says = (word: string): boolean => isMeasured(word) || isHealth(word);

/** `{"temperature":{"value":21.4,"unit":"C"}}`: the name may stand outside; null where the object is no record. */
const nameOfRecord = (outside: string, record: OneValue, about: string | null): string | null => {
  const word = snake(outside);
  if (says(word)) return outside;
  if (record.name !== null && (says(snake(record.name)) || isSetting(record.name))) return record.name;
  if (record.unit === null && about === null) return null;
  if (outside === "" || WRAPPERS.has(word)) return record.name;
  // `{"40015":{"title":"Brine in","value":1.2,"unit":"°C"}}`: a number says nothing to people.
  return /\p{L}/u.test(outside) ? outside : (record.name ?? outside);
};

/** `{"feature":"sensors.temperature","properties":{"value":{"value":7.3}}}`: the name stands further up. */
const nameAbove = (outside: string, record: OneValue, { subject }: Above): string | null =>
  record.name === null && WRAPPERS.has(snake(outside)) ? subject() : null;

/** A place by the name above that says what is measured there. */
const aboutIn = (name: string, { unit }: OneValue, { about }: Above): string => {
  if (about === null || says(snake(name)) || guessKind(snake(name), unit, false) !== "generic") return name;
  const measure = measureOf(snake(about));
  const isIts =
    measure === null
      ? unit === null && saysLeak(snake(about)) === true
      : unit === null || quantityOf(unit) === quantityOf(CANONICAL_UNITS[measure.kind]);
  return isIts ? `${name} ${about}` : name;
};

/** What a value is called, by itself or by what stands above; null where nothing names it. */
const nameIn = (outside: string, record: OneValue, above: Above): string | null => {
  const name = nameOfRecord(outside, record, above.about) ?? nameAbove(outside, record, above);
  return name === null ? null : aboutIn(name, record, above);
};

/** `{"temperature":{"spot":{"value":"5.3"},"unit":"degrees_celsius"}}`: the value is an envelope deeper than its unit. */
const recordInside = (outside: string, object: JsonObject): OneValue | null => {
  if (!isMeasured(snake(outside))) return null;
  const isNumber = measureOf(snake(outside)) !== null;
  const record = objectMembers(object)
    .filter(([name]) => WRAPPERS.has(snake(name)))
    .map(([, inner]) => recordOf(inner))
    .find((one) => !isNumber || readSaid(one?.raw)?.isState === false);
  if (record === undefined || record === null || record.name !== null) return null;
  return { ...record, unit: record.unit ?? unitIn(object) };
};

export const NOTHING_ABOVE: Above = { subject: () => null, about: null };

/** The values that an object says under a name from outside: its own one, or one for each place; none where it is no such. */
export const valuesIn = (outside: string, object: JsonObject, above = NOTHING_ABOVE): NamedValue[] => {
  // `{"temperature":{"temperature":21.4,"valid":true}}`
  const own = isMeasured(snake(outside)) ? memberOf(object, outside) : undefined;
  if (own !== undefined && typeof own !== "object") return [{ name: outside, raw: own, unit: null }];
  // A tap is open.
  const isTap = saysWater(snake(outside)) && entriesOf(object).some(([name]) => /^(?:is_?)?open/i.test(name));
  if (isTap) return [];
  const record = recordOf(object) ?? recordInside(outside, object);
  const name = record && nameIn(outside, record, above);
  return record === null || name === null ? placesOf(outside, object) : [{ ...record, name }];
};

/** What a home is warned of, by the name of a number or a state; undefined for all else. */
export const warnedOf = (name: string, unit: string | null = null): SensorKind | undefined => {
  const kind = saysLeak(snake(name)) === true ? "flood" : guessKind(snake(name), unit, false);
  return kind === "flood" || isAir(kind) ? kind : undefined;
};

/** A value that one place of the body says under a name; without a moment it is that of the place. */
export type Value = { name: string; raw: unknown; unit: string | null; moment: number | undefined };

export const put = (values: Value[], name: string, said: Omit<OneValue, "name">, moment?: number): void => {
  const { raw, unit, series = [{ raw, moment }] } = said;
  for (const one of series) values.push({ name, raw: one.raw, unit, moment: one.moment ?? moment });
};

/** The values as members, with their units by the same names; two of one name are kept apart by their order. */
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

const CHARACTERS_MAX = 64;
/** Longer ones tell a story. */
const WORDS_MAX = 3;
const FILLERS = new Set("a an the is was has have been now just your at in of sensor".split(" "));
/** Endings of an alarm that has no other description. */
const OVER = new Set(["cleared", "resolved", "ended", "stopped", "gone"]);

const isNegation = (word: string): boolean => word === "no" || word === "not";
const isSwitched = (word: string): boolean => /^(?:on|off|(?:in)?active)$/i.test(word);

/** What says by itself what it is about: `no_leak`. */
const SUBJECT = /^(?:leak|flood|motion|water|smoke)(?:ing|ed|age)?$/;
const SUBJECT_ALONE = /^(?:(?:water_)?leak|leaking|flood|flooded|flooding|motion)$/;
const THING = /\b(?:sensor|detector)s?$/i;

/** The event of a Shelly Flood; a person's "leak alarm off" may mean its sound. */
const FLOOD_OVER = "flood.alarm_off";

/** What is said in words, and if it is so. */
type Said = { about: string; isOn: boolean };

/** By whom or where, behind what was detected; not where the sentence goes on to say that it is over. */
const WHERE =
  /(?<=detected)\s+(?:by|in|at|from|on|near|under)\s(?!.*\b(?:has|was|is|cleared|resolved|over|no longer)\b).*$/i;
/** "Basement sensor detected a water leak" */
const ACTIVE =
  /^(?:(?!\b(?:no|not|never)\b).){1,40}\bdetected\s(?:an?\s)?((?:water\s)?leak|flood|water|motion)[.!]?$/i;

/** `Water leak detected`, `no_leak`: the subject, and if it is so; null for every other text. */
const stateIn = (text: string): Said | null => {
  if (text.length > CHARACTERS_MAX) return null;
  if (text === FLOOD_OVER) return { about: "flood", isOn: false };
  const words = snake(text.replace(WHERE, "").replace(ACTIVE, "$1 detected"))
    .split("_")
    .filter((word) => !FILLERS.has(word));
  const last = words.pop() ?? "";
  // "Water leak sensor" is the name of a thing.
  if (SUBJECT.test(last) && THING.test(text)) return null;
  const isNegated = words.some(isNegation);
  const about = words.filter((word) => !isNegation(word)).join("_");
  if (about === "" && isNegated && SUBJECT.test(last)) return { about: last, isOn: false };
  const kind = about === "" || words.length > WORDS_MAX ? undefined : stateOf(about)?.kind;
  // "Motion detection on" is a setting.
  if (kind === undefined || (kind !== "generic" && isSwitched(last))) return null;
  const said = OVER.has(last) ? { value: 0, isState: true } : readStateWord(last);
  return said?.isState ? { about, isOn: (said.value === 1) !== isNegated } : null;
};

/** `"status":"Leak detected"`, `"event":"no_leak"`: what a member says in words of what its name leaves open. */
const stateSaid = (name: string, value: unknown): Said | null => {
  const place = snake(name);
  if (typeof value !== "string" || !(isStateName(place) || SAID_IN.has(place))) return null;
  const said = stateIn(value);
  if (said !== null || name === "value" || !isStateName(place)) return said;
  const word = value.length > CHARACTERS_MAX ? "" : snake(value);
  return SUBJECT_ALONE.test(word) ? { about: word, isOn: true } : null;
};

const SAYS_IT_ITSELF = /^(?:wet|dry)$/i;

/** `{"type":"leak","alarm":1}` as `"alarm":"alarm"` says it, 0 and false as "clear". */
const alarmWord = (word: string, raw: unknown): unknown => {
  if (!ALARMS.test(word) || ![0, 1, false, true].some((bit) => bit === raw)) return raw;
  return raw ? "alarm" : "clear";
};

/** `{"alarmType":"WATER_LEAK","state":"ACTIVE","temperature":66}`: the state of what another member names. */
const leakSaid = (object: JsonObject, name: string, raw: unknown): Said | null => {
  if (!isStateName(snake(name))) return null;
  const value = alarmWord(snake(name), raw);
  if (typeof value !== "string" || SAYS_IT_ITSELF.test(value)) return null;
  const state = readStateWord(value);
  const kind = state?.isState ? kindWord(object) : null;
  if (kind === null || saysLeak(snake(kind)) !== true) return null;
  // A sensor may be active, too, and nothing is wet.
  const isAlarms = entriesOf(object).some(([other]) => /^al(?:arm|ert)_type$/.test(snake(other)));
  return isSwitched(value) && !isAlarms ? null : { about: snake(kind), isOn: state?.value === 1 };
};

const ONLY_NAMES_IT = /(?:leak|flood|water)(?:ing|age)?$/i;

/**
 * `{"event":"WATER_LEAK","state":"CLEARED"}`, `{"title":"Leak detected","active":false}`: that what a text says is over. What may
 * be the sensor's own (`"status":"OK"`) says so only beside a mere name.
 */
const isOver = (object: JsonObject, said: string): boolean =>
  entriesOf(object).some(([name, raw]) => {
    const word = snake(name);
    if (OVER.has(String(raw).toLowerCase())) return isStateName(word) || word === "action";
    if (readStateWord(raw)?.value !== 0) return false;
    return (
      /^(?:is_?)?(?:active|triggered|firing)$/.test(word) ||
      (ONLY_NAMES_IT.test(said) && /^(?:(?:alarm|alert|event)_)?(?:state|value)$|^al(?:arm|ert)$/.test(word))
    );
  });

const kindOf = (about: string): string | undefined => stateOf(about)?.kind;

/** Text values under ambiguous names, unless a name already decides. */
export const putSaid = (values: Value[], object: JsonObject): void => {
  for (const [name, value] of entriesOf(object)) {
    const said = stateSaid(name, value) ?? leakSaid(object, name, value);
    if (said !== null && !values.some((one) => kindOf(snake(one.name)) === kindOf(said.about)))
      put(values, said.about, { raw: said.isOn && !isOver(object, String(value)), unit: null });
  }
};

/** `"alarms":["leak"]` */
export const putLeaks = (values: Value[], texts: readonly unknown[]): void => {
  for (const text of texts) {
    const said = stateSaid("alarm", text);
    if (said !== null && kindOf(said.about) === "flood")
      put(values, said.about, { raw: said.isOn, unit: null });
  }
};

/** `"alarms":[]` of what its own words call a leak's sensor: what `"alarms":["leak"]` began is over. */
export const putDry = (values: Value[], object: JsonObject): void => {
  const isLeaks = ([, text]: readonly [string, unknown]) =>
    typeof text === "string" && kindOf(snake(text)) === "flood";
  if (entriesOf(object).some(isLeaks)) put(values, "leak", { raw: false, unit: null });
};
