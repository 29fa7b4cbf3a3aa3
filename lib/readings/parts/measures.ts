import type { SensorKind } from "../../../schema/vocabulary.ts";
import { remembered } from "../../kernel/remembered.ts";
import { CANONICAL_UNITS } from "../../kernel/units.ts";
import type { JsonObject } from "../json.ts";
import { isStateKind, kindFromName, saysLeak } from "../sensor-kinds.ts";

/** Stands in `unit` for the scale of the body's temperatures. */
export const SCALE = "temperature";

/** Settings, statistics, diagnostics and what is measured inside of the electronics: no measurement of a home. */
const NO_MEASURE =
  /hwmon|thermal_zone|colou?r_?temp|(^|_)set_?(\w{1,20}_)?(temp|hum)|(^|_)stemp$|temp(erature)?_comp$|(temp|temperature|humidity)_?set(_|$)|(^|_)(comfort|eco|away|holiday|vacation|boost|preset|antifreeze|frost_protection|reference|manual|programm?ed)_?(room_?)?temp|exceptions?(_|$)|soll_?(temp|wert|feuchte)|(heat|cool)(ing)?_?temp(erature)?(_?(min|max))?$|(^|_)sel(flow|burn|room|ww|temp)|(^|_)(day|night)temp\d?(_|$)|(min|max)(power|temp|pres)|switchtemp|temp_?units?$|temp\w{0,12}_input$|(cool|heat)temp|_tests?(_|$)|(^|_)(device|chip|cpu|mcu|core|soc|board|battery|controller|heat_?sink|mosfet|inverter|internal|processor|esp\d*|module|die|system|gpu|pcb|radio|node|modem|triac|hw|ups|barometer|co2_sensor)_?temp|(^|_)(set_?points?|nominal|rated|target|requested|desired|intended|calibration|calibrated|offset|threshold|hysteresis|deadband|delta|diff|difference|trend|tendency|limits?|min|max|minimum|maximum|lowest|highest|low|high|interval|period|sensitivity|timeout|duration|precision|accuracy|resolution|correction|counts?|counter|mode|units?|id|version|timestamp|date|errors?|fault|crit|critical|hyst|emergency|preference|downtime|percentile|peak|player|valid|enabled?|quality|factor|raw|adc|changed?|rate|yesterday|last_?week|state|status|event|code|type|alarms?|alerts?|warning|level_?type|programme?|schedule|history|statistics|wert_?max|wert_?min|soll|sollwert|consigne|consigna|timer|days?|hours?|minutes?|weeks?|months?|years?)(_|$)|24h|(event|hourly|weekly|monthly|yearly|total|(^|_)[ehwmy])rain|(^|_)tamper|^batt_(?!power|energy)|timestamp|time$|_at$|_switch$|tx_?power|lidar_temp|_signal_strength$|(^|_)(t|temp|hum|rh)_?s$|(^|_)(temp|temperature|hum|humidity)_?(active|board|chip|cpu|mcu|pcb)(_|$)/;

const STATE: Measure = { kind: "generic", unit: null };
const FLOOD: Measure = { kind: "flood", unit: null };

/** As Dutch and Belgian meters write it. */
export const METER_POWER: Measure = { kind: "power", unit: "kW" };

/** A state about the sensor itself, whatever it watches. */
const NO_STATE =
  /batt|(^|_)bat(?!h)|(^|_)num(_|$)|tamper|timeout|sensitivity|duration|low_|_low|high_(?!water)|_high|(temp\w{0,16}|hum\w{0,16}|over|under|frost)_?al(arm|ert)|fault|protection|enabled?$|update|connect(ed|ion|ivity)|online|test|timer|count|times|mode|trigger(?!ed)|action|allowed|support|setting|config|limit|delay|interval|request|learn|calib|wire|indicator|shortage|disalarm|interrupt|door_?(bell|lock)|doorbell|tap_?water|(hot_?water|water_?on|lights?_?\d*)$|(^|_)watering|water_?(heat|pump|valve|soften|supply|main|meter|usage|quality|boost|temp|lack|tank|level|low|empty|full|filter|flow|run)|_(ok|normal|dry|clear|safe|absent)$|^(no|not)_|window_(?:detection|function)|shade|blind|cover|contact_?(us|name|id)/;

