import { remembered } from "../../kernel/remembered.ts";
import { knownUnit, normaliseUnit, quantityOf } from "../../kernel/units.ts";
import { entriesOf, isJsonObject, type JsonObject, memberOf, objectMembers } from "../json.ts";
import words from "../words.json" with { type: "json" };
import { snake } from "./snake.ts";

const SYSTEM_CHARACTERS_MAX = 16;

const UNIT_TABLE = /units?$/i;

const UNIT_ENDINGS = ["_unit", "Unit", "_units", "Units", "_uom", "_unit_of_measurement"];

/** Under more than the air's pressure, or a difference from it: what holds liquids or gases. */
const CONTAINED =
  /water|boiler|heating|circuit|hydr|wasser|acqua|agua|pipe|pump|mains|gas_?press|fuel|suction|discharge|refrigerant|brine|vessel|tank|filter|system_press|(^|_)(eau|well|t[yi]re|oil|loop|line|duct)(_|$)/;
const HEATED_WATER = /water|boiler|heating|circuit|hydr|wasser|acqua|agua|(^|_)eau(_|$)|(^|_)(ch|cv|dhw|hc)_/;
/** A safety valve of a heating opens at 3 bar, and a house's mains stand below 10. */
const WATER_BAR_MAX = 10;

const TIMES = /_(?:x|times|mal)_?(10{1,3})$/;

const WORDS: [RegExp, number][] = [
  [/(?:^|_)(?:deci|tenths?(?:_of)?|10ths?)(?=_|$|deg|c$|f$|percent|celsius)_?/, 10],
  [/(?:^|_)(?:centi|hundredths?(?:_of)?|100ths?)(?=_|$|deg|c$|f$|percent|celsius)_?/, 100],
  [/(?:^|_)(?:milli)(?=_|$|deg|c$|f$|percent|celsius)_?/, 1_000],
  // `temp_mC`
  [/(?<=temp(?:erature)?)_m(?=c$)/, 1_000],
  // Tuya's own code for a thermometer.
  [/^va_(?=temperature$)/, 10],
];

const BEFORE_UNIT = /^0[.,](0{0,2})1\s*(\D.*)$/;
const BEHIND_UNIT = /^(\D*[^\d\s])\s*[/x*·]\s*(10{1,3})$/;
const FACTORS = ["scale", "factor", "multiplier", "scaling", "scale_factor", "scaleFactor", "divisor", "div"];

const SETTING = /set_?point|target|desired|(^|_)set(_|$)/;

/** From 13 to 95 degrees: what thermostats are set to, in °C or in °F. */
const TENTHS = [130, 950] as const;
const HUNDREDTHS = [1_300, 9_500] as const;

const SCALE_NAMES: readonly string[] = words.scaleNames;

const SYSTEMS = new Map(Object.entries(words.systems));

const scaleIn = (said: unknown): string | null => {
  if (typeof said !== "string") return null;
  const unit = normaliseUnit(said);
  if (quantityOf(unit) === "temperature") return unit;
  return said.length > SYSTEM_CHARACTERS_MAX ? null : (SYSTEMS.get(said.trim().toLowerCase()) ?? null);
};

/** The scale that an object states for all its temperatures: `"tempUnit":"F"`, `"units":"metric"`; else null. */
export const statedScale = (body: JsonObject): string | null => {
  for (const name of SCALE_NAMES) {
    const stated = scaleIn(memberOf(body, name));
    if (stated !== null) return stated;
  }
  return null;
};

/** `{"sensorUnits":{"hourlyRadon":"pci"},"hourlyRadon":1.7}`, `current_units` beside `current`, and `{"meta":{"units":{…}}}`. */
export const unitTablesIn = (object: JsonObject): JsonObject[] =>
  objectMembers(object).flatMap(([name, inner]) => {
    if (UNIT_TABLE.test(name)) return [inner];
    return name === "meta" && isJsonObject(inner.units) ? [inner.units] : [];
  });

const namesUnit = remembered((name: string): boolean => /unit|_uom$/i.test(name));

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
  if (quantity === null) return null;
  for (const { unit } of around) {
    const known = typeof unit === "string" ? knownUnit(unit) : null;
    if (quantityOf(known) === quantity) return known;
  }
  return null;
};

