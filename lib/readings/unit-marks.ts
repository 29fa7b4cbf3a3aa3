import type { SensorKind } from "../../schema/vocabulary.ts";
import { matching, remembered } from "../kernel/text.ts";
import { CANONICAL_UNITS, knownUnit, normaliseUnit, quantityOf } from "../kernel/units.ts";
import { entriesOf, isJsonObject, type JsonObject, memberOf, objectMembers } from "./json.ts";
import { snake } from "./sensor-keys.ts";
import words from "./words.json" with { type: "json" };

/** `tempc`, `temp1f`, `tempinf`, `tC`: the scale written onto the word itself. */
const SCALE_IN_WORD =
  /^(?:t|temp|temperature)(?:in(?:door)?|out(?:door)?|\d)*([cf])$|^t(?:emp(?:erature)?)?([cf])\d*$/;

/** Homey's own name for it, always in °C. */
const IN_CELSIUS = /(?:^|_)measure_temperature(?:$|[._])/;

const SCALE_WORD = /^(?:celsius|centigrade|fahrenheit|deg[cf]|temp[cf])$/;

/** Above this it is of no room at all. */
export const ROOM_FAHRENHEIT_MAX = 120;

/** What is hotter than any room, so that a high number says nothing of its scale, and of no room's. */
export const HOT_WORDS: readonly string[] = words.hot;
const HOT = /(^|_)ww|(^|_)(?:vl|rl|hk\d?|ch)(_|$)|(^|_)ret_?temp|fridge_?comp|probe|core|heizkoerper/;

/** True if a name (in snake case) belongs to a boiler, a flue or similar. */
export const isHotPlace = remembered(
  (name: string): boolean => HOT.test(name) || HOT_WORDS.some((word) => name.includes(word)),
);

/** The keys for which the specification says that a bare number is °F, and those of the classic object's probes. */
export const isSpecifiedTemperature = (key: string): boolean => /^temp(?:\d+|_avg)$/.test(key);

/** The last word as it is written: the `hPa` of `pressure_hPa` is no `Pa`, the `kW` of `power_kW` no `W`. */
const lastWritten = (name: string): string => /([\p{L}\p{N}%°µ]+)[^\p{L}\p{N}%°µ]*$/u.exec(name)?.[1] ?? "";

/** The unit that the end of a name gives (`temp_c`, `power_kw`), where it fits the kind; the case of `energy_MWh` counts. */
const markAtEnd = (parts: string[], kind: SensorKind, written: string): string | null => {
  const last = parts.at(-1)?.replace(/(?<!\d)\d+$/, "") || parts.at(-2) || "";
  const quantity = quantityOf(CANONICAL_UNITS[kind]);
  const units = [lastWritten(written), last].map(knownUnit);
  return quantity === null ? null : (units.find((unit) => quantityOf(unit) === quantity) ?? null);
};

/** A scale onto a word, a word of its own, or a letter; the one of `MAIN.fRoomTemperature` is a type of its language. */
const scaleMark = (parts: string[]): string | null => {
  const [, onto, behind] = parts.map((part) => SCALE_IN_WORD.exec(part)).find(Boolean) ?? [];
  const isLetter = (part: string, at: number) =>
    at > 0 && /^[cf]$/.test(part) && !parts.slice(at + 1).some((later) => later.includes("temp"));
  const scale = onto ?? behind ?? parts.find((part) => SCALE_WORD.test(part)) ?? parts.find(isLetter);
  return scale === undefined ? null : knownUnit(scale.replace(/^(?:deg|temp)/, ""));
};