/** The dear and the cheap hours of a meter. */
const TARIFF = /(?<=(?:^|_)kwh)_(?:high|low)$/;

/**
 * What a name of somebody else's interface measures. `unit` is what its numbers are in where nothing says otherwise;
 * `temperature` stands for the scale of the body's temperatures.
 */
export type Measure = { kind: SensorKind; unit: string | null };

const number = (unit: string | null): Measure => ({ kind: "generic", unit });

/** States, asked of booleans and words such as "open". */
const STATES: [RegExp, Measure][] = [
  [
    // Of water alone only where nothing but its finding follows: a `water_box_status` is a robot's.
    /(^|_)(water|wasser)_?(sensor|detect\w*|alarm\w*|alert\w*|present|presence|contact|found|on_floor|melder|status|state)?(_?\d+)?$|moisture/,
    FLOOD,
  ],
  [
    /motion|occup|presence|(^|_)pir\d*(_|$)|movement|(^|_)moving|bewegung|mouvement|movimient|moviment|beweging/,
    { kind: "motion", unit: null },
  ],
  [
    /(^|_)(garage_?)?door|window|contact|(^|_)(is_?)?open(ed|ing)?(_|$)|(^|_)reed|magnet|tuer|fenster|(^|_)porte(_|$)|fenetre|puerta|ventana|(^|_)porta(_|$)|finestra|(^|_)(deur|raam)(_|$)|(^|_)(is_?)?closed(_|$)/,
    { kind: "door", unit: null },
  ],
  [
    /smoke|(^|_)gas(_|$)|carbon_monoxide|(^|_)co(_alarm)?$|vibration|(^|_)glass|freeze(?!r)|heat_alarm|siren|alarm$/,
    STATE,
  ],
  [/^(relay|switch|power|output|plug|outlet|valve|pump|fan|heater|heating|light)_?\d*(_state)?$/, STATE],
];

/** True if the name says that true means closed. */
export const saysClosed = remembered((name: string): boolean =>
  /(^|_)(is_?)?(closed|shut|geschlossen|zu|ferme|cerrad[ao]|chius[ao])(_|$)/.test(name),
);

