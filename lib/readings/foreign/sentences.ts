import { snake } from "../parts/snake.ts";
import { stateOf } from "../sensor-kinds.ts";
import { readStateWord } from "../values.ts";
import dictionary from "../words.json" with { type: "json" };

/** Where services say in words what happened. */
const SAID_IN = new Set(dictionary.saidIn.map(snake));

const CHARACTERS_MAX = 64;
/** Longer ones tell a story. */
const WORDS_MAX = 3;
const FILLERS = new Set("a an the is was has have been now just your at in of sensor".split(" "));
const NEGATIONS = new Set(["no", "not"]);
/** Endings of an alarm that has no other description. */
const OVER = new Set(["cleared", "resolved", "ended", "stopped", "gone"]);

const SWITCHED = new Set(["on", "off", "active", "inactive"]);
export const isSwitched = (word: string): boolean => SWITCHED.has(word.toLowerCase());
/** What says by itself what it is about: `no_leak`. */
const SUBJECT = /^(?:leak|flood|motion|water|smoke)(?:ing|ed|age)?$/;

const THING = /\b(?:sensor|detector)s?$/i;

/** The event of a Shelly Flood; a person's "leak alarm off" may mean its sound. */
const FLOOD_OVER = "flood.alarm_off";

export type Said = { about: string; isOn: boolean };

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
  const isNegated = words.some((word) => NEGATIONS.has(word));
  const about = words.filter((word) => !NEGATIONS.has(word)).join("_");
  if (about === "" && isNegated && SUBJECT.test(last)) return { about: last, isOn: false };
  if (words.length > WORDS_MAX) return null;
  const kind = about === "" ? undefined : stateOf(about)?.kind;
  // "Motion detection on" is a setting.
  if (kind === undefined || (kind !== "generic" && isSwitched(last))) return null;
  const said = OVER.has(last) ? 0 : readStateWord(last)?.isState === true ? readStateWord(last)?.value : null;
  if (said === null || said === undefined) return null;
  return { about, isOn: (said === 1) !== isNegated };
};

/** Where a thing says in words how it is, whatever it is. */
const STATE_NAMES = new Set(dictionary.stateNames);
export const isStateName = (name: string): boolean => STATE_NAMES.has(name) || /_stat(?:e|us)$/.test(name);
const SUBJECT_ALONE = /^(?:(?:water_)?leak|leaking|flood|flooded|flooding|motion)$/;

/** `"status":"Leak detected"`, `"event":"no_leak"`: what a member says in words of what its name leaves open. */
export const stateSaid = (name: string, value: unknown): Said | null => {
  const place = snake(name);
  if (typeof value !== "string" || !(isStateName(place) || SAID_IN.has(place))) return null;
  const said = stateIn(value);
  if (said !== null || name === "value" || !isStateName(place)) return said;
  const word = value.length > CHARACTERS_MAX ? "" : snake(value);
  return SUBJECT_ALONE.test(word) ? { about: word, isOn: true } : null;
};