const readMark = (name: string, kind: SensorKind, written: string): string | null => {
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
 * The unit that a name gives, in snake case and as it is written: a scale may stand in the middle (`temp_c_sht`,
 * `temperature_celsius_avg`), and what we have no kind for may name its unit too (`battery_mv`, `wind_speed_kmh`).
 */
export const markedUnit = (name: string, kind: SensorKind, written = name): string | null =>
  markOf(`${kind}\n${name}\n${written}`);

const SYSTEM_CHARACTERS_MAX = 16;
const SYSTEMS = new Map(Object.entries(words.systems));

const scaleIn = (said: unknown): string | null => {
  if (typeof said !== "string") return null;
  const unit = normaliseUnit(said);
  if (quantityOf(unit) === "temperature") return unit;
  return said.length > SYSTEM_CHARACTERS_MAX ? null : (SYSTEMS.get(said.trim().toLowerCase()) ?? null);
};

/** `"isCelsius":true`, `"metric":false` */
const SCALE_FLAG = /^(?:is_?|use_?|in_?)?(?:(celsius|metric)|fahrenheit|imperial)$/;

/** The scale that an object states for all its temperatures: `"tempUnit":"F"`, `"metric":true`; else null. */
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

/** `{"sensorUnits":{"hourlyRadon":"pci"},"hourlyRadon":1.7}`, `current_units` beside `current`, and `{"meta":{"units":{…}}}`. */
export const unitTablesIn = (object: JsonObject): JsonObject[] =>
  objectMembers(object).flatMap(([name, inner]) => {
    if (/units?$/i.test(name)) return [inner];
    return name === "meta" && isJsonObject(inner.units) ? [inner.units] : [];
  });

const UNIT_ENDINGS = ["_unit", "Unit", "_units", "Units", "_uom", "_unit_of_measurement"];
const namesUnit = matching(/unit|_uom$/i);

/** True if any member may be the unit of another one. */
export const hasUnitNames = (members: JsonObject): boolean =>
  entriesOf(members).some(([name]) => namesUnit(name));

/** The unit that stands beside a value by a name made of the value's: `temp_unit`, `tempUnit`, `units.temp`. */
export const unitBeside = (
  members: JsonObject,
  name: string,
  units: readonly JsonObject[],
  hasUnits: boolean,
): string | null => {
  for (const ending of hasUnits ? UNIT_ENDINGS : []) {
    const unit = normaliseUnit(memberOf(members, name + ending));
    if (unit !== null) return unit;
  }
  for (const beside of units) {
    const unit = normaliseUnit(memberOf(beside, name));
    if (unit !== null) return unit;
  }
  return null;
};

/** `{"power_delivered":1.23,"unit":"kW"}`: the unit of all that it can be the unit of, also of what is below. */
export const unitOfAll = (around: readonly JsonObject[], fits: string | null): string | null => {
  const quantity = quantityOf(fits);
  const known = around.map(({ unit }) => (typeof unit === "string" ? knownUnit(unit) : null));
  return quantity === null ? null : (known.find((unit) => quantityOf(unit) === quantity) ?? null);
};

/** Under more than the air's pressure, or a difference from it: what holds liquids or gases. */
const isContained = matching(
  /water|boiler|heating|circuit|hydr|wasser|acqua|agua|pipe|pump|mains|gas_?press|fuel|suction|discharge|refrigerant|brine|vessel|tank|filter|system_press|(^|_)(eau|well|t[yi]re|oil|loop|line|duct)(_|$)/,
);
const isHeatedWater = matching(
  /water|boiler|heating|circuit|hydr|wasser|acqua|agua|(^|_)eau(_|$)|(^|_)(ch|cv|dhw|hc)_/,
);
/** A safety valve of a heating opens at 3 bar, and a house's mains stand below 10. */
const WATER_BAR_MAX = 10;

/**
 * The unit of a pressure that nothing but its name (in snake case) and its number tell of: that of water in bar, that of
 * the air in whatever it can only be; null for every other.
 */
export const barePressureUnit = (name: string, value: number): string | null => {
  if (value >= 0 && value <= WATER_BAR_MAX && isHeatedWater(name)) return "bar";
  return isContained(name) ? null : pressureUnitBy(value);
};

/** The unit of an air pressure that can only be one; null for what is no pressure of the air. */
export const pressureUnitBy = (value: number): string | null => {
  if (value >= 300 && value <= 1_150) return "hPa";
  if (value >= 30_000 && value <= 115_000) return "Pa";
  if (value >= 20 && value <= 33) return "inHg";
  return value >= 65 && value <= 115 ? "kPa" : null;
};

const SCALED_NAMES: [RegExp, number][] = [
  [/(?:^|_)(?:deci|tenths?(?:_of)?|10ths?|d(?=deg_?c$))(?=_|$|deg|c$|f$|percent|celsius)_?/, 10],
  [/(?:^|_)(?:centi|hundredths?(?:_of)?|100ths?)(?=_|$|deg|c$|f$|percent|celsius)_?/, 100],
  [/(?:^|_)(?:milli|m(?=deg_?c$))(?=_|$|deg|c$|f$|percent|celsius)_?/, 1_000],
  // `temp_mC`
  [/(?<=temp(?:erature)?)_m(?=c$)/, 1_000],
  // Tuya's own code for a thermometer.
  [/^va_(?=temperature$)/, 10],
];

/** A name without the words that say how its number is scaled, and what to divide by: `temp_c_x10` and `decidegrees_c`. */
export const scaledName = remembered((name: string): { word: string; dividedBy: number } => {
  const times = /_(?:x|times|mal)_?(10{1,3})$/.exec(name);
  if (times !== null) return { word: name.slice(0, times.index), dividedBy: Number(times[1]) };
  for (const [form, dividedBy] of SCALED_NAMES)
    if (form.test(name)) return { word: name.replace(form, "_").replace(/^_|_$/g, ""), dividedBy };
  return { word: name, dividedBy: 1 };
});

/** `0.1 °C` and `°C/10` beside a number; a unit without such a mark stays as it is. */
export const scaledUnit = (unit: string): { unit: string; dividedBy: number } => {
  const [, zeros = "", scaled] = /^0[.,](0{0,2})1\s*(\D.*)$/.exec(unit) ?? [];
  if (scaled !== undefined) return { unit: scaled, dividedBy: 10 ** (zeros.length + 1) };
  const [, whole = unit, dividedBy = 1] = /^(\D*[^\d\s])\s*[/x*·]\s*(10{1,3})$/.exec(unit) ?? [];
  return { unit: whole, dividedBy: Number(dividedBy) };
};

const FACTORS = ["scale", "factor", "multiplier", "scaling", "scale_factor", "scaleFactor", "divisor", "div"];
const POWERS = [0.1, 0.01, 0.001, 10, 100, 1_000];

/** `{"value":215,"scale":0.1}`, `{"value":215,"exponent":-1}`: an integer whose scale stands beside it, as the number that is meant. */
export const scaledBeside = (object: JsonObject, raw: unknown): unknown => {
  if (typeof raw !== "number" || !Number.isInteger(raw)) return raw;
  const factor = FACTORS.map((name) => Number(object[name])).find((each) => POWERS.includes(each));
  if (factor !== undefined) return raw / (factor < 1 ? Math.round(1 / factor) : factor);
  const places = -Number(object.exponent);
  return places >= 1 && places <= 3 ? raw / 10 ** places : raw;
};

const SETTING = /set_?point|target|desired|(^|_)set(_|$)/;

/** True if a name belongs to a setting. */
export const isSetting = remembered((name: string): boolean => SETTING.test(snake(name)));
