import type { SensorKind } from "../../schema/vocabulary.ts";
import { matching, remembered, tablePattern } from "../kernel/text.ts";
import { CANONICAL_UNITS, knownUnit, normalizeUnit, quantityOf } from "../kernel/units.ts";
import { entriesOf, isJsonObject, type JsonObject, memberOf, objectMembers } from "./json.ts";
import { snake } from "./sensor-keys.ts";
import words from "./words.json" with { type: "json" };

/** `tempc`, `temp1f`, `tempinf`, `tC`: a scale attached to the word. */
const SCALE_IN_WORD =
  /^(?:t|temp|temperature)(?:in(?:door)?|out(?:door)?|\d)*([cf])$|^t(?:emp(?:erature)?)?([cf])\d*$/;

/** Homey's name for a temperature, always in °C. */
const IN_CELSIUS = /(?:^|_)measure_temperature(?:$|[._])/;

const SCALE_WORD = /^(?:celsius|centigrade|fahrenheit|deg[cf]|temp[cf])$/;

/** No room is hotter than this, in °F. */
export const ROOM_FAHRENHEIT_MAX = 120;

/** True if a name (in snake case) is of a thing hotter than any room: its high number says nothing about the scale. */
export const isHotPlace = matching(tablePattern([...words.hot, words.hotForms].join("|")));

/** True for keys whose bare numbers are °F by the specification, and for keys of the classic object's probes. */
export const isSpecifiedTemperature = (key: string): boolean => /^temp(?:\d+|_avg)$/.test(key);

/** Returns the last word with its case: the `hPa` of `pressure_hPa` is no `Pa`, the `kW` of `power_kW` no `W`. */
const lastWritten = (name: string): string => /([\p{L}\p{N}%°µ]+)[^\p{L}\p{N}%°µ]*$/u.exec(name)?.[1] ?? "";

/** Returns the unit at the end of a name (`temp_c`, `power_kw`) if it fits the kind. Case counts: `energy_MWh`. */
const markAtEnd = (parts: string[], kind: SensorKind, written: string): string | null => {
  const last = parts.at(-1)?.replace(/(?<!\d)\d+$/, "") || parts.at(-2) || "";
  const quantity = quantityOf(CANONICAL_UNITS[kind]);
  const units = [lastWritten(written), last].map(knownUnit);
  return quantity === null ? null : (units.find((unit) => quantityOf(unit) === quantity) ?? null);
};

/** Returns the scale as a word, a letter or a word's ending; the `f` of `MAIN.fRoomTemperature` is a type prefix. */
const scaleMark = (parts: string[]): string | null => {
  const [, onto, behind] = parts.map((part) => SCALE_IN_WORD.exec(part)).find(Boolean) ?? [];
  const isLetter = (part: string, at: number) =>
    at > 0 && /^[cf]$/.test(part) && !parts.slice(at + 1).some((later) => later.includes("temp"));
  const scale = onto ?? behind ?? parts.find((part) => SCALE_WORD.test(part)) ?? parts.find(isLetter);
  return scale === undefined ? null : knownUnit(scale.replace(/^(?:deg|temp)/, ""));
};

/** The code of a thermometer on a wire, in hex: its last digit may be a C or an F. */
const WIRE_CODE = /^(?:10|22|28|3b|42)_?(?:[\da-f]_?){12,14}$/;

const readMark = (name: string, kind: SensorKind, written: string): string | null => {
  if (kind === "temperature" && WIRE_CODE.test(name)) return null;
  if (kind === "temperature" && IN_CELSIUS.test(name)) return "°C";
  const parts = snake(name).split("_");
  const mark = markAtEnd(parts, kind, written);
  if (mark !== null) return mark;
  if (kind === "temperature") return scaleMark(parts);
  const last = parts.length > 1 ? (parts.at(-1) ?? "") : "";
  const together = knownUnit(parts.slice(-2).join("/"));
  if (together !== null) return together;
  if (last === "ms" && /wind|gust/.test(name)) return "m/s";
  if (last === "in") return /rain|precip|snow|lvl|level|depth|distance/.test(name) ? "in" : null;
  return last.length > 1 ? knownUnit(last) : null;
};

