import { matching, remembered } from "../../kernel/text.ts";
import { entriesOf, type JsonObject } from "../json.ts";
import { READING_LIMITS } from "../limits.ts";
import { slug, snake, worded } from "../sensor-keys.ts";
import { measureOf, saysGone, saysInvalid } from "../sensor-kinds.ts";
import { hasUnitNames, unitBeside, unitOfAll } from "../unit-marks.ts";
import { readNumber, readValue } from "../values.ts";
import type { Named } from "./full-units.ts";
import { type Leaf, leafOf, withoutUnit } from "./leaf.ts";
import type { Field, Manner, Part } from "./manner.ts";

/** True if `current` means "now" (`{"name":"Tank","current":25.3}`): no member beside it is electrical. */
const isNow = (members: JsonObject, name: string): boolean =>
  name.toLowerCase() === "current" && !entriesOf(members).some(([other]) => isElectric(snake(other)));

const isElectric = matching(
  /volt|watt|power|energy|amp|(?:^|_)(?:k?wh?|hz|frequency|phase|relay|switch|output|state)(?:_|$)/,
);

const SHORT = new Map(Object.entries({ t: "temperature", h: "humidity" }));

/** True for `{"t":21.4,"h":45}` and `{"T":21.4,"RH":45}`; not among other letters: `{"h":0.42,"d":26,"t":5}`. */
const isShort = (members: JsonObject): boolean => {
  const letters = entriesOf(members).filter(([name]) => name.length === 1 && /[a-z]/i.test(name));
  const isOf = (letter: string) =>
    letters.some(([name, raw]) => name.toLowerCase() === letter && readNumber(raw) !== null);
  const isOther = ([name, raw]: readonly [string, unknown]) =>
    !/^[thpbvn]$/i.test(name) && typeof raw === "number";
  if (!isOf("t") || letters.some(isOther)) return false;
  return isOf("h") || entriesOf(members).some(([name]) => measureOf(snake(name))?.kind === "humidity");
};

/** A topic's ending after the measured name: `cellar/sensor/temperature/state`. */
const PATH_END = /(?<=[/.])(?:state|value)$/;

/** Returns a topic's last word if it says what is measured (`N/b8/temperature/24/Humidity`), else all of it. */
const topicWord = (name: string): string => {
  const path = name.replace(PATH_END, "");
  const last = snake(path.slice(path.lastIndexOf("/") + 1));
  return measureOf(last) === null ? snake(path) : last;
};

/** Returns probes that their sender reports as missing: `{"thermistorProperlyConnected":false}`. */
const absentIn = (members: JsonObject): string[] =>
  entriesOf(members).flatMap(([name, raw]) => (raw === false ? (ABSENT.exec(snake(name))?.[1] ?? []) : []));

const ABSENT =
  /^(?:is_)?(\w{0,40}?(?:therm|probe|sensor|temp|hum)[a-z]{0,12}?)_(?:is_)?(?:properly_)?(?:connected|plugged|attached|valid)$/;

const withoutNumber = (name: string): string => name.replace(/\d{1,3}$/, "");

/** True if a name with another number measures (`{"waterSensor1":66.4,"waterSensor2":0}`): then 0 is no state. */
const isMeasuredBeside = (members: JsonObject, name: string): boolean => {
  const stem = withoutNumber(name);
  const measures = ([other, raw]: readonly [string, unknown]) =>
    typeof raw === "number" && raw !== 0 && raw !== 1 && other !== name && withoutNumber(other) === stem;
  return stem !== name && entriesOf(members).some(measures);
};

const bareTemperatureOf = remembered(
  (name: string): string | null => /^((?:[a-z]{2,8}_)?)temp(?:erature)?$/.exec(snake(name))?.[1] ?? null,
);

/** True for a setting, beside a mode and a measured one: `{"roomTemperature":19.5,"temperature":21,"mode":"HEAT"}`. */
const isSetting = (members: JsonObject, name: string): boolean => {
  const of = bareTemperatureOf(name);
  if (of === null) return false;
  const others = entriesOf(members).map(([other]) => snake(other));
  const has = (form: RegExp) =>
    others.some((other) => other.startsWith(of) && form.test(other.slice(of.length)));
  return has(/^(?:hvac_)?mode$/) && has(/^(?:room|indoor|current|ambient|measured)_temp/);
};

const isOther = (members: JsonObject, name: string, raw: unknown, { fields }: Manner): boolean =>
  // A lock's own codes: `{"state":1,"door_state":2}`.
  (typeof raw === "number" && typeof members.state === "number" && /_?state$/i.test(name)) ||
  // A lamp's brightness or a fan's speed.
  (name === "level" && ("switch" in members || "mode" in members)) ||
  isSetting(members, name) ||
  (fields?.[name] === undefined && isNow(members, name));

