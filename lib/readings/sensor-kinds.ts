import { SENSOR_KINDS, type SensorKind, STATE_KINDS } from "../../schema/vocabulary.ts";
import { remembered } from "../kernel/remembered.ts";
import { CANONICAL_UNITS, type Quantity, quantityOf } from "../kernel/units.ts";
import { snake } from "./parts/snake.ts";
import { tablePattern } from "./table-pattern.ts";
import dictionary from "./words.json" with { type: "json" };

const KNOWN_KINDS = new Map<string, SensorKind>(SENSOR_KINDS.map((kind) => [kind, kind]));
const STATES = new Set<SensorKind>(STATE_KINDS);

export const isStateKind = (kind: SensorKind): boolean => STATES.has(kind);

/** A kind that a device names outright; null for a word that is none. */
export const kindFromWord = (word: string): SensorKind | null =>
  KNOWN_KINDS.get(word.trim().toLowerCase()) ?? null;

const CLASS_KINDS = new Map(Object.entries(dictionary.classes));

/** The kind of a device class of Home Assistant's sensors and binary sensors; null for a class that is none of ours. */
export const kindFromClass = (deviceClass: string): SensorKind | null =>
  kindFromWord(CLASS_KINDS.get(deviceClass) ?? "");

const kindTable = (rows: readonly { names: string; kind: string }[]): [SensorKind, RegExp][] =>
  rows.flatMap(({ names, kind }): [SensorKind, RegExp][] => {
    const known = kindFromWord(kind);
    return known === null ? [] : [[known, tablePattern(names)]];
  });

/** A key is cut off long before; what stands behind it is not worth the time. */
const NAME_READ_MAX = 128;

/** `roomTemp_1` → room, temp, 1, roomtemp: the words of a name, camel case both split and joined. */
export const wordsOf = (fullName: string): string[] => {
  const name = fullName.slice(0, NAME_READ_MAX);
  if (/^[a-z\d]*$/.test(name)) return [name];
  const joined = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const split = joined.flatMap((word) => word.split(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u));
  return [...joined, ...split].map((word) => word.toLowerCase());
};

/** Kinds by a word of the name, in this order: `door_temp` is a temperature, `co2_level` is CO2. */
const WORD_KINDS = kindTable(dictionary.wordKinds);

/** Names that say it with several words, or only when they stand alone. */
const NAME_KINDS = kindTable(dictionary.nameKinds);

/** About a sensor's own state or settings, whatever it watches; or about what is no sensor. */
const NOT_A_STATE =
  /batt|(?:^|_)bat(?!h)|tamper|timeout|sensitivity|duration|(?:bell|lights?|lock(?:ed)?|enabled?|online|armed|muted?|_(?:ok|test|faults?|errors?|updates?|count))_?\d*$|^(?:no|not)_/;

/** Says by itself that water is where none should be, whatever the place: `water_heater_leak`. */
const LEAK_ENGLISH = /leak|flood(?!_?light)|(?:^|_)wet(?:_|$)/;
/** In other languages, as `snake` writes them: without accents, and what is put together taken apart. */
const LEAK_ABROAD =
  /leck|ueberflut|wasseraustritt|fuite|degat_des_eaux|inondation|(?:^|_)fugas?(?:_|$)|inundacion|inundacao|perdita|allagamento|lekkage|(?:^|_|water)lek(?:_|$)|lae?cka(?:_|$)|scurgere|inundat|curenje|poplav|διαρρο|протік|vazamento|lae?ckage|l(?:ae?|æ)kage|lekkasje|oversvom|vesivuoto|vesivahinko|wyciek|zalani|unik_vody|zaplav|протечка|затоплен|szivarg|sizinti|su_kacagi|漏水|水漏れ|水浸|\u1102\u116e\u1109\u116e|\u110e\u1175\u11b7\u1109\u116e/;
const isLeakWord = (name: string): boolean => LEAK_ENGLISH.test(name) || LEAK_ABROAD.test(name);
/** Right before it: there is none, there was some, or it is about a battery. */
const NOT_NOW = new Set("no not sin sans kein last previous since bat batt battery".split(" "));
/** Of one word behind it: how its sensor is. What stands before may be a place: `kitchen_counter_leak`. */
const ABOUT_ITS_SENSOR =
  /^(?:batt|tamper|fault|fail|error|protect|enable|disable|update|connect|disconnect|test|support|setting|config|limit|calib|learn|mute|armed|silence|bypass|snooze|wire|indicat|interrupt|(?:bat|num|timeout|sensitivity|duration|online|offline|timer|counts?|times|mode|trigger|action|allowed|delay|interval|led|last|previous|yesterday|history|since|ok|normal|dry|clear|safe|absent|free)$)/;

const isNow = (name: string): boolean => {
  const words = name.split("_").filter((word) => word !== "water" && word !== "new");
  const at = words.findIndex(isLeakWord);
  const own = words[at] ?? "";
  const behind = [/(?:leak|flood)([a-z]*)/.exec(own)?.[1] ?? "", ...words.slice(at + 1)];
  if (/^batt?(?:leak|flood)/.test(own) || NOT_NOW.has(words[at - 1] ?? "")) return false;
  const isCounter = behind.length === 2 && behind[1] === "counter";
  return !isCounter && !behind.some((word) => ABOUT_ITS_SENSOR.test(word));
};