/** Numbers, in this order: `dew_point_temperature` is no temperature of a room. */
const NUMBERS: [RegExp, Measure][] = [
  [/batt(ery)?_?\d*$|(^|_)bat_?\d*$/, { kind: "generic", unit: "no measure" }],
  [
    /dew|(^|_)dp(_|$)|frost_?point|feel|apparent_temp|heat_?index|wind_?chill|wet_?bulb|humidex/,
    number(SCALE),
  ],
  [/abs(olute)?_?hum|humidity_abs/, number("g/m³")],
  [/vpd|vapou?r_pressure/, number("kPa")],
  [
    /(soil|leaf|wood|ground)_?(moisture|humidity|water|wetness|vwc|vwp|mois|hum)|(^|_)(moisture|vwc|water_soil)|bodenfeuchte|holzfeuchte/,
    number("%"),
  ],
  [/soil_?(conductivity|ec)|conductivity|(^|_)ec(_|$)|salinity|(^|_)tds(_|$)/, number(null)],
  [
    /temperat|thermometer|temperaur|lampotila|teplota|(^|_)temp(?!l|o)|temp[cf]?(_|\d|$)|(^|_)(celsius|fahrenheit|t_?[cf]\d*|te?mp?|tmp\d+|atmp)(_|$)|^(one|1)_?wire(_sensor)?_?\d*$|^ds18b?20|^(pt|ni)_?1000?(_|$)|^rtd_value_scaled$/,
    { kind: "temperature", unit: SCALE },
  ],
  [
    /humidi(?!fi)|(^|_)(?:in|out)?r?hum(?!an)[a-z]?[a-z]?\d*(_|$)|(^|_)r_?h\d*(_|$)|^thb?\d+hum$|hygromet|feuchte|feuchtigkeit|humedad|umidit|umidade|vochtig|luftfukt|luftfugt|fugtighed|kosteus|wilgotn/,
    { kind: "humidity", unit: "%" },
  ],
  [/pm_?0?2_?d?5(?!\d)|pm_?02_5/, { kind: "pm25", unit: "µg/m³" }],
  [/(^|_)pm_?(0_?[35]|0?1|1_0|4|4_0|10|100?|10_0)(_|$)/, number("µg/m³")],
  [/carbon_dioxide|(^|_)[er]?_?co_?2(_|\d|$)/, { kind: "co2", unit: "ppm" }],
  [/carbon_monoxide|(^|_)co(_|$)/, number("ppm")],
  [/(voc|nox|iaq|aqi)_?(index|idx|score)|air_?quality|(^|_)(us_)?(i?aqi?|iaq|aqi|siaq)(_|$)/, number(null)],
  [/(^|_)[rte]{0,2}_?vocs?(_|\d|$)|volatile/, { kind: "voc", unit: "ppb" }],
  [/radon/, number("Bq/m³")],
  [
    /(^|_)(no2?|nox|o3|so2|nh3|h2s?|ch4|ch2o|hcho|lpg|propane|methane|ozone|ethanol)(_|$)|formaldehyde|nitrogen|ammonia/,
    number(null),
  ],
  [
    /pressure|(^|_)(press|baro|thb\d+(sea)?press)(_|$)|barom|druck|(^|_)pressi?on|presion|luchtdruk|lufttryck/,
    { kind: "pressure", unit: "hPa" },
  ],
  [/(^|_)psi(_|$)/, { kind: "pressure", unit: "psi" }],
  [/(^|_)(gpm|lpm)(_|$)/, number(null)],
  [/illumin|(^|_)(lux|ambient_light|light_(level|intensity))(_|\d|$)/, number("lx")],
  [/^(light|luminosity|luminance|brightness_sensor)$/, number(null)],
  [/noise|sound|loudness|(^|_)spl(_|$)|(^|_)la_?eq/, number("dB")],
  [/batt|(^|_)bat(_|$)/, { kind: "generic", unit: "no measure" }],
  [/voltage|(^|_)volts?(_|$)/, number("V")],
  [/self_?(consum|suffic)|autonomy|autark|efficiency/, number("%")],
  [/(^|_)w_?h_?(lifetime|today|last|total)/, { kind: "energy", unit: "Wh" }],
  [/(^|_)(power|watts?)_?current(_|$)/, number("A")],
  [/(?<!capacity)_k?w$/, { kind: "power", unit: "W" }],
  [/(gas|extra_device)_delivered/, number("m³")],
  [/(^|_)wh_(?!h)|^wh$/, { kind: "energy", unit: "Wh" }],
  [/charged_energy/, { kind: "energy", unit: "Wh" }],
  [/energy|(^|_)k?wh(_|$)|consumption|electricity_(delivered|returned)/, { kind: "energy", unit: "kWh" }],
  [/(power|currently)_(delivered|returned)/, METER_POWER],
  [/apparent_power/, { kind: "power", unit: "VA" }],
  [/reactive_power/, number("var")],
  [
    /(?<!sun_?)power(?!_?(factor|source|outage|on|off|save|level|supply))|(^|_)(watts?|pwr)(_|$)|(^|_)w_now$/,
    { kind: "power", unit: "W" },
  ],
  [/(^|_)current(_l?\d|_[abc])?(_m?a)?$|(^|_)amps?(_|$)|amperage/, number("A")],
  [/^(ac_)?frequency$|mains_frequency/, number("Hz")],
  [/wind_?(speed|gust|dir|bearing|avg)|(^|_)gust|windspeed|winddir/, number(null)],
  [/rain|precip|snow/, number(null)],
  [/solar|sun_?power|irradiance|radiation|(^|_)uvi?(_|$)|(^|_)uv_?index/, number(null)],
  [
    /(fill|tank|liquid|oil|fuel|salt|gas|septic)_?level|(^|_)lvl(_|$)|^level(_\d+|_pct|_percent)?$|(fill|level)_?(pct|percent)/,
    { kind: "level", unit: "%" },
  ],
  [/distance|(^|_)depth|water_level/, number(null)],
  [/weight|(^|_)mass(_|$)/, number(null)],
  [/^analog_(in|out)(put)?_\d+$/, number(null)],
  [/(^|_)(ph|orp|turbidity|resistance)(_|$)/, number(null)],
  [
    /(^|_)(volume|lit(er|re)s?)(_|$)|(water|gas)_?(flow|volume|usage|meter|used|total)|(^|_)flow(_|$)/,
    number(null),
  ],
];

