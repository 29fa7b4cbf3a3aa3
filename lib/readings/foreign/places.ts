import type { SensorKind } from "../../../schema/vocabulary.ts";
import { namesPlace } from "../../devices/placement/place-evidence.ts";
import { remembered } from "../../kernel/text.ts";
import { CANONICAL_UNITS, quantityOf } from "../../kernel/units.ts";
import { entriesOf, isStructure, type JsonObject, memberOf, objectMembers } from "../json.ts";
import { snake } from "../sensor-keys.ts";
import { guessKind, isHealth, isNoMeasure, measureOf, saysLeak, stateOf } from "../sensor-kinds.ts";
import { isSetting } from "../unit-marks.ts";
import { NARROW_KINDS, readSaid, readStateWord } from "../values.ts";
import { ALARMS, isMeasured, isStateName, isTimeName, SAID_IN, WRAPPERS } from "./names.ts";
import { isValueName, kindWord, type OneValue, put, recordOf, unitIn, type Value } from "./records.ts";

type NamedValue = OneValue & { name: string };

/** Places where one thing may measure the same quantity. */
const PLACE =
  /^(?:internal|external|indoors?|outdoors?|in|out|inside|outside|ambient|room|air|water|conc(?:entration)?|floor|surface|ground|pipe|top|bottom|middle|left|right|front|back|supply|return|inlet|outlet|flow|attic|basement|cellar|garage|kitchen|bedroom|bathroom|fridge|freezer|(?:probe|sensor|channel|ch|zone|port|t|temp|s|p)?_?\d{1,2})$/;
/** The bus address of a probe: `28FF641D8F16`. */
const ADDRESS = /^(?=[a-f]{0,15}\d)[\da-f]{6,16}$/i;

const isPlace = remembered((name: string): boolean => ADDRESS.test(name) || PLACE.test(snake(name)));

/** Names for the current value, beside lowest and highest; `current` means amperes only under electrical names. */
const NOW = /^(?:cur(?:r(?:ent)?)?|now|actual|ist|aktuell|actuel|attuale|last|latest)$/i;

/** True if a name may be a room's, in an object that holds only numbers under such names. */
const isRoom = ([name]: readonly [string, unknown]): boolean =>
  /^[\p{L}][\p{L}\s_-]{2,}$/u.test(name) &&
  !isNoMeasure(snake(name)) &&
  !says(snake(name)) &&
  !NOW.test(name);

/** True if a name says where it leaks. A valve is no such place: its state is whether it is open. */
const tellsLeak = (name: string): boolean =>
  ALARMS.test(snake(name)) ||
  (stateOf(snake(name))?.kind !== "generic" && (isPlace(name) || namesPlace(name)));

/** False for members about the sensor itself: `id` and `mute` in `{"flood:0":{"id":0,"alarm":true,"mute":false}}`. */
const isOfState = (kind: SensorKind, word: string): boolean =>
  !isHealth(word) && (kind !== "flood" || saysLeak(`leak_${word}`) !== false);

const saysWater = (word: string): boolean => stateOf(word)?.kind === "flood" && saysLeak(word) === null;

/** Reads states by place: `{"leak":{"kitchen":false}}`. 0 and 1 count only at places and alarms. */
const statesOf = (outside: string, object: JsonObject): NamedValue[] => {
  const kind = stateOf(snake(outside))?.kind;
  if (kind !== "flood" && kind !== "door") return [];
  const isBit = (raw: unknown): boolean => kind === "flood" && (raw === 0 || raw === 1);
  const members = entriesOf(object).filter(
    ([name, raw]) => !isStructure(raw) && isOfState(kind, snake(name)) && !isTimeName(name),
  );
  const isState = (raw: unknown): boolean => readStateWord(raw)?.isState === true;
  if (!members.every(([, raw]) => isBit(raw) || isState(raw))) {
    // `{"leak":{"detected":true,"level":3}}`
    const own = members.find(([name, raw]) => isState(raw) && isValueName(name));
    return own === undefined || saysWater(snake(outside)) ? [] : [{ name: outside, raw: own[1], unit: null }];
  }
  // `water` alone may be heated or let in, but water at a named place is unwanted.
  const isSaid = (name: string): boolean => stateOf(snake(`${outside}_${name}`))?.kind === kind;
  const states = members.filter(([name, raw]) => (isSaid(name) && !isBit(raw)) || tellsLeak(name));
  const named = (name: string): string => (isSaid(name) ? `${outside}_${name}` : `${outside}_leak_${name}`);
  return states.map(([name, raw]) => ({ name: named(name), raw, unit: null }));
};

