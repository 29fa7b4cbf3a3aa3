import { SENSOR_KINDS, type SensorKind, STATE_KINDS } from "../../schema/vocabulary.ts";
import { namesPlace } from "../devices/placement/place-evidence.ts";
import { matching, remembered, tablePattern } from "../kernel/text.ts";
import { CANONICAL_UNITS, quantityOf } from "../kernel/units.ts";
import { entriesOf, isJsonObject, type JsonObject } from "./json.ts";
import { snake } from "./sensor-keys.ts";
import dictionary from "./words.json" with { type: "json" };

export const isStateKind = (kind: SensorKind): boolean => STATE_KINDS.some((state) => state === kind);

/** What a home is warned of by itself. */
export const isAir = (kind?: SensorKind): boolean => kind === "temperature" || kind === "humidity";

/** A kind that a device names outright; null for a word that is none. */
export const kindFromWord = (word: string): SensorKind | null =>
  SENSOR_KINDS.find((kind) => kind === word.trim().toLowerCase()) ?? null;

const CLASS_KINDS = new Map(Object.entries(dictionary.classes));

/** The kind of a device class of Home Assistant's sensors and binary sensors; null for a class that is none of ours. */
export const kindFromClass = (deviceClass: string): SensorKind | null =>
  kindFromWord(CLASS_KINDS.get(deviceClass) ?? "");

/** Stands in `unit` for the scale of the body's temperatures. */
export const SCALE = "temperature";

/**
 * What a name measures. `unit` is what its numbers are in where nothing says otherwise; `temperature` stands for the scale of
 * the body's temperatures.
 */
export type Measure = { kind: SensorKind; unit: string | null };