/** True if a name (in snake case) is a setting, a statistic or a diagnostic, whatever its unit. */
export const isNoMeasure = (name: string): boolean =>
  NO_MEASURE.test(name) || /batt|(^|_)bat(_|$)|rssi|snr|accel/.test(name);

/** What a number under a name (in snake case) measures; null where it is nothing about a home. */
export const measureOf = remembered((said: string): Measure | null => {
  const name = said.replace(TARIFF, "");
  if (NO_MEASURE.test(name)) return null;
  const measure = NUMBERS.find(([form]) => form.test(name))?.[1] ?? byKind(name);
  return measure?.unit === "no measure" ? null : measure;
});

/** What flat keys of this kind are known by. */
const byKind = (name: string): Measure | null => {
  const kind = kindFromName(name);
  if (kind === "generic" || kind === "level" || isStateKind(kind)) return null;
  return { kind, unit: kind === "temperature" ? SCALE : CANONICAL_UNITS[kind] };
};

/** What a boolean or a word under a name (in snake case) says of a home; null where nothing. */
export const stateOf = remembered((name: string): Measure | null => {
  const isLeak = saysLeak(name);
  if (isLeak !== null) return isLeak ? FLOOD : null;
  return NO_STATE.test(name) ? null : (STATES.find(([form]) => form.test(name))?.[1] ?? null);
});

/** What a sender means by one of its names, where that differs from what the name says by itself. */
export type Field = {
  kind: SensorKind;
  /** What its numbers are in, once multiplied; absent for the kind's own unit or the sender's scale. */
  unit?: string | null;
  /** What a number is multiplied by to be in `unit`: 0.01 where hundredths are sent. */
  times?: number;
  /** The key and label in the place of the sender's name. */
  as?: string;
  /** What people call it, where the name is no word. */
  label?: string;
  /** Set where true (or 1) means closed. */
  trueMeans?: "closed";
  /** The words of this field that mean on, open, wet or detected; every other word of it means off. */
  onWords?: readonly string[];
};

/** How a sender writes. */
export type Manner = {
  /** The scale of its temperatures where the body does not say; absent where the sender isn't known. */
  temperature?: string | undefined;
  /** What its pressures are in where nothing else says. */
  pressure?: string;
  /** By the sender's own names; null for what is no measurement. What isn't listed is understood by its name. */
  fields?: Readonly<Record<string, Field | null>>;
  /** True where `fields` has everything that is to be read. */
  onlyFields?: boolean;
};

/** One thing of a body (a tag, a room, a module) and what it says. */
export type Part = {
  /** What the keys of its sensors begin with; empty where the body is about one thing. */
  key: string;
  /** What people call it; empty where the body gives no name. */
  label: string;
  members: JsonObject;
  manner: Manner;
  /** True for what is only a part of the thing that sends: its battery is not the sender's. */
  isPart?: boolean;
  /** True where the body holds more things than are read of one: it is refused. */
  isTooMuch?: boolean;
  /** Units that the body gives beside the values, by the name of the value; the nearest first. */
  units?: readonly JsonObject[];
};
