import { entriesOf, type JsonObject } from "../json.ts";
import { snake } from "../parts/snake.ts";
import { saysLeak, stateOf } from "../sensor-kinds.ts";
import { readStateWord } from "../values.ts";
import dictionary from "../words.json" with { type: "json" };
import { kindWord, type OneValue } from "./records.ts";

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

/** Where services say in words what happened. */
const SAID_IN = new Set(dictionary.saidIn.map(snake));
/** Where a thing says in words how it is, whatever it is. */
const STATE_NAMES = new Set(dictionary.stateNames);
const isStateName = (name: string): boolean => STATE_NAMES.has(name) || /_stat(?:e|us)$/.test(name);

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

/** `{"alarmType":"WATER_LEAK","state":"ACTIVE","temperature":66}`: the state of what another member names. */
const leakSaid = (object: JsonObject, name: string, value: unknown): Said | null => {
  if (typeof value !== "string" || !isStateName(snake(name)) || SAYS_IT_ITSELF.test(value)) return null;
  const state = readStateWord(value);
  const kind = state?.isState ? kindWord(object) : null;
  if (kind === null || saysLeak(snake(kind)) !== true) return null;
  // A sensor may be active, too, and nothing is wet.
  const isAlarms = entriesOf(object).some(([other]) => /^al(?:arm|ert)_type$/.test(snake(other)));
  return isSwitched(value) && !isAlarms ? null : { about: snake(kind), isOn: state?.value === 1 };
};

const kindOf = (about: string): string | undefined => stateOf(about)?.kind;

/** Text values under ambiguous names, unless a name already decides. */
export const putSaid = (values: Value[], object: JsonObject): void => {
  for (const [name, value] of entriesOf(object)) {
    const said = stateSaid(name, value) ?? leakSaid(object, name, value);
    if (said !== null && !values.some((one) => kindOf(snake(one.name)) === kindOf(said.about)))
      put(values, said.about, { raw: said.isOn, unit: null });
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
