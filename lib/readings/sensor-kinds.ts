import { SENSOR_KINDS, type SensorKind, STATE_KINDS } from "../../schema/vocabulary.ts";
import { namesPlace } from "../devices/placement/place-evidence.ts";
import { matching, remembered, tablePattern } from "../kernel/text.ts";
import { CANONICAL_UNITS, quantityOf } from "../kernel/units.ts";
import { entriesOf, isJsonObject, type JsonObject } from "./json.ts";
import { snake } from "./sensor-keys.ts";
import dictionary from "./words.json" with { type: "json" };

export const isStateKind = (kind: SensorKind): boolean => STATE_KINDS.some((state) => state === kind);

/** True for temperature and humidity, which built-in alerts watch. */
export const isAir = (kind?: SensorKind): boolean => kind === "temperature" || kind === "humidity";

/** Returns the kind of that name; null if there is none. */
export const kindFromWord = (word: string): SensorKind | null =>
  SENSOR_KINDS.find((kind) => kind === word.trim().toLowerCase()) ?? null;

const CLASS_KINDS = new Map(Object.entries(dictionary.classes));

/** Returns the kind for a device class of Home Assistant's sensors and binary sensors; null if we have none. */
export const kindFromClass = (deviceClass: string): SensorKind | null =>
  kindFromWord(CLASS_KINDS.get(deviceClass) ?? "");

/** In `unit`, stands for the scale of the body's temperatures. */
export const SCALE = "temperature";

/**
 * What a name measures. `unit` applies if nothing else gives one; `temperature` stands for the scale of the body's
 * temperatures.
 */
export type Measure = { kind: SensorKind; unit: string | null };

type Row = {
  names: string;
  /** Names in languages other than English. */
  abroad?: string;
  kind: string;
  unit?: string | null;
};

type Table = readonly (readonly [RegExp, Measure])[];

const table = (rows: readonly Row[]): Table =>
  rows.map(({ names, abroad, kind, unit = null }) => [
    tablePattern([names, abroad].filter(Boolean).join("|")),
    { kind: kindFromWord(kind) ?? "generic", unit },
  ]);

const foundIn = (known: Table, name: string): Measure | null =>
  known.find(([form]) => form.test(name))?.[1] ?? null;

/** Names of numbers; the first match counts: `dew_point_temperature` is no room's temperature. */
const NUMBERS = table(dictionary.numbers);

/** Names of states, for booleans and words such as "open". */
const STATES = table(dictionary.states);

const ABROAD = tablePattern(
  [dictionary.numbers, dictionary.states]
    .flat()
    .flatMap((row: Row) => row.abroad ?? [])
    .join("|"),
);

/** True if a name (in snake case) says what is measured in a language other than English. */
export const isAbroad = (name: string): boolean =>
  ABROAD.test(name) || LEAK_ABROAD.test(name) || /(?:^|_)wasser/.test(name);

/** Settings, statistics, diagnostics and values from inside electronics: they measure nothing in a home. */
const NO_MEASURE =
  /hwmon|thermal_zone|colou?r_?temp|(^|_)set_?(\w{1,20}_)?(temp|hum)|(^|_)stemp$|temp(erature)?_(comp|ok)$|(^|_)(pulses?|impulses?)_per_|_per$|(min|max)(imum)?_relative_hum|(temp|temperature|humidity)_?set(_|$)|dead_?(?:zone|band)|(^|_)(comfort|eco|away|holiday|vacation|boost|standby|open_?window|weekdays?_p\d|preset|antifreeze|anti_?frost|frost|frost_protection|reference|manual|programm?ed|hold|prg|request)_?(room_?)?temp|temp(erature)?_(periodic|comfort|eco|away|holiday|vacation|boost|preset|antifreeze|frost_protection|manual|hold)(_|$)|(^|_)time_to_|exceptions?(_|$)|soll_?(temp|wert|feuchte)|(heat|cool)(ing)?_?temp(erature)?(_?(min|max))?$|(^|_)sel(flow|burn|room|ww|temp)|(^|_)(day|night)temp\d?(_|$)|(min|max)(power|temp|pres)|switchtemp|temp_?units?$|temp\w{0,12}_input$|(cool|heat)temp|_tests?(_|$)|(^|_)(device|chip|[cg]pu_?\d*|mcu|core|soc|board|battery|controller|heat_?sink|mosfet|invert[eo]r|internal|processor|esp\d*|module|die|system|gpu|pcb|radio|node|modem|triac|hw|ups|barometer|co2_sensor)_?temp|(^|_)(set_?points?|settings?|nominal|rated|target|tgt|elapsed|requested|desired|intended|calibration|calibrated|cal|offset|threshold|hysteresis|deadband|tendency|low|high|period|sensitivity|timeout|duration|precision|accuracy|resolution|increment|correction|counter|mode|units?|id|version|timestamp|date|fault|crit|critical|hyst|emergency|preference|downtime|percentile|peak|player|valid|enabled?|quality|factor|raw|adc|changed?|rate|last_?week|state|status|event|code|type|warning|level_?type|programme?|schedule|history\d*|statistics|wert_?max|wert_?min|soll|sollwert|consigne|consigna|timer|days?|hours?|minutes?|weeks?|months?|years?)(_|$)|24h|(event|hourly|weekly|monthly|yearly|total|(^|_)[ehwmy])rain|(^|_)tamper|^batt_(?!power|energy)|timestamp|time$|_at$|_switch$|tx_?power|lidar_temp|(^|_)iaq_\w|iaq_?(co2|rh)|_signal_strength$|(^|_)(t|temp|hum|rh)_?s$|(^|_)(temp|temperature|hum|humidity)_?(active|board|chip|core|cpu|mcu|pcb)(_|$)/;

