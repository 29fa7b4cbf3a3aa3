import { knownUnit } from "../../kernel/units.ts";
import { entriesOf, isJsonObject, type JsonObject, jsonIn, memberOf, objectElements } from "../json.ts";
import type { Manner, Part } from "../parts/manner.ts";
import { keyStart, labelStart, snake } from "../sensor-keys.ts";
import { saysLeak, stateOf } from "../sensor-kinds.ts";
import { statedScale, unitTablesIn } from "../unit-marks.ts";
import {
  ALARMS,
  channelsOf,
  columnUnitsOf,
  type Dated,
  datedOf,
  hasMoment,
  identityOf,
  isMeasured,
  isSkipped,
  joinedOf,
  oneThingOf,
  placedBy,
  placeNameIn,
  rowsOf,
  saidMoment,
  seriesOf,
  shortText,
  WRAPPERS,
} from "./names.ts";
import { type Above, kindSaid, NOTHING_ABOVE, putDry, putLeaks, putSaid, valuesIn } from "./places.ts";
import { isVacant, kindWord, membersOf, put, recordOf, type Value } from "./records.ts";

/** The context of everything below an object. */
type Here = Above & {
  key: string;
  label: string;
  manner: Manner;
  units: readonly JsonObject[];
  depth: number;
  isPart: boolean;
  /** The work left for this body: a member costs one, an object or an element of a list more. */
  budget: { left: number };
  /** When this was measured, if it belongs to a series. */
  moment?: number | undefined;
};

/** An object's own values, and the things below that are still to be walked. */
type Gathered = { values: Value[]; below: [JsonObject, Here][] };

const nothing = (): Gathered => ({ values: [], below: [] });

const isSpent = ({ budget }: Here, cost: number): boolean => {
  budget.left -= cost;
  return budget.left < 0;
};

/** No known interface nests deeper. */
const DEPTH_MAX = 10;

/** More members than any device sends; an object costs as much as several. */
const WALKED_MAX = 4_096;
const OBJECT_COSTS = 8;

/** Units are looked up in this many objects, the nearest first. */
const UNITS_KEPT_MAX = 6;
/** Objects about a radio's signal, which measure nothing. */
const RADIOS = new Set(["wifi", "wifi_sta", "network", "radio", "signal"]);
const LEAKS_ONLY: Manner = { onlyLeaks: true };

/** The context of a named thing: its keys start with its id, so that they survive a change of order. */
const below = (here: Here, key: string, label: string): Here => ({
  ...here,
  key: keyStart(here.key === "" ? key : `${here.key}_${key}`),
  label: labelStart(here.label === "" ? label : `${here.label} ${label}`),
});

/** The context below a member. The object there may have a label, as when things are listed by id. */
const named = (here: Here, name: string, inside: unknown): Here => {
  const word = snake(name);
  const scale = SCALES.get(word);
  if (scale !== undefined) return { ...here, manner: { ...here.manner, temperature: scale } };
  // A number means nothing to people.
  if (WRAPPERS.has(word))
    return /\p{L}/u.test(here.label)
      ? here
      : { ...here, label: `${placeNameIn(inside)} ${here.label}`.trim() };
  if (isMeasured(word)) return { ...below(here, name, name), isPart: true, about: name };
  const label = isJsonObject(inside) ? identityOf(inside).label : null;
  return { ...below(here, name, label ?? name), isPart: true, about: null };
};

/** Objects named by the unit system of their values. */
const SCALES = new Map(Object.entries({ metric: "°C", imperial: "°F" }));

/** The context of a list's element, which is a thing of its own if it has an id or a number. */
const elementOf = (here: Here, element: JsonObject, at: number, count: number, placed = ""): Here => {
  const { id, label: given } = identityOf(element);
  const label = id === null ? (given ?? shortText(element[placed])) : given;
  const key = id ?? label;
  if (key !== null) return below(here, key, label ?? key);
  return count === 1 ? here : below(here, String(at + 1), String(at + 1));
};

/** Returns what an object names as measured, or else the object above: read once, and only if needed. */
const subjectOf = (object: JsonObject, above: () => string | null): (() => string | null) => {
  let said: string | null | undefined;
  return () => {
    if (said === undefined) said = kindWord(object) ?? above();
    return said;
  };
};

/** Adds an object's values, and other kinds beside its only value: `{"type":"temperature","value":4.4,"leak":true}`. */
const putValues = (
  { values }: Gathered,
  outside: string,
  object: JsonObject,
  above?: Above,
  moment?: number,
): boolean => {
  const said = valuesIn(outside, object, above);
  for (const one of said) put(values, one.name, one, moment);
  if (said.length === 0) return false;
  const place = placeNameIn(object) || placeNameIn({ name: outside });
  const kinds = new Set([undefined, ...said.map(({ name, unit }) => kindSaid(name, unit))]);
  for (const [name, raw] of entriesOf(object))
    if (!kinds.has(kindSaid(name))) put(values, `${place} ${name}`.trim(), { raw, unit: null }, moment);
  return true;
};