const markOf = remembered((said) => {
  const [kind, name = "", written = ""] = said.split("\n");
  return readMark(name, kind as SensorKind, written);
});

/**
 * Returns the unit in a name, given in snake case and as written. A scale may stand in the middle (`temp_c_sht`,
 * `temperature_celsius_avg`); generic values may name a unit too (`battery_mv`, `wind_speed_kmh`).
 */
export const markedUnit = (name: string, kind: SensorKind, written = name): string | null =>
  markOf(`${kind}\n${name}\n${written}`);

const SYSTEM_CHARACTERS_MAX = 16;
const SYSTEMS = new Map(Object.entries(words.systems));

const scaleIn = (said: unknown): string | null => {
  if (typeof said !== "string") return null;
  const unit = normalizeUnit(said);
  if (quantityOf(unit) === "temperature") return unit;
  return said.length > SYSTEM_CHARACTERS_MAX ? null : (SYSTEMS.get(said.trim().toLowerCase()) ?? null);
};

/** `"isCelsius":true`, `"metric":false` */
const SCALE_FLAG = /^(?:is_?|use_?|in_?)?(?:(celsius|metric)|fahrenheit|imperial)$/;

/** Returns the scale that an object states for all its temperatures (`"tempUnit":"F"`, `"metric":true`), else null. */
export const statedScale = (body: JsonObject): string | null => {
  for (const [name, said] of entriesOf(body)) {
    const flag = typeof said === "boolean" ? SCALE_FLAG.exec(snake(name)) : null;
    if (flag !== null) return said === (flag[1] !== undefined) ? "°C" : "°F";
  }
  for (const name of words.scaleNames) {
    const stated = scaleIn(memberOf(body, name));
    if (stated !== null) return stated;
  }
  return null;
};

/** Finds tables of units: `{"sensorUnits":{"radon":"pci"}}`, `current_units`, `{"meta":{"units":{…}}}`. */
export const unitTablesIn = (object: JsonObject): JsonObject[] =>
  objectMembers(object).flatMap(([name, inner]) => {
    if (/units?$/i.test(name)) return [inner];
    return name === "meta" && isJsonObject(inner.units) ? [inner.units] : [];
  });

const UNIT_ENDINGS = ["_unit", "Unit", "_units", "Units", "_uom", "_unit_of_measurement"];
export const namesUnit = matching(/unit|_uom$/i);

/** True if a member may be the unit of another. */
export const hasUnitNames = (members: JsonObject): boolean =>
  entriesOf(members).some(([name]) => namesUnit(name));

/** Returns the unit beside a value, under a name built from the value's: `temp_unit`, `tempUnit`, `units.temp`. */
export const unitBeside = (
  members: JsonObject,
  name: string,
  units: readonly JsonObject[],
  hasUnits: boolean,
): string | null => {
  const named = hasUnits ? [...UNIT_ENDINGS.map((ending) => name + ending), `unit_${name}`] : [];
  for (const one of named) {
    const unit = normalizeUnit(memberOf(members, one));
    if (unit !== null) return unit;
  }
  for (const beside of units) {
    const unit = normalizeUnit(memberOf(beside, name));
    if (unit !== null) return unit;
  }
  return null;
};

/** Returns the unit given for all values, if it fits this one: `{"power_delivered":1.23,"unit":"kW"}`. */
export const unitOfAll = (around: readonly JsonObject[], fits: readonly (string | null)[]): string | null => {
  const quantities = fits.map(quantityOf).filter((quantity) => quantity !== null);
  const known = around.map(({ unit }) => (typeof unit === "string" ? knownUnit(unit) : null));
  return known.find((unit) => quantities.some((quantity) => quantityOf(unit) === quantity)) ?? null;
};

/** Names of liquids or gases under pressure, or of differences from the air's pressure. */
const isContained = matching(
  /water|boiler|heating|circuit|hydr|wasser|acqua|agua|pipe|pump|mains|gas_?press|fuel|suction|discharge|refrigerant|brine|vessel|tank|filter|system_press|(^|_)(eau|well|t[yi]re|oil|loop|line|duct)(_|$)/,
);
const isHeatedWater = matching(
  /water|boiler|heating|circuit|hydr|wasser|acqua|agua|(^|_)eau(_|$)|(^|_)(ch|cv|dhw|hc)_/,
);
/** A heating's safety valve opens at 3 bar, and a house's water mains stay below 10. */
const WATER_BAR_MAX = 10;