/** Count right before or after what is measured: `temp_low_limit`, `max_temp`, but not Max's room's temperature. */
const STATISTIC =
  /^(?:min|max|mn|mx|lo|minimum|maximum|lowest|highest|limits?|alarms?|alerts?|diff|difference|delta|trend|errors?|interval|counts?|yesterday|mutation|variation|deviation|fluctuation|gradient|slope|spread|prev|previous|prior|old|former)$/;

/** True for settings, counts, computed values and electronics: they measure nothing in a home. */
const saysNone = (name: string): boolean => {
  const words = name.split("_");
  const at = words.findIndex((word) => /temp|hum/.test(word));
  const isStatistic = words.some((word, place) => place !== at && place >= at - 1 && STATISTIC.test(word));
  return isStatistic || NO_MEASURE.test(name);
};

/** States of the sensor itself, whatever it watches. */
const NO_STATE =
  /normally_(?:open|closed)|batt|(^|_)bat(?!h)|(^|_)num(_|$)|tamper|timeout|sensitivity|duration|(?<!overf)low_|_low|high_(?!water)|(?<!(?:^|_)water)_high(?!_water)|(temp\w{0,16}|hum\w{0,16}|over|under|frost)_?al(arm|ert)|fault|protection|enabled?$|update|connect(ed|ion|ivity)|online|test|timer|count|times|mode|trigger(?!ed)|action|allowed|support|setting|config|limit|delay|interval|request|learn|calib|wire|indicator|shortage|disalarm|interrupt|contactor|door_?(bell|lock)|doorbell|tap_?water|(hot_?water|water_?on|lights?_?\d*)$|(^|_)watering|water_?(heat|pump|valve|soften|supply|main|meter|usage|quality|boost|temp|lack|tank|level(?!_detected)|low|empty|full|filter|flow|run)|_(ok|normal|dry|clear|safe|absent)$|^(no|not)_|window_(?:detection|function)|(?:open|clos)ings(?:_|$)|(?:^|_)since(?:_|$)|_per$|valve\w{0,3}_(?:is_)?open|shade|blind|cover|contact_?(us|name|id)/;

/** A meter's high and low tariff. */
const TARIFF = /(?<=(?:^|_)kwh)_(?:high|low)$/;

/** Words that mean unwanted water at any place: `water_heater_leak`. */
const LEAK_ENGLISH = /(?<!b)leak|flood(?!_?light)|(?:^|_)wet\d?(?:_|$)/;
/** The same in other languages, as `snake` writes them: without accents, compounds split. */
const LEAK_ABROAD =
  /leck|ueberflut|wasseraustritt|fuite|degat_des_eaux|inondation|(?:^|_)fugas?(?:_|$)|inundacion|inundacao|perdita|allagamento|lekkage|(?:^|_|water)lek(?:_|$)|lae?cka(?:_|$)|scurgere|inundat|curenje|poplav|διαρρο|протік|vazamento|lae?ckage|l(?:ae?|æ)kage|lekkasje|oe?versvae?m|oversvom|vesivuoto|vesivahinko|wyciek|przeciek|zalani|beazas|unik_vody|zaplav|протечка|затоплен|szivarg|sizinti|su_kacagi|(?:^|_)(?:ke)?bocor|nuotek|noplud|(?:^|_)lek[ei](?:_|$)|(?:^|_)ro_ri(?:_|$)|(?:^|_)fuita(?:_|$)|(?:^|_)теч(?:_|$)|نشت|تسرب|נזילה|דליפה|漏水|水漏れ|[水渗]浸|浸水|渗水|積水|积水|누수|침수/;