/** True if a list's elements measure different things: they need no numbers, which would depend on their order. */
const areDistinct = (objects: JsonObject[]): boolean => {
  const said = objects.flatMap((object) => kindWord(object) ?? entriesOf(object).map(([name]) => name));
  return new Set(said).size === said.length;
};

/** Gathers one thing at several times: its newest measurements, for at most half of the work left. */
const gatherSeries = (series: readonly Dated[], here: Here, { below }: Gathered): void => {
  const cost = OBJECT_COSTS + entriesOf(series[0]?.item ?? {}).length;
  const newest = series.toSorted((a, b) => (a.moment ?? 0) - (b.moment ?? 0));
  for (const { item, moment = here.moment } of newest.slice(-Math.max(1, here.budget.left / (2 * cost))))
    below.push([item, { ...here, moment }]);
};

const gatherList = (list: unknown[], name: string, here: Here, gathered: Gathered): void => {
  if (isSpent(here, list.length)) return;
  const objects = objectElements(list).filter((item) => entriesOf(item).length > 0 && !isVacant(item));
  const inside = named(here, name, null);
  const joined = joinedOf(objects);
  if (joined !== null) {
    gathered.below.push([joined, inside]);
    return;
  }
  const one = objects.some((item) => recordOf(item) !== null) ? null : oneThingOf(objects);
  if (one !== null) {
    gatherSeries(one, inside, gathered);
    return;
  }
  if (isSpent(here, objects.length * OBJECT_COSTS)) return;
  if (isMeasured(snake(name)) && objects.every((item) => recordOf(item)?.name === null)) {
    // Elements without a time are no series: a fridge and its freezer.
    const series: Dated[] = objects.some(hasMoment) ? seriesOf(objects) : objects.map((item) => ({ item }));
    const isSaid = series.map(({ item, moment }) => putValues(gathered, name, item, undefined, moment));
    if (isSaid.includes(true)) return;
  }
  const numbered = areDistinct(objects) ? 1 : objects.length;
  const [channels, placed] = [channelsOf(objects), placedBy(objects)];
  for (const [at, { item, moment }] of datedOf(objects).entries()) {
    if (putValues(gathered, "", item, inside, moment)) continue;
    const count = moment === undefined || channels !== null ? numbered : 1;
    gathered.below.push([item, { ...elementOf(inside, item, channels?.[at] ?? at, count, placed), moment }]);
  }
};

/** Most thermometers on one wire; a longer list of numbers is a series. */
const PROBES_MAX = 8;

/** Lists of what is the case; `"features":["leak"]` lists what may be. */
const LEAKS_IN =
  /^(?!.*(?:type|support|enabled|avail|possible|option))(?:$|.*(?:alarm|alert|warning|flag|event|stat(?:e|us)|fault|error|message|active|detected))/;

const isOfEach = (name: string, list: unknown[]): boolean =>
  saysLeak(snake(name)) === true ||
  (list.length <= PROBES_MAX && PROBES.test(name) && list.every((one) => typeof one === "number"));

const PROBES = /^(?:ds18b?20s?|temps|probes)$/i;

/** Names of readings buffered while offline; they count only with a time. */
const HISTORY = /^histor(?:y|ical)$/;
/** Names of what has happened; an only entry of such a list is no news if it says when it was. */
const LOG = /^(?:event_?)?(?:logs?|journal)$/;
const past = (list: unknown[]): Dated[] =>
  objectElements(list)
    .map((item) => ({ item, moment: saidMoment(item) }))
    .filter(({ moment }) => Number.isFinite(moment));

const gatherArray = (list: unknown[], name: string, here: Here, gathered: Gathered): void => {
  const word = snake(name);
  // A tracker's list of nearby networks.
  if (word === "wifi") return;
  const scalars = list.filter((one) => typeof one !== "object").slice(0, WALKED_MAX);
  if (scalars.length < list.length) {
    if (ALARMS.test(word)) {
      const [leaks, alarms] = [{ ...named(here, name, null), manner: LEAKS_ONLY }, nothing()];
      gatherList(list, "", leaks, alarms);
      gathered.below.push([membersOf(alarms.values).members, leaks], ...alarms.below);
    } else if (HISTORY.test(word) || (LOG.test(word) && list.length === 1 && past(list).length === 1))
      gatherSeries(past(list), here, gathered);
    else if (!isSkipped(word)) gatherList(list, name, here, gathered);
  } else if (!isSpent(here, list.length)) {
    if (LEAKS_IN.test(word)) putLeaks(gathered.values, scalars);
    // `{"temperature":["21.5"]}`, `{"Temperature":[21.5,"°C"]}`
    const unit = list.length === 2 && typeof list[1] === "string" ? knownUnit(list[1]) : null;
    if (list.length === 1 || unit !== null) put(gathered.values, name, { raw: list[0], unit });
    else if (isOfEach(name, list))
      for (const [at, raw] of list.entries()) put(gathered.values, `${name}_${at + 1}`, { raw, unit: null });
  }
};