/**
 * Returns the unit of a pressure by its name (in snake case) and number alone: bar for water, the only possible unit
 * for air; else null.
 */
export const barePressureUnit = (name: string, value: number): string | null => {
  if (value >= 0 && value <= WATER_BAR_MAX && isHeatedWater(name)) return "bar";
  return isContained(name) ? null : pressureUnitBy(value);
};

/** Returns the only possible unit of an air pressure; null if the number is no air pressure. */
export const pressureUnitBy = (value: number): string | null => {
  if (value >= 300 && value <= 1_150) return "hPa";
  if (value >= 30_000 && value <= 115_000) return "Pa";
  if (value >= 20 && value <= 33) return "inHg";
  return value >= 65 && value <= 115 ? "kPa" : null;
};

const SCALED_NAMES: [RegExp, number][] = [
  // `temp_dC`; a DC bus has a `temp_dc`.
  [/(?<=temp(?:erature)?|^t)_d_(?=c$)/, 10],
  [/(?:^|_)(?:deci|tenths?(?:_of)?|10ths?|d(?=deg_?c$))(?=_|$|deg|c$|f$|percent|celsius)_?/, 10],
  [/(?:^|_)(?:centi|hundredths?(?:_of)?|100ths?)(?=_|$|deg|c$|f$|percent|celsius)_?/, 100],
  // `temp_mC`
  [/(?:^|_)(?:milli|m(?=deg_?c$))(?=_|$|deg|c$|f$|percent|celsius)_?|(?<=temp(?:erature)?)_m(?=c$)/, 1_000],
  // Tuya's code for a thermometer.
  [/^va_(?=temperature$)/, 10],
];

/** Returns a name without its scaling words, and the divisor they mean: `temp_c_x10`, `decidegrees_c`. */
export const scaledName = remembered((name: string): { word: string; dividedBy: number } => {
  const times = /_(?:x|times|mal)_?(10{1,3})$/.exec(name);
  if (times !== null) return { word: name.slice(0, times.index), dividedBy: Number(times[1]) };
  for (const [form, dividedBy] of SCALED_NAMES)
    if (form.test(name)) return { word: name.replace(form, "_").replace(/^_|_$/g, ""), dividedBy };
  return { word: name, dividedBy: 1 };
});

/** Splits `0.1 °C` or `°C/10` into unit and divisor; other units stay as they are. */
export const scaledUnit = (unit: string): { unit: string; dividedBy: number } => {
  const [, zeros = "", scaled] = /^0[.,](0{0,2})1\s*(\D.*)$/.exec(unit) ?? [];
  if (scaled !== undefined) return { unit: scaled, dividedBy: 10 ** (zeros.length + 1) };
  const [, whole = unit, dividedBy = 1] = /^(\D*[^\d\s])\s*[/x*·]\s*(10{1,3})$/.exec(unit) ?? [];
  return { unit: whole, dividedBy: Number(dividedBy) };
};

const FACTORS = ["scale", "factor", "multiplier", "scaling", "scale_factor", "scaleFactor", "divisor", "div"];
const POWERS = [0.1, 0.01, 0.001, 10, 100, 1_000];

/** Scales an integer by a factor beside it: `{"value":215,"scale":0.1}`, `{"value":215,"exponent":-1}`. */
export const scaledBeside = (object: JsonObject, raw: unknown): unknown => {
  if (typeof raw !== "number" || !Number.isInteger(raw)) return raw;
  const factor = FACTORS.map((name) => Number(object[name])).find((each) => POWERS.includes(each));
  if (factor !== undefined) return raw / (factor < 1 ? Math.round(1 / factor) : factor);
  const places = -Number(object.exponent);
  return places >= 1 && places <= 3 ? raw / 10 ** places : raw;
};

const SETTING = /set_?point|target|desired|(^|_)set(_|$)/;

/** True if a name is that of a setting. */
export const isSetting = remembered((name: string): boolean => SETTING.test(snake(name)));
