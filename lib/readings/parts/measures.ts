import { SENSOR_KINDS, type SensorKind } from "../../../schema/vocabulary.ts";
import { remembered } from "../../kernel/remembered.ts";
import { CANONICAL_UNITS } from "../../kernel/units.ts";
import type { JsonObject } from "../json.ts";
import { isStateKind, kindFromName, saysLeak } from "../sensor-kinds.ts";
import { tablePattern } from "../table-pattern.ts";
import words from "../words.json" with { type: "json" };

/** Stands in `unit` for the scale of the body's temperatures. */
export const SCALE = "temperature";

/** Settings, statistics, diagnostics and what is measured inside of the electronics: no measurement of a home. */
const NO_MEASURE =
  /hwmon|thermal_zone|colou?r_?temp|(^|_)set_?(\w{1,20}_)?(temp|hum)|(^|_)stemp$|temp(erature)?_comp$|(temp|temperature|humidity)_?set(_|$)|(^|_)(comfort|eco|away|holiday|vacation|boost|preset|antifreeze|frost_protection|reference|manual|programm?ed)_?(room_?)?temp|exceptions?(_|$)|soll_?(temp|wert|feuchte)|(heat|cool)(ing)?_?temp(erature)?(_?(min|max))?$|(^|_)sel(flow|burn|room|ww|temp)|(^|_)(day|night)temp\d?(_|$)|(min|max)(power|temp|pres)|switchtemp|temp_?units?$|temp\w{0,12}_input$|(cool|heat)temp|_tests?(_|$)|(^|_)(device|chip|cpu|mcu|core|soc|board|battery|controller|heat_?sink|mosfet|inverter|internal|processor|esp\d*|module|die|system|gpu|pcb|radio|node|modem|triac|hw|ups|barometer|co2_sensor)_?temp|(^|_)(set_?points?|nominal|rated|target|requested|desired|intended|calibration|calibrated|offset|threshold|hysteresis|deadband|delta|diff|difference|trend|tendency|limits?|min|max|minimum|maximum|lowest|highest|low|high|interval|period|sensitivity|timeout|duration|precision|accuracy|resolution|correction|counts?|counter|mode|units?|id|version|timestamp|date|errors?|fault|crit|critical|hyst|emergency|preference|downtime|percentile|peak|player|valid|enabled?|quality|factor|raw|adc|changed?|rate|yesterday|last_?week|state|status|event|code|type|alarms?|alerts?|warning|level_?type|programme?|schedule|history|statistics|wert_?max|wert_?min|soll|sollwert|consigne|consigna|timer|days?|hours?|minutes?|weeks?|months?|years?)(_|$)|24h|(event|hourly|weekly|monthly|yearly|total|(^|_)[ehwmy])rain|(^|_)tamper|^batt_(?!power|energy)|timestamp|time$|_at$|_switch$|tx_?power|lidar_temp|_signal_strength$|(^|_)(t|temp|hum|rh)_?s$|(^|_)(temp|temperature|hum|humidity)_?(active|board|chip|cpu|mcu|pcb)(_|$)/;

const FLOOD: Measure = { kind: "flood", unit: null };

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

type Row = { names: string; kind: string; unit: string | null };

const isKind = (kind: string): kind is SensorKind => SENSOR_KINDS.some((one) => one === kind);

const table = (rows: readonly Row[]): [RegExp, Measure][] =>
  rows.flatMap(({ names, kind, unit }): [RegExp, Measure][] =>
    isKind(kind) ? [[tablePattern(names), { kind, unit }]] : [],
  );

/** States, asked of booleans and words such as "open". */
const STATES = table(words.states);

/** True if the name says that true means closed. */
export const saysClosed = remembered((name: string): boolean =>
  /(^|_)(is_?)?(closed|shut|geschlossen|zu|ferme|cerrad[ao]|chius[ao])(_|$)/.test(name),
);

/** Numbers, in this order: `dew_point_temperature` is no temperature of a room. */
const NUMBERS = table(words.numbers);

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
  /** The key and label in the place of the sender's name; empty where the thing's own say it all. */
  as?: string;
  /** What people call it, where the name is no word. */
  label?: string;
  /** Set where true (or 1) means closed. */
  trueMeans?: "closed";
  /** What is added to its numbers then: -273.15 where kelvins are sent. */
  plus?: number;
  /** The words of this field that mean on, open, wet or detected, as a pattern of the whole; every other word means off. */
  on?: string;
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