const isAlarmOfPlace = (word: string): boolean => /_al(?:arm|ert)$/.test(word) && stateOf(word) !== null;

const gather = (object: JsonObject, here: Here): Gathered => {
  const gathered = nothing();
  if (isSpent(here, entriesOf(object).length)) return gathered;
  const rows = rowsOf(object);
  if (rows !== null) {
    gatherSeries(rows, here, gathered);
    return gathered;
  }
  // The whole object is one value with its name: `{"sensor":"cellar","type":"temperature","value":5.3}`.
  const isOne = (here.depth === 1 || here.manner.onlyLeaks) && !isVacant(object);
  if (isOne && putValues(gathered, "", object)) {
    const inside = entriesOf(object).filter(([, raw]) => isJsonObject(raw) || Array.isArray(raw));
    if (inside.length > 0) gathered.below.push([Object.fromEntries(inside), { ...here, manner: LEAKS_ONLY }]);
    return gathered;
  }
  for (const [name, raw] of entriesOf(object)) {
    // An envelope may carry JSON as text: `"payload":"{\\"temperature\\":5}"`.
    const value = typeof raw === "string" && WRAPPERS.has(snake(name)) ? jsonIn(raw) : raw;
    if (Array.isArray(value) && value.length === 0 && ALARMS.test(name)) putDry(gathered.values, object);
    else if (Array.isArray(value)) gatherArray(value, name, here, gathered);
    else if (!isJsonObject(value)) put(gathered.values, name, { raw: value, unit: null });
    else if (isSpent(here, OBJECT_COSTS)) return gathered;
    else if (isVacant(value)) continue;
    else if (RADIOS.has(snake(name))) gathered.below.push([value, { ...here, manner: { onlyFields: true } }]);
    else if (ALARMS.test(snake(name)))
      gathered.below.push([value, { ...named(here, name, value), manner: LEAKS_ONLY }]);
    else if (isSkipped(snake(name)) && !isAlarmOfPlace(snake(name))) continue;
    else if (!putValues(gathered, name, value, here) && !isSkipped(snake(name)))
      gathered.below.push([value, named(here, name, value)]);
  }
  putSaid(gathered.values, object);
  return gathered;
};

function* partsOf(object: JsonObject, above: Here): Generator<Part> {
  if (above.depth > DEPTH_MAX || above.budget.left < 0) return;
  const unit = memberOf(object, "unit") ?? memberOf(object, "units");
  const own = [...unitTablesIn(object), columnUnitsOf(object)].filter(isJsonObject);
  const scale = statedScale(own[0] ?? object);
  const manner = scale === null ? above.manner : { ...above.manner, temperature: scale };
  const ofAll = typeof unit === "string" ? [{ unit }] : [];
  const units = [...own, ...ofAll, ...above.units].slice(0, UNITS_KEPT_MAX);
  const subject = subjectOf(object, above.subject);
  const here = { ...above, manner, units, subject, depth: above.depth + 1 };
  yield* saidBy(gather(object, here), here);
}

/** Yields the parts of an object, oldest first: its current values count for its health. */
function* saidBy({ values, below }: Gathered, here: Here): Generator<Part> {
  const { key, label, manner, isPart } = here;
  const said = Map.groupBy(values, ({ moment = here.moment }) => moment);
  const dated = [...said.keys()].filter((moment) => moment !== here.moment);
  for (const moment of [...dated.toSorted((a = 0, b = 0) => a - b), here.moment]) {
    const { members, units: own } = membersOf(said.get(moment) ?? []);
    const units = [own, ...here.units];
    yield { key, label, members, manner, units, isPart, moment, isOfSeries: moment !== undefined };
  }
  for (const [thing, there] of below) yield* partsOf(thing, there);
}

/** Returns every thing in a body of any shape, with its values; `key` and `label` are those of the sending thing. */
export const walk = (body: unknown, manner: Manner, { key, label } = { key: "", label: "" }): Part[] => {
  const budget = { left: WALKED_MAX };
  const here: Here = { key, label, manner, units: [], depth: 0, isPart: false, budget, ...NOTHING_ABOVE };
  const parts = isJsonObject(body) ? [...partsOf(body, here)] : Array.isArray(body) ? listed(body, here) : [];
  return budget.left < 0 ? [{ key, label, members: {}, manner, isTooMuch: true }] : parts;
};

const listed = (list: unknown[], here: Here): Part[] => {
  const gathered = nothing();
  gatherList(list, "", here, gathered);
  return [...saidBy(gathered, here)];
};