type Row = {
  names: string;
  /** What other languages than English call it. */
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

/** Numbers, in this order: `dew_point_temperature` is no temperature of a room. */
const NUMBERS = table(dictionary.numbers);

/** States, asked of booleans and words such as "open". */
const STATES = table(dictionary.states);

const ABROAD = tablePattern(
  [dictionary.numbers, dictionary.states]
    .flat()
    .flatMap((row: Row) => row.abroad ?? [])
    .join("|"),
);

/** True if a name (in snake case) says in another language than English what is measured. */
export const isAbroad = (name: string): boolean =>
  ABROAD.test(name) || LEAK_ABROAD.test(name) || /(?:^|_)wasser/.test(name);

/** Settings, statistics, diagnostics and what is measured inside of the electronics: no measurement of a home. */
const NO_MEASURE =
  /hwmon|thermal_zone|colou?r_?temp|(^|_)set_?(\w{1,20}_)?(temp|hum)|(^|_)stemp$|temp(erature)?_comp$|(temp|temperature|humidity)_?set(_|$)|dead_?(?:zone|band)|(^|_)(comfort|eco|away|holiday|vacation|boost|standby|open_?window|weekdays?_p\d|preset|antifreeze|anti_?frost|frost|frost_protection|reference|manual|programm?ed|hold|prg|request)_?(room_?)?temp|temp(erature)?_(periodic|comfort|eco|away|holiday|vacation|boost|preset|antifreeze|frost_protection|manual|hold)(_|$)|(^|_)time_to_|exceptions?(_|$)|soll_?(temp|wert|feuchte)|(heat|cool)(ing)?_?temp(erature)?(_?(min|max))?$|(^|_)sel(flow|burn|room|ww|temp)|(^|_)(day|night)temp\d?(_|$)|(min|max)(power|temp|pres)|switchtemp|temp_?units?$|temp\w{0,12}_input$|(cool|heat)temp|_tests?(_|$)|(^|_)(device|chip|cpu|mcu|core|soc|board|battery|controller|heat_?sink|mosfet|inverter|internal|processor|esp\d*|module|die|system|gpu|pcb|radio|node|modem|triac|hw|ups|barometer|co2_sensor)_?temp|(^|_)(set_?points?|settings?|nominal|rated|target|tgt|elapsed|requested|desired|intended|calibration|calibrated|cal|offset|threshold|hysteresis|deadband|tendency|low|high|period|sensitivity|timeout|duration|precision|accuracy|resolution|correction|counter|mode|units?|id|version|timestamp|date|fault|crit|critical|hyst|emergency|preference|downtime|percentile|peak|player|valid|enabled?|quality|factor|raw|adc|changed?|rate|last_?week|state|status|event|code|type|warning|level_?type|programme?|schedule|history|statistics|wert_?max|wert_?min|soll|sollwert|consigne|consigna|timer|days?|hours?|minutes?|weeks?|months?|years?)(_|$)|24h|(event|hourly|weekly|monthly|yearly|total|(^|_)[ehwmy])rain|(^|_)tamper|^batt_(?!power|energy)|timestamp|time$|_at$|_switch$|tx_?power|lidar_temp|(^|_)iaq_\w|iaq_?(co2|rh)|_signal_strength$|(^|_)(t|temp|hum|rh)_?s$|(^|_)(temp|temperature|hum|humidity)_?(active|board|chip|cpu|mcu|pcb)(_|$)/;

/** Behind what is measured, or right before it: `temp_low_limit` and `max_temp`, and not the temperature of Max's room. */
const STATISTIC =
  /^(?:min|max|mn|mx|lo|minimum|maximum|lowest|highest|limits?|alarms?|alerts?|diff|difference|delta|trend|errors?|interval|counts?|yesterday|mutation|variation|deviation|fluctuation|gradient|slope|spread)$/;

/** What is set, counted or worked out, or of the electronics: no measurement of a home. */
const saysNone = (name: string): boolean => {
  const words = name.split("_");
  const at = words.findIndex((word) => /temp|hum/.test(word));
  const isStatistic = words.some((word, place) => place !== at && place >= at - 1 && STATISTIC.test(word));
  return isStatistic || NO_MEASURE.test(name);
};

/** A state about the sensor itself, whatever it watches. */
const NO_STATE =
  /normally_(?:open|closed)|batt|(^|_)bat(?!h)|(^|_)num(_|$)|tamper|timeout|sensitivity|duration|(?<!overf)low_|_low|high_(?!water)|_high(?!_water)|(temp\w{0,16}|hum\w{0,16}|over|under|frost)_?al(arm|ert)|fault|protection|enabled?$|update|connect(ed|ion|ivity)|online|test|timer|count|times|mode|trigger(?!ed)|action|allowed|support|setting|config|limit|delay|interval|request|learn|calib|wire|indicator|shortage|disalarm|interrupt|contactor|door_?(bell|lock)|doorbell|tap_?water|(hot_?water|water_?on|lights?_?\d*)$|(^|_)watering|water_?(heat|pump|valve|soften|supply|main|meter|usage|quality|boost|temp|lack|tank|level(?!_detected)|low|empty|full|filter|flow|run)|_(ok|normal|dry|clear|safe|absent)$|^(no|not)_|window_(?:detection|function)|shade|blind|cover|contact_?(us|name|id)/;

/** The dear and the cheap hours of a meter. */
const TARIFF = /(?<=(?:^|_)kwh)_(?:high|low)$/;

/** Says by itself that water is where none should be, whatever the place: `water_heater_leak`. */
const LEAK_ENGLISH = /(?<!b)leak|flood(?!_?light)|(?:^|_)wet(?:_|$)/;
/** In other languages, as `snake` writes them: without accents, and what is put together taken apart. */
const LEAK_ABROAD =
  /leck|ueberflut|wasseraustritt|fuite|degat_des_eaux|inondation|(?:^|_)fugas?(?:_|$)|inundacion|inundacao|perdita|allagamento|lekkage|(?:^|_|water)lek(?:_|$)|lae?cka(?:_|$)|scurgere|inundat|curenje|poplav|διαρρο|протік|vazamento|lae?ckage|l(?:ae?|æ)kage|lekkasje|oe?versvae?m|oversvom|vesivuoto|vesivahinko|wyciek|przeciek|zalani|beazas|unik_vody|zaplav|протечка|затоплен|szivarg|sizinti|su_kacagi|漏水|水漏れ|[水渗]浸|浸水|渗水|積水|积水|\u1102\u116e\u1109\u116e|\u110e\u1175\u11b7\u1109\u116e/;
const isLeakWord = (name: string): boolean => LEAK_ENGLISH.test(name) || LEAK_ABROAD.test(name);
/** Right before it: there is none, there was some, or it is about a battery. */
const NOT_NOW = new Set(
  "no not sin sans kein last previous since bat batt battery memory air vacuum light".split(" "),
);
/** Of one word behind it: how its sensor is. What stands before may be a place: `kitchen_counter_leak`. */
const ABOUT_ITS_SENSOR =
  /^(?:batt|tamper|fault|fail|error|problem|protect|enable|disable|update|connect|disconnect|test|support|setting|config|limit|calib|learn|mute|armed|silence|bypass|snooze|wire|indicat|interrupt|thresh|(?:rate|volume|score|raw|code|type|id|bat|num|timeout|sensitivity|duration|online|offline|timer|counts?|times|mode|trigger|action|allowed|delay|interval|led|last|previous|yesterday|history|since|ok|normal|dry|clear|safe|absent|free)$)/;

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

/** True for the other numbers than 1 that mean wet: a byte of ones is true at Z-Wave's, and the whole of a share is wet. */
export const isLeakByte = (name: string, value: number): boolean =>
  (value === 100 || value === 255) && saysLeak(name) === true;

/** True if the name says that true means closed. */
export const saysClosed = matching(
  /(^|_)(is_?)?(closed|shut|geschlossen|zu|ferme|cerrad[ao]|chius[ao])(_|$)/,
);

/** True if a name (in snake case) is a setting, a statistic or a diagnostic, whatever its unit. */
export const isNoMeasure = (name: string): boolean =>
  saysNone(name) || /batt|(^|_)bat(_|$)|rssi|snr|accel/.test(name);

/** What the plain words of a name say, in the names of the specification and of home-made firmware. */
export const plainKind = remembered((said: string): SensorKind => {
  const name = snake(said);
  return (foundIn(NUMBERS, name) ?? stateOf(name))?.kind ?? "generic";
});

/** `wine_cellar_c`, `boiler_flow_f`: a place, or a part of a machine, in degrees. */
const isPlaceInDegrees = (name: string): boolean => {
  const place = /^(.{3,})_(?:deg)?[cf]$/.exec(name)?.[1];
  return place !== undefined && namesPlace(place);
};

/** What a number under a name (in snake case) measures; null where it is nothing about a home. */
export const measureOf = remembered((said: string): Measure | null => {
  const name = said.replace(TARIFF, "");
  if (saysNone(name)) return null;
  const measure = foundIn(NUMBERS, name);
  if ((measure?.unit ?? null) === null && isPlaceInDegrees(name)) return { kind: "temperature", unit: SCALE };
  return measure?.unit === "no measure" ? null : measure;
});

/** What a boolean or a word under a name (in snake case) says of a home; null where nothing. */
export const stateOf = remembered((name: string): Measure | null => {
  const isLeak = saysLeak(name);
  if (isLeak !== null) return isLeak ? { kind: "flood", unit: null } : null;
  return NO_STATE.test(name) ? null : foundIn(STATES, name);
});

/** The kind that a sensor's name suggests, be it a number's or a state's; `generic` where it says nothing. */
export const kindFromName = remembered((name: string): SensorKind => {
  const word = snake(name);
  // Soil has a moisture, too; alone it is the specification's word for water where none should be.
  if (/^moisture\d*$/.test(word)) return "flood";
  return (measureOf(word) ?? stateOf(word))?.kind ?? "generic";
});

const QUANTITY_KINDS = new Map(Object.entries(dictionary.quantities));

/** Measured in a unit of ours, but nothing that our kinds (and a freeze warning) are about. */
const OTHER_QUANTITY = /^(dew|dewpoint|pm1|pm4|pm10|pm100|co|ch4|no2|o3|so2|nh3|h2|lpg|cl|chlorine|gas)$/;

const kindFromUnit = (name: string, unit: string): SensorKind => {
  const words = snake(name).split("_");
  if (words.some((word) => OTHER_QUANTITY.test(word))) return "generic";
  return unit === "ppb"
    ? "voc"
    : (kindFromWord(QUANTITY_KINDS.get(quantityOf(unit) ?? "") ?? "") ?? "generic");
};

/**
 * The kind of a sensor that says none: its unit first, its name where the unit fits several kinds or is
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

/** What a name (in snake case) tells of: a battery, a radio, or anything else. */
export const healthWord = remembered((word: string): "battery" | "signal" | "other" =>
  BATTERY.test(word) ? "battery" : SIGNAL.test(word) ? "signal" : "other",
);

/** True if a name (in snake case) belongs to a battery or a radio. */
export const isHealth = (word: string): boolean => healthWord(word) !== "other";

/** Of a tracker it is the position that is valid. */
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

/** `{"value":-9,"valid":false}`, `"quality":"Bad"`, a `StatusCode`: its sender says that a value doesn't hold. */
export const saysInvalid = (members: JsonObject): boolean =>
  entriesOf(members).some(isBad) && !entriesOf(members).some(([name]) => isOfPosition(snake(name)));

const isHere = matching(/^(?:is_)?(?:online|reachable|available)$/);
const isGone = matching(/^(?:is_)?(?:offline|stale|expired)$/);
const isPresence = matching(/^(?:device_)?stat(?:us|e)$|^availability$|^connecti/);

/** `{"name":"Attic","online":false,"temp_c":4}`: what it measures is what it measured last, nobody knows when. */
export const saysGone = (members: JsonObject): boolean =>
  entriesOf(members).some(([name, raw]) => {
    if (/^(?:true|1)$/i.test(String(raw))) return isGone(snake(name));
    if (/^(?:false|0)$/i.test(String(raw))) return isHere(snake(name));
    return /^(?:offline|unreachable)$/i.test(String(raw)) && isPresence(snake(name));
  });