/** The field of a Zigbee contact sensor, whoever forwards it. */
const CLOSED: Field = { kind: "door", trueMeans: "closed" };

const ZIGBEE_MARKS = ["linkquality", "battery_low", "tamper", "voltage", "battery"];

/**
 * Recognizes a contact sensor's message from Zigbee2MQTT: `{"contact":true,"linkquality":120}`, where true means
 * closed. A device that sends its Wi-Fi signal has firmware of its own, with its own meaning of `contact`.
 */
const zigbeeContact = (members: JsonObject, name: string): Field | undefined =>
  name === "contact" &&
  typeof members.contact === "boolean" &&
  !("rssi" in members) &&
  ZIGBEE_MARKS.some((mark) => Object.hasOwn(members, mark))
    ? CLOSED
    : undefined;

const OF_WATER_METER =
  /^(?:water|pul[a-z]{2,3})_?(?:conv|usage|total|meter|volume)|^back_?flow$|^leak_?now$|^bypass$/;

type Meant = { beside: RegExp; field: Field };
/** A water meter's count, or its open valve, is neither a leak nor electricity: `{"water":0,"water_conv":10}`. */
const METERED: Meant = { beside: OF_WATER_METER, field: { kind: "generic", unit: null } };
/** A plant's probe says how moist the soil is. */
const OF_PLANT: Meant = { beside: /^fertil/, field: { kind: "generic", unit: "%", as: "soil_moisture" } };
const MEANT = new Map([
  ["water", METERED],
  ["consumption", METERED],
  ["hum", OF_PLANT],
  ["humidity", OF_PLANT],
]);

/** What a number means beside certain members. */
const meantBeside = (members: JsonObject, name: string, raw: unknown): Field | undefined => {
  const meant = MEANT.get(name.toLowerCase());
  if (meant === undefined || readNumber(raw) === null) return undefined;
  return entriesOf(members).some(([other]) => meant.beside.test(snake(other))) ? meant.field : undefined;
};

/** Returns a part's reader: of home-made firmware it reads every number and state; of strangers, only known ones. */
const readerOf = ({ members, manner, units = [] }: Part) => {
  const isExact = manner.isExact === true;
  const [absent, hasUnits] = isExact ? [[], false] : [absentIn(members), hasUnitNames(members)];
  const isPair = isShort(members);
  const wordOf = (name: string): string =>
    (isPair ? SHORT.get(name.toLowerCase()) : undefined) ?? (isExact ? snake(name) : topicWord(name));
  const isUnitSaid = hasUnits || units.some(({ unit }) => typeof unit === "string");
  return (name: string, raw: unknown, field: Field | null | undefined): Leaf | null => {
    if (isExact ? readValue(raw) === null : isOther(members, name, raw, manner)) return null;
    const word = wordOf(name);
    if (absent.some((probe) => word.includes(probe))) return null;
    const unit =
      unitBeside(members, name, units, hasUnits) ??
      (isUnitSaid ? unitOfAll([members, ...units], usualUnits(word)) : null);
    const said = withoutUnit(name, word, raw, unit);
    const leaf = leafOf(said, manner, field);
    if (leaf === null) return null;
    if (leaf.measured.isState && typeof raw === "number" && isMeasuredBeside(members, name)) return null;
    const own = said.word === snake(name) ? undefined : worded(said.word);
    const given = name.includes("/") ? worded(name.replace(PATH_END, "")) : own;
    return { ...leaf, label: leaf.label ?? (leaf.as === undefined ? given : undefined) };
  };
};

/** Names that only the common unit explains: `{"probe1":4.1,"unit":"C"}`. */
const PROBE = /^(?:probe|sensor|channel|ch|port)_?\d{1,2}$/;

/** Returns units that fit a name. Water may be a meter's: `{"water":1,"unit":"L"}`; a level may be a depth. */
const usualUnits = (word: string): (string | null)[] => {
  if (PROBE.test(word)) return ["°C"];
  const measure = measureOf(word);
  return word === "water" ? ["L"] : [measure?.unit ?? null, measure?.kind === "level" ? "cm" : null];
};

/** Reads each member of a part by itself. */
export const leavesOf = (part: Part): Named[] => {
  const { members, manner } = part;
  const read = readerOf(part);
  // States are kept even from an offline or invalid thing: a leak must not be missed.
  const isVoid = manner.isExact !== true && (saysInvalid(members) || saysGone(members));
  const leaves: Named[] = [];
  for (const [name, raw] of entriesOf(members)) {
    // Stops one over the limit, which is enough to refuse the body.
    if (leaves.length > READING_LIMITS.ingestValuesMax) break;
    if (!["number", "boolean", "string"].includes(typeof raw)) continue;
    const known = manner.fields && Object.hasOwn(manner.fields, name) ? manner.fields[name] : undefined;
    const field =
      known === undefined ? (zigbeeContact(members, name) ?? meantBeside(members, name, raw)) : known;
    const leaf = read(name, raw, field);
    if (leaf !== null && (leaf.measured.isState || !isVoid)) leaves.push({ ...leaf, name });
  }
  return leaves;
};