/** Of a name (in snake case) that says leak: true if it means one that is now; null for any other name. */
export const saysLeak = remembered((name: string): boolean | null => (isLeakWord(name) ? isNow(name) : null));

const BYTE_MAX = 255;

/** A byte of ones is true at Z-Wave's, under a name (in snake case) that says leak. */
export const isLeakByte = (name: string, value: number): boolean =>
  value === BYTE_MAX && saysLeak(name) === true;

/** A setting, or a perceived temperature: reported as sent, and never evaluated as a room's. */
const NOT_MEASURED =
  /set_?point|(?<!as)set_?temp|^set[a-z_]{1,24}temp|^stemp$|(?:^|_)sel(?!f_)[a-z]{0,12}_?temp|target|calibration|offset|threshold|hysteresis|dew_?p(?:oin)?t|feels|heat_?index|wind_?chill|wet_?bulb|apparent_?temp|colou?r_?temp|(?:^|_)(?:device|chip|cpu|mcu|esp(?:32|8266)?|processor|modem|pcb|die|core|soc|board|gpu|battery|controller|heat_?sink|mosfet|inverter)_?temp|temp(?:erature)?_?(?:type|board)|(?:^|_|temp|temperature|humid|humidity)_?test(?:_|$)|changed?$|soil_?hum|abs(?:olute)?_?hum/;
/** Behind what is measured, or right before it: `temp_low_limit` and `max_temp`, and not the temperature of Max's room. */
const STATISTIC =
  /^(?:min|max|minimum|maximum|lowest|highest|limits?|alarms?|alerts?|diff|difference|delta|trend|errors?|interval|counts?|yesterday)$/;
const isStatistic = (name: string): boolean => {
  const words = name.split("_");
  const at = words.findIndex((word) => /temp|hum/.test(word));
  return words.some((word, place) => place !== at && place >= at - 1 && STATISTIC.test(word));
};

const NOT_LEVEL = /(?:noise|sound|light|batt\w{0,9}|signal|lux|uv|co|gas|smoke)[ _.-]?level/;
const NOT_POWER = /power[_ ]?(factor|outage|source|fail|loss|lost|cut|alarm)|^(?:no|not)[_ ]?power/i;

const byWords = (name: string): SensorKind => {
  const words = wordsOf(name);
  return WORD_KINDS.find(([, form]) => words.some((word) => form.test(word)))?.[0] ?? "generic";
};

const saysNoState = (lower: string, isLeak: boolean | null): boolean =>
  isLeak === null ? NOT_A_STATE.test(lower) : !isLeak;

/** The kind that a sensor's name suggests, `generic` where it says nothing. */
export const kindFromName = remembered((name: string): SensorKind => {
  const lower = name.toLowerCase();
  const kind = NAME_KINDS.find(([, form]) => form.test(lower))?.[0] ?? byWords(name);
  if (kind === "generic")
    return LEAK_ABROAD.test(snake(name)) && saysLeak(snake(name)) === true ? "flood" : kind;
  if (isStateKind(kind) && saysNoState(lower, kind === "flood" ? saysLeak(snake(name)) : null))
    return "generic";
  const isMeasure = kind === "temperature" || kind === "humidity";
  if (isMeasure && (NOT_MEASURED.test(lower) || isStatistic(snake(name)))) return "generic";
  if (kind === "level" && NOT_LEVEL.test(lower)) return "generic";
  return kind === "power" && NOT_POWER.test(lower) ? "generic" : kind;
});

const QUANTITY_KINDS: Partial<Record<Quantity, SensorKind>> = {
  temperature: "temperature",
  pressure: "pressure",
  power: "power",
  apparent_power: "power",
  energy: "energy",
  volume_fraction: "co2",
  mass_concentration: "pm25",
};

/** Measured in a unit of ours, but nothing that our kinds (and a freeze warning) are about. */
const OTHER_QUANTITY = /^(dew|dewpoint|pm1|pm4|pm10|pm100|co|ch4|no2|o3|so2|nh3|h2|lpg|cl|chlorine|gas)$/;

const kindFromUnit = (name: string, unit: string): SensorKind => {
  const quantity = quantityOf(unit);
  if (quantity === null || wordsOf(name).some((word) => OTHER_QUANTITY.test(word))) return "generic";
  if (quantity === "volume_fraction" && kindFromName(name) === "generic" && unit === "ppb") return "voc";
  return QUANTITY_KINDS[quantity] ?? "generic";
};

/**
 * The kind of a sensor that says none: its unit first, its name where the unit fits several kinds or is
 * missing.
 */
export const guessKind = (name: string, unit: string | null, isState: boolean): SensorKind => {
  const named = kindFromName(name);
  if (isState || unit === null) return named;
  if (unit === "%" && /^h$/i.test(name)) return "humidity";
  if (unit === "/" && isStateKind(named)) return named;
  const fits = quantityOf(CANONICAL_UNITS[named]) === quantityOf(unit) && quantityOf(unit) !== null;
  if (fits || (named === "voc" && quantityOf(unit) === "mass_concentration")) return named;
  return kindFromUnit(name, unit);
};