/**
 * The unit of a pressure that nothing but its name (in snake case) and its number tell of: that of water in bar, that of
 * the air in whatever it can only be; null for every other.
 */
export const barePressureUnit = (name: string, value: number): string | null => {
  if (value >= 0 && value <= WATER_BAR_MAX && isHeatedWater(name)) return "bar";
  return isContained(name) ? null : pressureUnitBy(value);
};

const isContained = remembered((name: string): boolean => CONTAINED.test(name));

const isHeatedWater = remembered((name: string): boolean => HEATED_WATER.test(name));

/** The unit of an air pressure that can only be one; null for what is no pressure of the air. */
export const pressureUnitBy = (value: number): string | null => {
  if (value >= 300 && value <= 1_150) return "hPa";
  if (value >= 30_000 && value <= 115_000) return "Pa";
  if (value >= 20 && value <= 33) return "inHg";
  return value >= 65 && value <= 115 ? "kPa" : null;
};

/** A name without the words that say how its number is scaled, and what to divide by. */
type Scaled = { word: string; dividedBy: number };

/** `temp_c_x10` and `decidegrees_c`, in snake case. */
export const scaledName = remembered((name: string): Scaled => {
  const times = TIMES.exec(name);
  if (times !== null) return { word: name.slice(0, times.index), dividedBy: Number(times[1]) };
  for (const [form, dividedBy] of WORDS)
    if (form.test(name)) return { word: name.replace(form, "_").replace(/^_|_$/g, ""), dividedBy };
  return { word: name, dividedBy: 1 };
});

/** `0.1 °C` and `°C/10` beside a number; a unit without such a mark stays as it is. */
export const scaledUnit = (unit: string): { unit: string; dividedBy: number } => {
  const before = BEFORE_UNIT.exec(unit);
  if (before !== null) return { unit: before[2] ?? "", dividedBy: 10 ** ((before[1] ?? "").length + 1) };
  const behind = BEHIND_UNIT.exec(unit);
  return behind === null ? { unit, dividedBy: 1 } : { unit: behind[1] ?? "", dividedBy: Number(behind[2]) };
};

const POWERS = new Map(
  [0.1, 0.01, 0.001, 10, 100, 1_000].map((factor) => [factor, factor < 1 ? Math.round(1 / factor) : factor]),
);

/** `{"value":215,"scale":0.1}`, `{"value":215,"exponent":-1}`: an integer whose scale stands beside it, as the number that is meant. */
export const scaledBeside = (object: JsonObject, raw: unknown): unknown => {
  if (typeof raw !== "number" || !Number.isInteger(raw)) return raw;
  for (const name of FACTORS) {
    const dividedBy = POWERS.get(Number(object[name]));
    if (dividedBy !== undefined) return raw / dividedBy;
  }
  const places = -Number(object.exponent);
  return places >= 1 && places <= 3 ? raw / 10 ** places : raw;
};

/** What an integer that is set beside a measured one shows: 200 and 205 are tenths, 2000 and 2050 hundredths. */
export const dividedBySettings = (settings: readonly number[], measured: number): number => {
  const parts = (value: number): number => {
    if (!Number.isInteger(value)) return 1;
    if (value >= TENTHS[0] && value <= TENTHS[1]) return 10;
    return value >= HUNDREDTHS[0] && value <= HUNDREDTHS[1] ? 100 : 1;
  };
  const said = new Set(settings.map(parts));
  const dividedBy = Math.max(1, ...said);
  // Beside 1500 hundredths 500 are hundredths, too.
  return Number.isInteger(measured) && !said.has(1) ? dividedBy : 1;
};

/** True if a name belongs to a setting. */
export const isSetting = remembered((name: string): boolean => SETTING.test(snake(name)));

/** The numbers that members set. */
export const settingsOf = (members: JsonObject): number[] =>
  entriesOf(members)
    .filter(([name, raw]) => typeof raw === "number" && isSetting(name))
    .map(([, raw]) => Number(raw));