/** Joins a thing's and a value's label; lowercases the value's first letter, but not formulas. */
const labeled = (thing: string, what: string): string => {
  if (thing === "" || ` ${what} `.toLowerCase().includes(` ${thing.toLowerCase()} `)) return what;
  if (what.length < 2) return thing;
  return `${thing} ${/^\p{Lu}\p{Ll}/u.test(what) ? what.charAt(0).toLowerCase() + what.slice(1) : what}`;
};

/** Words of the weather. Wind, rain or the like and another such word mean that a bare temperature is outdoors. */
const WEATHER_WORDS: [string, RegExp][] = [
  // Another thermometer is outdoors, or the values are a room's air.
  ["indoors", /outdoor|outside|out_?temp|temp_?out|aussen|exter|(?:^|_)co_?2|voc/],
  // A pool's controller measures the air beside the pool.
  ["chill", /wind_?chill|(?:^|_)pool_?temp/],
  ["mast", /wind(?!ow)|^w(?:dir|spd|gst)|(?:^|_)gust|(?:^|_)(?:rain|precip|snow)|cloud|visib/],
  // Not measured in rooms.
  ["felt", /(?:^|_)uvi?(?:_|$)|feels|apparent|(?:^|_)app_temp|heat_?index|sea_?level|(?:^|_)slp(?:_|$)/],
];
const OUTSIDE = "Outdoor temperature";
/** Beside these, a temperature is that of a brew, which may be cold on purpose. */
const OF_BREW = /(?:^|_)(?:gravity|sg|plato|brix)(?:_|$)/;
/** Beside these, and no measurement of the air, it is that of a bed or a pot. */
const OF_SOIL = /(?:^|_)soil|^fertil/;
const OF_AIR = /(?<!soil_?)humid|pressure|co_?2/;
const OF_VEHICLE = ["odometer", "mileage"];
const BARE = /^(?:air_|current_)?temp(?:erature)?(?:_?[cf]|_celsius|_fahrenheit)?$/;
/** Weather services give the height above the ground. */
const ABOVE_GROUND = /^temperature_\d{1,3}m$/;

const weatherWord = remembered(
  (name: string): string => WEATHER_WORDS.find(([, form]) => form.test(snake(name)))?.[0] ?? "other",
);

const isOfWeather = (members: JsonObject): boolean => {
  const numbers = entriesOf(members).filter(([, raw]) => readNumber(raw) !== null);
  const told = numbers.map(([name]) => weatherWord(name));
  const isMast = told.includes("mast") && told.filter((word) => word !== "other").length >= 2;
  return (isMast || told.includes("chill")) && !told.includes("indoors");
};

/** Returns the label of a temperature by what is beside it; undefined for most. */
const labelShown = ({ members, isWhole }: Part, word: string): string | undefined => {
  if (ABOVE_GROUND.test(word)) return OUTSIDE;
  if (isWhole || !BARE.test(word)) return undefined;
  if (isOfWeather(members)) return OUTSIDE;
  const has = (form: RegExp) => entriesOf(members).some(([name]) => form.test(snake(name)));
  if (has(OF_BREW)) return "Fermenter temperature";
  return has(OF_SOIL) && !has(OF_AIR) ? "Plant temperature" : undefined;
};

type Names = { key: string; label: string | undefined };

/** Returns names for home-made firmware, unchanged. */
const exactNames = ({ key, label, isWhole }: Part, { as, name }: Named): Names => {
  const said = as ?? name;
  if (isWhole) return { key: key || said, label };
  return { key: [key, said].filter(Boolean).join("_"), label: label === "" ? undefined : `${label} ${said}` };
};

/** Returns the function that names a part's readings. */
export const namesIn = (part: Part): ((leaf: Named) => Names) => {
  const isVehicle = OF_VEHICLE.some((name) => Object.hasOwn(part.members, name));
  return (leaf) => {
    const { name, as, label, kind } = leaf;
    const said = as ?? name;
    const isOfVehicle = isVehicle && kind === "temperature";
    const shown = isOfVehicle ? labeled("Vehicle", worded(said)) : labelShown(part, snake(said));
    if (part.manner.isExact || part.isWhole) {
      const names = exactNames(part, leaf);
      return { ...names, label: shown ?? names.label };
    }
    const key = /\s/.test(said) ? slug(said) : said;
    const what = shown ?? label ?? worded(said);
    return { key: [part.key, key].filter(Boolean).join("_"), label: labeled(part.label, what) };
  };
};