const isLeakWord = (name: string): boolean => LEAK_ENGLISH.test(name) || LEAK_ABROAD.test(name);
/** Words right before a leak word: there is no leak, there was one, or a battery leaks. */
const NOT_NOW = new Set(dictionary.noLeakBefore.split(" "));
/** Starts of words after a leak word that are about its sensor. Words before may be a place: `kitchen_counter_leak`. */
const ABOUT_ITS_SENSOR =
  /^(?:batt|tamper|fault|fail|error|problem|protect|enable|disable|update|connect|disconnect|test|support|setting|config|limit|calib|learn|mute|armed|silence|bypass|snooze|wire|indicat|interrupt|thresh|(?:rate|volume|score|raw|code|type|id|bat|num|timeout|sensitivity|duration|online|offline|timer|counts?|times|mode|trigger|action|allowed|delay|interval|led|last\d*h?|previous|yesterday|history|since|forecast|predicted|prediction|risk|watch|probability|potential|area|plain|ok|normal|dry|clear|safe|absent|free)$)/;

/** True for a name that says that there is a sensor, and not that it is wet. */
const HAS_SENSOR =
  /^has_\w+_(?:sensor|detector)s?$|_(?:sensor|detector|probe)s?_(?:present|installed|available|attached)$/;

const isNow = (name: string): boolean => {
  const words = name.split("_").filter((word) => word !== "water" && word !== "new");
  const at = words.findIndex(isLeakWord);
  const own = words[at] ?? "";
  const behind = [/(?:leak|flood)([a-z]*)/.exec(own)?.[1] ?? "", ...words.slice(at + 1)];
  if (/^batt?(?:leak|flood)/.test(own) || NOT_NOW.has(words[at - 1] ?? "") || HAS_SENSOR.test(name))
    return false;
  const isCounter = behind.length === 2 && behind[1] === "counter";
  return !isCounter && !behind.some((word) => ABOUT_ITS_SENSOR.test(word));
};

/** For a snake-case name with a leak word: true if it means a leak now, false if not (`no_leak`); null without one. */
export const saysLeak = remembered((name: string): boolean | null => (isLeakWord(name) ? isNow(name) : null));

/** True for other numbers that mean wet: Z-Wave sends 255 for true, and a share of 100 % is wet. */
export const isLeakByte = (name: string, value: number): boolean =>
  (value === 100 || value === 255) && saysLeak(name) === true;

/** True if a name says that true means closed. */
export const saysClosed = matching(
  /(^|_)(is_?)?(closed|shut|geschlossen|zu|ferme|cerrad[ao]|chius[ao])(_|$)/,
);

/** True if a name (in snake case) is a setting, a statistic or a diagnostic, whatever its unit. */
export const isNoMeasure = (name: string): boolean =>
  saysNone(name) || /batt|(^|_)bat(_|$)|rssi|snr|accel/.test(name);

/** Returns the kind of a plain name, as the specification and home-made firmware use them. */
export const plainKind = remembered((said: string): SensorKind => {
  const name = snake(said);
  return (foundIn(NUMBERS, name) ?? stateOf(name))?.kind ?? "generic";
});

/** True for a place or machine part in degrees: `wine_cellar_c`, `boiler_flow_f`. */
const isPlaceInDegrees = (name: string): boolean => {
  const place = /^(.{3,})_(?:deg)?[cf]$/.exec(name)?.[1];
  return place !== undefined && namesPlace(place);
};

/** Returns what a number under a name (in snake case) measures; null if nothing in a home. */
export const measureOf = remembered((said: string): Measure | null => {
  const name = said.replace(TARIFF, "");
  if (saysNone(name)) return null;
  const measure = foundIn(NUMBERS, name);
  if ((measure?.unit ?? null) === null && isPlaceInDegrees(name)) return { kind: "temperature", unit: SCALE };
  return measure?.unit === "no measure" ? null : measure;
});

/** Returns what a boolean or word under a name (in snake case) says; null if nothing about a home. */
export const stateOf = remembered((name: string): Measure | null => {
  const isLeak = saysLeak(name);
  if (isLeak !== null) return isLeak ? { kind: "flood", unit: null } : null;
  return NO_STATE.test(name) ? null : foundIn(STATES, name);
});

/** Returns the kind that a sensor's name suggests, for a number or a state; `generic` if none. */
export const kindFromName = remembered((name: string): SensorKind => {
  const word = snake(name);
  // Soil has moisture too, but alone the word means unwanted water in the specification.
  if (/^moisture\d*$/.test(word)) return "flood";
  return (measureOf(word) ?? stateOf(word))?.kind ?? "generic";
});