/** Reads a value per place: `{"temperature":{"internal":21.5,"ambient":22.3}}`; empty for other objects. */
const placesOf = (outside: string, object: JsonObject): NamedValue[] => {
  // `temps` holds temperatures here; a number under it is a time, in French.
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

/** Hints about an object from the objects above. */
export type Above = {
  /** Returns what a value without a name measures, by the objects above; null if unknown. */
  subject: () => string | null;
  /** The measured name above the object: `{"temperature":{"data":[{"place":"Attic","value":5}]}}`. */
  about: string | null;
};

const says = (word: string): boolean => isMeasured(word) || isHealth(word);

/** Names a record, perhaps from outside: `{"temperature":{"value":21.4,"unit":"C"}}`; null if it is no measurement. */
const nameOfRecord = (outside: string, record: OneValue, about: string | null): string | null => {
  const word = snake(outside);
  if (says(word)) return outside;
  if (record.name !== null && (says(snake(record.name)) || isSetting(record.name))) return record.name;
  if (record.unit === null && about === null) return null;
  if (outside === "" || WRAPPERS.has(word)) return record.name;
  // In `{"40015":{"title":"Brine in","value":1.2,"unit":"°C"}}` the number means nothing to people.
  return /\p{L}/u.test(outside) ? outside : (record.name ?? outside);
};

/** Names a record from above (`{"feature":"temperature","properties":{"value":7.3}}`), or by its degrees. */
const nameAbove = (outside: string, { name, unit }: OneValue, above: Above): string | null => {
  if (name !== null) return null;
  if (WRAPPERS.has(snake(outside))) return above.subject();
  return above === NOTHING_ABOVE && quantityOf(unit) === "temperature" ? "temperature" : null;
};

/** Adds the measured name above to a name that is only a place. */
const aboutIn = (name: string, { unit }: OneValue, { about }: Above): string => {
  if (about === null || says(snake(name)) || guessKind(snake(name), unit, false) !== "generic") return name;
  const measure = measureOf(snake(about));
  const isIts =
    measure === null
      ? unit === null && saysLeak(snake(about)) === true
      : unit === null || quantityOf(unit) === quantityOf(CANONICAL_UNITS[measure.kind]);
  return isIts ? `${name} ${about}` : name;
};

/** Returns a value's name, from itself, from above or by its unit; null if nothing names it. */
const nameIn = (outside: string, record: OneValue, above: Above): string | null => {
  const name = nameOfRecord(outside, record, above.about) ?? nameAbove(outside, record, above);
  return name === null ? null : aboutIn(name, record, above);
};

/** Reads a value one envelope below its unit: `{"temperature":{"spot":{"value":"5.3"},"unit":"degrees_celsius"}}`. */
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

/** Returns an object's values under its outer name: its only one, or one per place; empty if it holds none. */
export const valuesIn = (outside: string, object: JsonObject, above = NOTHING_ABOVE): NamedValue[] => {
  // `{"temperature":{"temperature":21.4,"valid":true}}`
  const own = isMeasured(snake(outside)) ? memberOf(object, outside) : undefined;
  if (own !== undefined && typeof own !== "object") return [{ name: outside, raw: own, unit: null }];
  // `open` under a name of water is a tap's state.
  const isTap = saysWater(snake(outside)) && entriesOf(object).some(([name]) => /^(?:is_?)?open/i.test(name));
  if (isTap) return [];
  const record = recordOf(object) ?? recordInside(outside, object);
  const name = record && nameIn(outside, record, above);
  return record === null || name === null ? placesOf(outside, object) : [{ ...record, name }];
};

/** Returns the kind that a name measures; undefined for all else, and for `level` and `power`, which may be settings. */
export const kindSaid = (name: string, unit: string | null = null): SensorKind | undefined => {
  const kind = saysLeak(snake(name)) === true ? "flood" : guessKind(snake(name), unit, false);
  return ["generic", "level", "power"].includes(kind) ? undefined : kind;
};

const CHARACTERS_MAX = 64;
/** Longer texts are prose. */
const WORDS_MAX = 3;
const FILLERS = new Set("a an the is was has have been now just your at in of sensor".split(" "));
/** Words for the end of an alarm. */
const OVER = new Set(["cleared", "resolved", "ended", "stopped", "gone"]);

const isNegation = (word: string): boolean => word === "no" || word === "not";
const isSwitched = (word: string): boolean => /^(?:on|off|(?:in)?active)$/i.test(word);

/** Words that need no other subject: `no_leak`. */
const SUBJECT = /^(?:leak|flood|motion|water|smoke)(?:ing|ed|age)?$/;
const SUBJECT_ALONE = /^(?:(?:water_)?leak(?:ing|age)?|flood(?:ed|ing)?|motion)$/;
const THING = /\b(?:sensor|detector)s?$/i;

/** A state said in words: its subject, and whether it is on. */
type Said = { about: string; isOn: boolean };

/** The source or place after "detected", unless the sentence goes on to say that it is over. */
const WHERE =
  /(?<=detected)\s+(?:by|in|at|from|on|near|under)\s(?!.*\b(?:has|was|is|cleared|resolved|over|no longer)\b).*$/i;
/** "Basement sensor detected a water leak". */
const ACTIVE =
  /^(?:(?!\b(?:no|not|never)\b).){1,40}\bdetected\s(?:an?\s)?((?:water\s)?leak|flood|water|motion)[.!]?$/i;

/** Reads `Water leak detected` or `no_leak`; null for any other text. */
const stateIn = (text: string): Said | null => {
  if (text.length > CHARACTERS_MAX) return null;
  const words = snake(text.replace(WHERE, "").replace(ACTIVE, "$1 detected"))
    .split("_")
    .filter((word) => !FILLERS.has(word));
  const last = words.pop() ?? "";
  // "Water leak sensor" is a thing's name.
  if (SUBJECT.test(last) && THING.test(text)) return null;
  const isNegated = words.some(isNegation);
  const about = words.filter((word) => !isNegation(word)).join("_");
  if (/^(?:water)?$/.test(about) && isNegated && SUBJECT.test(last))
    return { about: [about, last].filter(Boolean).join("_"), isOn: false };
  const kind = about === "" || words.length > WORDS_MAX ? undefined : stateOf(about)?.kind;
  // "Motion detection on" is a setting.
  if (kind === undefined || (kind !== "generic" && isSwitched(last))) return null;
  const said = OVER.has(last) ? { value: 0, isState: true } : readStateWord(last);
  return said?.isState ? { about, isOn: (said.value === 1) !== isNegated } : null;
};

/** Reads a state from a text: `"status":"Leak detected"`, `"event":"no_leak"`. */
const stateSaid = (name: string, value: unknown): Said | null => {
  const place = snake(name);
  if (typeof value !== "string" || !(isStateName(place) || SAID_IN.has(place))) return null;
  const said = stateIn(value);
  if (said !== null || name === "value" || !isStateName(place)) return said;
  const word = value.length > CHARACTERS_MAX ? "" : snake(value);
  const isAlone = SUBJECT_ALONE.test(word) || (word === "water" && ALARMS.test(place));
  return isAlone ? { about: word, isOn: true } : null;
};

const SAYS_IT_ITSELF = /^(?:wet|dry)$/i;

/** Turns `{"type":"leak","alarm":1}` into `"alarm":"alarm"`; 0 and false become "clear". */
const alarmWord = (word: string, raw: unknown): unknown => {
  if (!ALARMS.test(word) || ![0, 1, false, true].some((bit) => bit === raw)) return raw;
  return raw ? "alarm" : "clear";
};

/** Reads the state of a leak that another member names: `{"alarmType":"WATER_LEAK","state":"ACTIVE"}`. */
const leakSaid = (object: JsonObject, name: string, raw: unknown): Said | null => {
  if (!isStateName(snake(name))) return null;
  const value = alarmWord(snake(name), raw);
  if (typeof value !== "string" || SAYS_IT_ITSELF.test(value)) return null;
  const state = readStateWord(value);
  const kind = state?.isState ? kindWord(object) : null;
  if (kind === null || kindOf(snake(kind)) !== "flood") return null;
  // A sensor may be active without being wet.
  const isAlarms = entriesOf(object).some(([other]) => /^al(?:arm|ert)_type$/.test(snake(other)));
  return isSwitched(value) && !isAlarms ? null : { about: snake(kind), isOn: state?.value === 1 };
};

const ONLY_NAMES_IT = /(?:leak|flood|water)(?:ing|age)?$/i;

/**
 * True if another member says that it is over: `{"event":"WATER_LEAK","state":"CLEARED"}`, `{"title":"Leak
 * detected","active":false}`. A word that may be about the sensor (`"status":"OK"`) counts only beside a mere name.
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

/** Adds states said in words under ambiguous names, unless another name already decides. */
export const putSaid = (values: Value[], object: JsonObject): void => {
  for (const [name, value] of entriesOf(object)) {
    const said = stateSaid(name, value) ?? leakSaid(object, name, value);
    if (said !== null && !values.some((one) => kindOf(snake(one.name)) === kindOf(said.about)))
      put(values, said.about, { raw: said.isOn && !isOver(object, String(value)), unit: null });
  }
};

/** Adds the leaks in a list of alarms: `"alarms":["leak"]`. */
export const putLeaks = (values: Value[], texts: readonly unknown[]): void => {
  for (const text of texts) {
    const said = stateSaid("alarm", text);
    if (said !== null && kindOf(said.about) === "flood")
      put(values, said.about, { raw: said.isOn, unit: null });
  }
};

/** Ends a leak that `"alarms":["leak"]` reported, once a leak sensor sends `"alarms":[]`. */
export const putDry = (values: Value[], object: JsonObject): void => {
  const isLeaks = ([, text]: readonly [string, unknown]) =>
    typeof text === "string" && kindOf(snake(text)) === "flood";
  if (entriesOf(object).some(isLeaks)) put(values, "leak", { raw: false, unit: null });
};
