import { namesPlace } from "../../devices/placement/place-evidence.ts";
import { remembered } from "../../kernel/remembered.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import { snake, worded } from "../parts/snake.ts";
import { measureOf, stateOf } from "../sensor-kinds.ts";
import { scaledName } from "../unit-marks.ts";
import words from "../words.json" with { type: "json" };

/** Names of what is never measured now: settings, radios, places, forecasts and what was. */
const SKIPPED = new Set(words.skipped);

const SKIPPED_ENDING =
  /^(?:max|min)(?:imum)?_|^delta_|(?:^|_)(?:alarms?|alerts?|thresholds?|limits?|settings?|config(?:uration)?|calibration|capabilities|schedules?|programs?|set_?points?|forecasts?|history|statistics|errors?|faults?|firmware|options|modes?|values_changeable|changeable_values|ranges?|targets?|permissions?|preferences)$/;

/** What a thing warns of itself is left to us, but for the water that it stands in. */
export const ALARMS = /^(?:alarms?|alerts?|warnings?)$/;

const TEXT_CHARACTERS_MAX = 80;

/** Names of envelopes: they say nothing of what is inside, and no key begins with them. */
export const WRAPPERS = new Set(words.wrappers);

/** True if values below a name (in snake case) are never current measurements. */
export const isSkipped = remembered(
  (name: string): boolean => SKIPPED.has(name) || SKIPPED_ENDING.test(name),
);

/** A short text, or a whole number as one; null for everything else. */
export const shortText = (value: unknown): string | null => {
  if (typeof value === "number" && Number.isSafeInteger(value)) return String(value);
  return typeof value === "string" && value.trim() !== "" && value.length <= TEXT_CHARACTERS_MAX
    ? value.trim()
    : null;
};

/** The first of these members that is a short text, or a whole number. */
export const firstText = (object: JsonObject, names: readonly string[]): string | null => {
  for (const name of names) {
    const found = Object.hasOwn(object, name) ? shortText(object[name]) : null;
    if (found !== null) return found;
  }
  return null;
};

/** The id of an event is another one each time, and so is MongoDB's of a document that says when it was measured. */
const idsOf = (object: JsonObject): readonly string[] => {
  const has = (name: string) => Object.hasOwn(object, name);
  if (has("eventTime") || has("specversion")) return [];
  const isDocument = has("_id") && /^[\da-f]{24}$/.test(String(object._id)) && words.times.some(has);
  return isDocument ? words.ids.filter((name) => name !== "_id") : words.ids;
};

/** What a thing of a body is called: by the sender, for keys; and by people. */
export const identityOf = (object: JsonObject): { id: string | null; label: string | null } => ({
  id: firstText(object, idsOf(object)),
  label: firstText(object, words.labels),
});

/** True if a name (in snake case) is one of a measurement. */
export const isMeasured = (word: string): boolean =>
  /(?:^|_)water(?:_|$)/.test(word) ||
  measureOf(word) !== null ||
  stateOf(word) !== null ||
  measureOf(scaledName(word).word) !== null;

/** Of `home/freezer/temperature` the part that names a place. */
const placeIn = (text: string): string | undefined => text.split("/").findLast(namesPlace);

/** The place that an object is called by; empty where none of its names is one. */
export const placeNameIn = (object: unknown): string => {
  if (!isJsonObject(object)) return "";
  for (const name of words.placedBy) {
    const said = placeIn(shortText(object[name]) ?? "");
    if (said !== undefined) return said.includes("_") ? worded(said) : said;
  }
  return "";
};

/** What people call the one thing that a body is about. No key begins with it: people change their minds. */
export const labelOf = (body: unknown): string => {
  const said = isJsonObject(body) ? (firstText(body, words.givenByPeople) ?? placeNameIn(body)) : "";
  return /\p{L}{3}/u.test(said) && !/[/.=]/.test(said) && !isMeasured(snake(said)) ? said : "";
};