const QUANTITY_KINDS = new Map(Object.entries(dictionary.quantities));

/** Quantities in units that we know, but of none of our kinds. */
const OTHER_QUANTITY = /^(dew|dewpoint|co2|pm1|pm4|pm10|pm100|co|ch4|no2|o3|so2|nh3|h2|lpg|cl|chlorine|gas)$/;

const kindFromUnit = (name: string, unit: string): SensorKind => {
  const words = snake(name).split("_");
  if (words.some((word) => OTHER_QUANTITY.test(word))) return "generic";
  return unit === "ppb"
    ? "voc"
    : (kindFromWord(QUANTITY_KINDS.get(quantityOf(unit) ?? "") ?? "") ?? "generic");
};

/**
 * Guesses the kind of a sensor that declares none: by its unit, and by its name if the unit fits several kinds or is
 * missing.
 */
export const guessKind = (name: string, unit: string | null, isState: boolean): SensorKind => {
  const named = kindFromName(name);
  if (isState || unit === null) return named;
  const quantity = quantityOf(unit);
  const fits =
    (quantity !== null && quantityOf(CANONICAL_UNITS[named]) === quantity) ||
    (named === "voc" && quantity === "mass_concentration") ||
    (isStateKind(named) && unit === "/");
  return fits ? named : kindFromUnit(name, unit);
};

const BATTERY =
  /^(device_|sensor_|node_|measure_|va_|nivel_|niveau_)?(battery|batt|bat|batteri[ae]|bateria|batterij|akku)(_?(level|stand|lvl|percent|percentage|perc|pct|remaining|charge|charge_level|charge_level_percent(?:age)?|level_percent(?:age)?|capacity|value|soc|status))?$|^(soc|state_of_charge|percent_charged)$/;
const SIGNAL =
  /^(wifi_|ble_|lora_|radio_|sensor_|device_)?(rssi|signal_?(strength|dbm|rssi)?|dbm|wifi(_signal|_strength|_dbm)?|rf_?strength)(_dbm)?(_value)?$/;

/** Returns what a name (in snake case) is about: a battery, a radio, or anything else. */
export const healthWord = remembered((word: string): "battery" | "signal" | "other" =>
  BATTERY.test(word) ? "battery" : SIGNAL.test(word) ? "signal" : "other",
);

/** True if a name (in snake case) is about a battery or a radio. */
export const isHealth = (word: string): boolean => healthWord(word) !== "other";

/** Beside a tracker's position, `valid` is about the position. */
const isOfPosition = matching(/^(?:lat|lng|lon|latitude|longitude)$/);
const saysHolds = matching(
  /^(?:(?:is|data|value|reading|measurement|sensor|temp(?:erature)?)_)*valid$|^q(?:uality_(?:ok|good))?$/,
);
const isQuality = matching(/^(?:(?:data|sensor|value|opc)_)?(?:quality|validity|q)$/);
const BAD = /^(?:bad|invalid|uncertain)/i;

const isBad = ([name, raw]: readonly [string, unknown]): boolean => {
  if (typeof raw === "boolean") return !raw && saysHolds(snake(name));
  if (typeof raw === "string") return BAD.test(raw) && isQuality(snake(name));
  const symbol = isJsonObject(raw) ? (raw.Symbol ?? raw.symbol) : null;
  return typeof symbol === "string" && BAD.test(symbol) && /^status_?code$/i.test(name);
};

/** True if the sender marks a value as invalid: `{"value":-9,"valid":false}`, `"quality":"Bad"`, a `StatusCode`. */
export const saysInvalid = (members: JsonObject): boolean =>
  entriesOf(members).some(isBad) && !entriesOf(members).some(([name]) => isOfPosition(snake(name)));

const isHere = matching(/^(?:is_)?(?:online|reachable|available)$/);
const isGone = matching(/^(?:is_)?(?:offline|stale|expired)$/);
const isPresence = matching(/^(?:device_)?stat(?:us|e)$|^availability$|^connecti/);

/** True for an offline thing (`{"name":"Attic","online":false,"temp_c":4}`): its values are of unknown age. */
export const saysGone = (members: JsonObject): boolean =>
  entriesOf(members).some(([name, raw]) => {
    if (/^(?:true|1)$/i.test(String(raw))) return isGone(snake(name));
    if (/^(?:false|0)$/i.test(String(raw))) return isHere(snake(name));
    return /^(?:offline|unreachable)$/i.test(String(raw)) && isPresence(snake(name));
  });
